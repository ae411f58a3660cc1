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

  /// - Parameters:
  ///   - socket: A socket to a bus, or to a filter in front of one. Closed with the connection.
  ///   - passesDescriptors: Whether replies may have descriptors.
  init(socket: FileDescriptor, passesDescriptors: Bool = false) throws(BusError) {
    var created: OpaquePointer?
    guard sd_bus_new(&created) >= 0, let created else { throw BusError(code: -ENOMEM) }
    pointer = created
    for code in [
      sd_bus_set_fd(created, socket.rawValue, socket.rawValue), sd_bus_negotiate_fds(created, passesDescriptors ? 1 : 0),
      sd_bus_set_bus_client(created, 1),
      sd_bus_start(created),
    ] where code < 0 { throw BusError(code: code) }
  }

  deinit {
    sd_bus_close(pointer)
    sd_bus_unref(pointer)
  }

  /// Receives a signal from now on.
  func watch(sender: String, interface: String, member: String) throws(BusError) {
    let code = sd_bus_match_signal(
      pointer, nil, sender, nil, interface, member, Self.collect, Unmanaged.passUnretained(self).toOpaque())
    guard code >= 0 else { throw BusError(code: code) }
  }

  /// Receives the signals that a match rule selects, until the subscription is gone. The bus isn't waited for.
  ///
  /// - Parameter tag: The ``BusMessage/tag`` of these signals.
  func watch(_ rule: String, tag: Int = 0) throws(BusError) -> BusSubscription {
    var slot: OpaquePointer?
    let receiver = SignalReceiver(self, tag)
    // The result of AddMatch doesn't matter: without it, nothing arrives.
    let code = sd_bus_add_match_async(
      pointer, &slot, rule,
      { message, owner, _ in
        guard let message, let owner else { return 0 }
        Unmanaged<SignalReceiver>.fromOpaque(owner).takeUnretainedValue().receive(message)
        return 0
      }, { _, _, _ in 0 }, Unmanaged.passUnretained(receiver).toOpaque())
    guard code >= 0, let slot else { throw BusError(code: code) }
    return BusSubscription(slot, receiver)
  }

  /// Called by the library for the signals of one rule.
  fileprivate final class SignalReceiver {
    private unowned let bus: Bus
    private let tag: Int

    init(_ bus: Bus, _ tag: Int) { (self.bus, self.tag) = (bus, tag) }

    func receive(_ pointer: OpaquePointer) {
      let message = BusMessage(sharing: pointer)
      message.tag = tag
      bus.received.append(message)
    }
  }

  private static var collect: sd_bus_message_handler_t {
    { message, owner, _ in
      guard let message, let owner else { return 0 }
      Unmanaged<Bus>.fromOpaque(owner).takeUnretainedValue().received.append(BusMessage(sharing: message))
      return 0
    }
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
      throw error.name == nil ? BusError(code: result) : BusError(error)
    }
    return BusMessage(owning: reply)
  }

  /// Calls a method of a program that runs, without starting it and without waiting.
  ///
  /// - Parameters:
  ///   - seconds: How long the program may take.
  ///   - complete: Receives the reply while ``process(_:)`` runs.
  func send(
    _ destination: String, _ path: String, _ interface: String, _ member: String, within seconds: Double,
    _ write: (BusMessage) -> Void = { _ in }, complete: @escaping (Result<BusMessage, BusError>) -> Void
  ) {
    var created: OpaquePointer?
    let code = sd_bus_message_new_method_call(pointer, &created, destination, path, interface, member)
    guard code >= 0, let created else { return complete(.failure(BusError(code: code))) }
    let message = BusMessage(owning: created)
    sd_bus_message_set_auto_start(message.pointer, 0)
    write(message)
    guard message.code >= 0 else { return complete(.failure(BusError(code: message.code))) }
    let pending = Unmanaged.passRetained(PendingReply(complete: complete))
    let result = sd_bus_call_async(
      pointer, nil, message.pointer,
      { reply, owner, _ in
        guard let reply, let owner else { return 0 }
        let pending = Unmanaged<PendingReply>.fromOpaque(owner).takeRetainedValue()
        guard let error = sd_bus_message_get_error(reply) else {
          pending.complete(.success(BusMessage(sharing: reply)))
          return 0
        }
        pending.complete(.failure(BusError(error.pointee)))
        return 0
      }, pending.toOpaque(), UInt64(saturating: seconds * 1_000_000))
    if result < 0 { pending.takeRetainedValue().complete(.failure(BusError(code: result))) }
  }

  /// Handles whatever has arrived.
  ///
  /// - Parameters:
  ///   - limit: How many messages are handled at most, so that a flood of them doesn't keep the thread.
  ///   - handle: Receives each signal's name and content.
  /// - Throws: If the connection is gone.
  func process(limit: Int = .max, _ handle: (_ member: String, BusMessage) -> Void) throws(BusError) {
    for _ in 0..<limit {
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

/// Signals that arrive until it's gone.
final class BusSubscription {
  private let slot: OpaquePointer
  private let receiver: Bus.SignalReceiver

  /// - Parameter slot: Owned by the new object.
  fileprivate init(_ slot: OpaquePointer, _ receiver: Bus.SignalReceiver) { (self.slot, self.receiver) = (slot, receiver) }

  deinit { sd_bus_slot_unref(slot) }
}

/// The receiver of the reply to a call.
private final class PendingReply {
  let complete: (Result<BusMessage, BusError>) -> Void

  init(complete: @escaping (Result<BusMessage, BusError>) -> Void) { self.complete = complete }
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

  /// - Parameter error: The one of a reply.
  init(_ error: sd_bus_error) {
    let name = error.name.map { String(cString: $0) }
    self.init(name: name, message: error.message.map { String(cString: $0) } ?? name ?? "")
  }

  /// - Parameter code: A negative errno.
  init(code: Int32) { self.init(message: SystemError(code: -code).description) }

  /// Whether no program provides the service, so another channel can be used.
  var isMissingService: Bool {
    ["ServiceUnknown", "NameHasNoOwner", "NoReply", "Disconnected"].contains { name == "org.freedesktop.DBus.Error.\($0)" }
      || name?.hasPrefix("org.freedesktop.DBus.Error.Spawn.") == true
  }
}
