import CLinux
import WidgetHelpers
import WidgetSystem

/// Stands between a helper and a bus, in a process of its own, and passes on nothing but what ``BusRules`` allow.
///
/// The helper reads what other programs send with a C library. If one of them takes it over, it still has no socket but this one. The
/// filter itself reads only what the helper sends, and that in Swift.
struct BusFilter: ~Copyable {
  /// The filter's end of its socket to the helper.
  static let descriptor: Int32 = 3

  private static let chunk = 64 << 10

  private let helper: FileDescriptor
  private let bus: FileDescriptor
  private let rules: BusRules
  /// The start of a message whose rest hasn't arrived.
  private var pending: [UInt8] = []
  /// Whether the helper has authenticated, so that messages follow.
  private var hasBegun = false

  init(helper: FileDescriptor, bus: FileDescriptor, rules: BusRules) {
    self.helper = helper
    self.bus = bus
    self.rules = rules
  }

  /// Starts the filter for a bus.
  ///
  /// - Returns: The helper's end.
  static func start(_ address: BusAddress.Kind, _ rules: [String], executable: String, environment: [String]) throws(SystemError)
    -> FileDescriptor
  {
    let ends = try FrameChannel.pair()
    let theirs = FileDescriptor(rawValue: ends.theirs)
    defer { theirs.close() }
    do throws(SystemError) {
      _ = try ProcessLaunch(
        executable, ["luawidget-notifier", "--filter", address.rawValue] + rules, environment: environment,
        descriptors: [descriptor: theirs], directory: "/", closesOthers: true
      ).start()
    } catch {
      Libc.close(ends.ours)
      throw error
    }
    return FileDescriptor(rawValue: ends.ours)
  }

  /// Connects, enters the sandbox and passes messages on until one side is gone.
  ///
  /// - Returns: The exit status: 1 without a bus, or if the helper asked for something it may not.
  static func run(_ address: BusAddress.Kind, _ rules: BusRules, environment: [String: String]) -> Int32 {
    guard let bus = BusAddress(address, environment: environment)?.connect() else { return 1 }
    HelperLimits.enter(openFiles: 16)
    #if os(Linux)
      lw_enter_helper_sandbox(lw_bus_policy(), nil, 0)
    #endif
    var filter = BusFilter(helper: FileDescriptor(rawValue: descriptor), bus: bus, rules: rules)
    return filter.relay() ? 0 : 1
  }

  /// - Returns: false if the helper broke the rules.
  mutating func relay() -> Bool {
    while true {
      var polled = [
        pollfd(fd: helper.rawValue, events: Int16(POLLIN), revents: 0),
        pollfd(fd: bus.rawValue, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&polled, 2, -1) >= 0 || errno == EINTR else { return true }
      if polled[1].revents != 0 {
        guard let bytes = try? bus.readSome(Self.chunk), !bytes.isEmpty, (try? helper.writeAll(bytes)) != nil else { return true }
      }
      if polled[0].revents != 0 {
        guard let bytes = try? helper.readSome(Self.chunk), !bytes.isEmpty else { return true }
        guard let allowed = take(bytes) else { return false }
        guard allowed.isEmpty || (try? bus.writeAll(allowed)) != nil else { return true }
      }
    }
  }

  /// Adds what the helper has sent.
  ///
  /// - Returns: The part for the bus; nil if the helper sent anything that may not go there.
  mutating func take(_ bytes: [UInt8]) -> [UInt8]? {
    pending += bytes
    var allowed: [UInt8] = []
    if !hasBegun {
      guard let lines = takeAuthentication() else { return nil }
      allowed = lines
    }
    while hasBegun, pending.count >= BusHeader.minimumLength {
      guard let length = BusHeader.length(of: pending[...]) else { return nil }
      guard pending.count >= length else { break }
      guard let header = BusHeader(pending[..<length]), rules.allow(header) else {
        // Libraries answer what they don't expect, such as a ping. Nobody needs to know that there's a helper.
        guard let header = BusHeader(pending[..<length]), header.kind == .reply || header.kind == .error else { return nil }
        pending.removeFirst(length)
        continue
      }
      allowed += pending[..<length]
      pending.removeFirst(length)
    }
    return allowed
  }

  /// The lines before the first message: a zero, then EXTERNAL, which says who we are, and no other mechanism.
  private mutating func takeAuthentication() -> [UInt8]? {
    var allowed: [UInt8] = []
    if pending.first == 0 { allowed.append(pending.removeFirst()) }
    while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
      let line = String(decoding: pending[...end], as: UTF8.self)
      guard line.hasPrefix("AUTH EXTERNAL") || line.hasPrefix("DATA") || line == "BEGIN\r\n" else { return nil }
      allowed += pending[...end]
      pending.removeSubrange(...end)
      if line == "BEGIN\r\n" {
        hasBegun = true
        return allowed
      }
    }
    return pending.count < 1024 ? allowed : nil
  }
}
