import CSystemd
import Foundation
import Synchronization

@testable import luawidget_notifier

/// A notification server on a private bus that records what it shows and responds as a test tells it. It also plays the screen
/// saver.
final class FakeNotificationServer: Sendable {
  struct Shown: Sendable, Equatable {
    var number: UInt32
    var replaced: UInt32
    var application: String
    var summary: String
    var body: String
    /// Pairs of id and label.
    var actions: [String]
    /// The bus name of the caller.
    var caller: String
  }

  private struct State {
    var shown: [Shown] = []
    var closed: [UInt32] = []
    var signals: [(member: String, number: UInt32, text: String?)] = []
    var isLocked = false
    var isStopped = false
    var isReady = false
    var problem: String?
  }

  private static let names = ["org.freedesktop.Notifications", "org.freedesktop.ScreenSaver"]

  private let capabilities: [String]
  private let state = Mutex(State())

  var shown: [Shown] { state.withLock { $0.shown } }
  var closed: [UInt32] { state.withLock { $0.closed } }
  var problem: String? { state.withLock { $0.problem } }
  var isReady: Bool { state.withLock { $0.isReady } }
  func setLocked(_ isLocked: Bool) { state.withLock { $0.isLocked = isLocked } }

  /// The user taps an action.
  func invoke(_ action: String, of number: UInt32) { send("ActionInvoked", number, action) }
  func reply(_ text: String, to number: UInt32) { send("NotificationReplied", number, text) }
  func dismiss(_ number: UInt32) { send("NotificationClosed", number, nil) }
  func stop() { state.withLock { $0.isStopped = true } }

  private func send(_ member: String, _ number: UInt32, _ text: String?) {
    state.withLock { $0.signals.append((member, number, text)) }
  }

  init(address: String, capabilities: [String] = ["body", "actions"]) {
    self.capabilities = capabilities
    Thread { [self] in
      if let problem = serve(address) { state.withLock { $0.problem = problem } }
    }.start()
  }

  /// - Returns: Why it isn't serving.
  private func serve(_ address: String) -> String? {
    var opened: OpaquePointer?
    guard sd_bus_new(&opened) >= 0, let bus = opened else { return "no bus" }
    defer { sd_bus_flush_close_unref(bus) }
    sd_bus_set_address(bus, address)
    sd_bus_set_bus_client(bus, 1)
    guard sd_bus_start(bus) >= 0 else { return "the bus does not start" }
    let owner = Unmanaged.passUnretained(self).toOpaque()
    sd_bus_add_filter(
      bus, nil,
      { message, owner, _ in
        guard let message, let owner else { return 0 }
        return Unmanaged<FakeNotificationServer>.fromOpaque(owner).takeUnretainedValue().handle(message) ? 1 : 0
      }, owner)
    for name in Self.names {
      guard sd_bus_request_name(bus, name, 0) >= 0 else { return "\(name) is taken" }
    }
    state.withLock { $0.isReady = true }
    defer {
      // The daemon has dropped the names by the time it replies.
      for name in Self.names { sd_bus_release_name(bus, name) }
      state.withLock { $0.isReady = false }
    }
    while !state.withLock({ $0.isStopped }) {
      let signals = state.withLock { state in
        defer { state.signals = [] }
        return state.signals
      }
      for signal in signals { emit(signal.member, signal.number, signal.text, on: bus) }
      let code = sd_bus_process(bus, nil)
      if code < 0 { return nil }
      if code == 0 { sd_bus_wait(bus, 10_000) }
    }
    return nil
  }

  private func handle(_ pointer: OpaquePointer) -> Bool {
    guard let member = sd_bus_message_get_member(pointer).map({ String(cString: $0) }),
      sd_bus_message_is_method_call(pointer, nil, member) > 0
    else { return false }
    let message = BusMessage(sharing: pointer)
    switch member {
    case "GetCapabilities": sendReply(pointer) { $0.append(capabilities) }
    case "GetActive":
      let isLocked = state.withLock { $0.isLocked }
      sendReply(pointer) { $0.append(isLocked) }
    case "Notify": show(message)
    case "CloseNotification":
      guard let number = message.readNumber() else { return false }
      state.withLock {
        $0.closed.append(number)
        $0.signals.append(("NotificationClosed", number, nil))
      }
      sendReply(pointer) { _ in }
    default: return false
    }
    return true
  }

  private func show(_ message: BusMessage) {
    guard let application = message.readText(), let replaced = message.readNumber(), message.readText() != nil,
      let summary = message.readText(), let body = message.readText(), let actions = message.readTexts(limit: 20)
    else { return }
    let caller = sd_bus_message_get_sender(message.pointer).map { String(cString: $0) } ?? ""
    let number: UInt32 = state.withLock { state in
      let number = replaced == 0 ? UInt32(state.shown.count + 1) : replaced
      state.shown.append(
        Shown(
          number: number, replaced: replaced, application: application, summary: summary, body: body, actions: actions,
          caller: caller))
      return number
    }
    sendReply(message.pointer) { $0.append(number) }
  }

  private func sendReply(_ call: OpaquePointer, _ write: (BusMessage) -> Void) {
    var created: OpaquePointer?
    guard sd_bus_message_new_method_return(call, &created) >= 0, let created else { return }
    let reply = BusMessage(owning: created)
    write(reply)
    sd_bus_send(nil, reply.pointer, nil)
  }

  /// Another client on the bus sends a signal as if it were the server: to everyone, or to one connection.
  static func forge(_ member: String, _ number: UInt32, _ text: String, to receiver: String?, address: String) throws {
    var opened: OpaquePointer?
    guard sd_bus_new(&opened) >= 0, let bus = opened else { throw CocoaError(.featureUnsupported) }
    defer { sd_bus_flush_close_unref(bus) }
    sd_bus_set_address(bus, address)
    sd_bus_set_bus_client(bus, 1)
    var created: OpaquePointer?
    let name = "org.freedesktop.Notifications"
    guard sd_bus_start(bus) >= 0, sd_bus_message_new_signal(bus, &created, "/org/freedesktop/Notifications", name, member) >= 0,
      let created
    else { throw CocoaError(.featureUnsupported) }
    let signal = BusMessage(owning: created)
    if let receiver { sd_bus_message_set_destination(signal.pointer, receiver) }
    signal.append(number)
    signal.append(text)
    sd_bus_send(bus, signal.pointer, nil)
  }

  private func emit(_ member: String, _ number: UInt32, _ text: String?, on bus: OpaquePointer) {
    var created: OpaquePointer?
    let name = "org.freedesktop.Notifications"
    guard sd_bus_message_new_signal(bus, &created, "/org/freedesktop/Notifications", name, member) >= 0, let created else {
      return
    }
    let signal = BusMessage(owning: created)
    signal.append(number)
    if let text { signal.append(text) } else { signal.append(UInt32(2)) }
    sd_bus_send(bus, signal.pointer, nil)
  }
}
