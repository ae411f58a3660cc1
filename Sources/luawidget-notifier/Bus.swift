import CSystemd
import WidgetModel
import WidgetSystem

/// A connection to a bus (sd-bus(3)). Use it on one thread.
final class Bus {
  private static let timeout: UInt64 = 10_000_000

  private let pointer: OpaquePointer
  /// Messages collected by the matches; ``process(_:)`` passes them on.
  private var received: [BusMessage] = []

  enum Kind { case session, system }

  init(_ kind: Kind) throws(BusError) {
    var opened: OpaquePointer?
    let code = kind == .session ? sd_bus_open_user(&opened) : sd_bus_open_system(&opened)
    guard code >= 0, let opened else { throw BusError(code: code) }
    pointer = opened
  }

  deinit {
    sd_bus_close(pointer)
    sd_bus_unref(pointer)
  }

  /// Receives a signal from now on.
  func watch(sender: String, interface: String, member: String) throws(BusError) {
    let code = sd_bus_match_signal(
      pointer, nil, sender, nil, interface, member,
      { message, owner, _ in
        guard let message, let owner else { return 0 }
        Unmanaged<Bus>.fromOpaque(owner).takeUnretainedValue().received.append(BusMessage(sharing: message))
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
    guard code >= 0 else { throw BusError(code: code) }
  }

  /// Calls a method and waits for its reply. Signals arriving meanwhile have to wait.
  func call(
    _ destination: String, _ path: String, _ interface: String, _ member: String, _ write: (BusMessage) -> Void = { _ in }
  ) throws(BusError) -> BusMessage {
    var created: OpaquePointer?
    let code = sd_bus_message_new_method_call(pointer, &created, destination, path, interface, member)
    guard code >= 0, let created else { throw BusError(code: code) }
    let message = BusMessage(owning: created)
    write(message)
    guard message.code >= 0 else { throw BusError(code: message.code) }
    var error = sd_bus_error()
    var reply: OpaquePointer?
    let result = sd_bus_call(pointer, message.pointer, Self.timeout, &error, &reply)
    defer { sd_bus_error_free(&error) }
    guard result >= 0, let reply else {
      guard let name = error.name else { throw BusError(code: result) }
      throw BusError(
        name: String(cString: name), message: error.message.map { String(cString: $0) } ?? String(cString: name))
    }
    return BusMessage(owning: reply)
  }

  /// Handles whatever has arrived.
  ///
  /// - Parameter handle: Receives each signal's name and content.
  /// - Throws: If the connection is gone.
  func process(_ handle: (_ member: String, BusMessage) -> Void) throws(BusError) {
    while true {
      let code = sd_bus_process(pointer, nil)
      guard code >= 0 else { throw BusError(code: code) }
      // A handler can call a method, which collects further signals.
      while !received.isEmpty {
        let message = received.removeFirst()
        handle(sd_bus_message_get_member(message.pointer).map { String(cString: $0) } ?? "", message)
      }
      if code == 0 { break }
    }
    _ = sd_bus_flush(pointer)
  }

  /// Arguments for poll(2): the descriptor, its events, and milliseconds until ``process(_:)`` must be called.
  var pollState: (descriptor: pollfd, milliseconds: Int32) {
    let events = sd_bus_get_events(pointer)
    var until: UInt64 = .max
    sd_bus_get_timeout(pointer, &until)
    var milliseconds: Int32 = -1
    if until != .max {
      let remaining = Double(until) / 1_000_000 - MonotonicTime.now()
      milliseconds = Int32(saturating: min(max(remaining * 1000, 0), 60_000).rounded(.up))
    }
    return (pollfd(fd: sd_bus_get_fd(pointer), events: Int16(max(events, 0)), revents: 0), milliseconds)
  }
}

/// Why a call on D-Bus failed.
struct BusError: Error, Equatable {
  /// The D-Bus error's name; nil for a system error.
  var name: String?
  var message: String

  init(name: String? = nil, message: String) {
    self.name = name
    self.message = message
  }

  /// - Parameter code: A negative errno.
  init(code: Int32) { self.init(message: SystemError(code: -code).description) }

  /// Whether no program provides the service, so another channel can be used.
  var isMissingService: Bool {
    ["ServiceUnknown", "NameHasNoOwner", "NoReply", "Disconnected"].contains { name == "org.freedesktop.DBus.Error.\($0)" }
      || name?.hasPrefix("org.freedesktop.DBus.Error.Spawn.") == true
  }
}
