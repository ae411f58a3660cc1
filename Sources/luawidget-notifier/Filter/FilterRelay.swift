import CLinux
import WidgetHelpers
import WidgetSystem

/// Decides what of a helper's requests reaches the service it speaks to.
protocol RequestFilter {
  /// Adds what the helper has sent.
  ///
  /// - Returns: The part for the service; nil if the helper sent anything that may not go there.
  mutating func take(_ bytes: [UInt8]) -> [UInt8]?
}

/// Stands between a helper and a service, in a process of its own, and passes on nothing but what a ``RequestFilter`` allows.
///
/// The helper reads what the service sends, and has no socket but this one. The filter itself reads only what the helper sends.
struct FilterRelay {
  /// The filter's end of its socket to the helper.
  static let descriptor: Int32 = 3

  private static let chunk = 64 << 10

  private let helper: FileDescriptor
  private let service: FileDescriptor
  private var requests: any RequestFilter

  /// Starts the filter for a service.
  ///
  /// - Parameter words: The rest of its command line: the service, and the group of the helper.
  /// - Returns: The helper's end.
  static func start(_ words: [String], executable: String, environment: [String]) throws(SystemError) -> FileDescriptor {
    let ends = try FrameChannel.pair()
    let theirs = FileDescriptor(rawValue: ends.theirs)
    defer { theirs.close() }
    do throws(SystemError) {
      _ = try ProcessLaunch(
        executable, ["luawidget-notifier", "--filter"] + words, environment: environment,
        descriptors: [descriptor: theirs], directory: "/", closesOthers: true
      ).start()
    } catch {
      Libc.close(ends.ours)
      throw error
    }
    return FileDescriptor(rawValue: ends.ours)
  }

  /// Enters the sandbox and passes messages on until one side is gone.
  ///
  /// - Returns: The exit status: 1 without a connection to the service, or if the helper asked for something it may not.
  static func run(to service: FileDescriptor?, _ requests: any RequestFilter) -> Int32 {
    guard let service else { return 1 }
    HelperLimits.enter(openFiles: 16)
    #if os(Linux)
      lw_enter_helper_sandbox(lw_bus_policy(), nil, 0)
    #endif
    var relay = FilterRelay(helper: FileDescriptor(rawValue: descriptor), service: service, requests: requests)
    return relay.relay() ? 0 : 1
  }

  /// - Returns: false if the helper broke the rules.
  private mutating func relay() -> Bool {
    while true {
      var polled = [
        pollfd(fd: helper.rawValue, events: Int16(POLLIN), revents: 0),
        pollfd(fd: service.rawValue, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&polled, 2, -1) >= 0 || errno == EINTR else { return true }
      if polled[1].revents != 0 {
        guard let bytes = try? service.readSome(Self.chunk), !bytes.isEmpty, (try? helper.writeAll(bytes)) != nil else {
          return true
        }
      }
      if polled[0].revents != 0 {
        guard let bytes = try? helper.readSome(Self.chunk), !bytes.isEmpty else { return true }
        guard let allowed = requests.take(bytes) else { return false }
        guard allowed.isEmpty || (try? service.writeAll(allowed)) != nil else { return true }
      }
    }
  }
}
