import CSystemd
import Foundation
import Synchronization
import WidgetModel

@testable import WidgetServices
@testable import luawidget_notifier

/// A program on a private bus with objects whose properties a test sets. It records every other call.
final class FakeService: Sendable {
  typealias Value = FakeMediaPlayer.Value
  typealias Objects = [String: [String: [String: Value]]]

  private struct State {
    var objects: Objects
    var told: [String] = []
    var hangs = false
    /// Paths and interfaces whose change is to be told.
    var signals: [(path: String, interface: String)] = []
    var isStopped = false
    var isReady = false
    var problem: String?
    /// The other ends of the descriptors it has given.
    var locks: [Int32] = []
  }

  private let names: [String]
  private let state: Mutex<State>

  var told: [String] { state.withLock { $0.told } }
  var isReady: Bool { state.withLock { $0.isReady } }
  var problem: String? { state.withLock { $0.problem } }
  func stop() { state.withLock { $0.isStopped = true } }
  func hang(_ hangs: Bool = true) { state.withLock { $0.hangs = hangs } }
  func set(_ path: String, _ interface: String, _ name: String, _ value: Value) {
    state.withLock { $0.objects[path, default: [:]][interface, default: [:]][name] = value }
  }
  /// Says that something has changed.
  func emit(_ path: String, _ interface: String, _ count: Int = 1) {
    state.withLock { $0.signals += Array(repeating: (path, interface), count: count) }
  }
  var hasEmitted: Bool { state.withLock { $0.signals.isEmpty } }
  /// How many of the descriptors that it gave are still open elsewhere.
  var openLocks: Int {
    state.withLock { state in
      state.locks.count { lock in
        var polled = pollfd(fd: lock, events: Int16(POLLIN), revents: 0)
        return poll(&polled, 1, 0) == 0
      }
    }
  }

  init(_ names: String..., address: String, objects: Objects) async throws {
    self.names = names
    state = Mutex(State(objects: objects))
    Thread { [self] in
      if let problem = serve(address) { state.withLock { $0.problem = problem } }
    }.start()
    try await eventually("the service is there") { isReady || problem != nil }
    if let problem { throw PrivateDesktop.Problem(words: problem) }
  }

  private func serve(_ address: String) -> String? {
    var opened: OpaquePointer?
    guard sd_bus_new(&opened) >= 0, let bus = opened else { return "no bus" }
    defer { sd_bus_flush_close_unref(bus) }
    sd_bus_set_address(bus, address)
    sd_bus_set_bus_client(bus, 1)
    sd_bus_negotiate_fds(bus, 1)
    guard sd_bus_start(bus) >= 0 else { return "the bus does not start" }
    sd_bus_add_filter(
      bus, nil,
      { message, owner, _ in
        guard let message, let owner else { return 0 }
        return Unmanaged<FakeService>.fromOpaque(owner).takeUnretainedValue().handle(message) ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
    for name in names { guard sd_bus_request_name(bus, name, 0) >= 0 else { return "\(name) is taken" } }
    state.withLock { $0.isReady = true }
    defer { state.withLock { $0.isReady = false } }
    while !state.withLock({ $0.isStopped }) {
      let signals = state.withLock { $0.signals }
      for signal in signals { emitChange(signal.path, signal.interface, on: bus) }
      if !signals.isEmpty {
        sd_bus_flush(bus)
        state.withLock { $0.signals.removeFirst(signals.count) }
      }
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
    let path = sd_bus_message_get_path(pointer).map { String(cString: $0) } ?? ""
    let (hangs, objects) = state.withLock { ($0.hangs, $0.objects) }
    if hangs { return true }
    let message = BusMessage(sharing: pointer)
    var budget = 10
    var words: [String] = []
    while let value = message.readValue(&budget) { words.append(value.string ?? value.integer.map(String.init) ?? "?") }
    switch member {
    case "GetAll":
      guard let properties = objects[path]?[words.first ?? ""] else {
        "org.freedesktop.DBus.Error.UnknownObject".withCString { name in
          var error = sd_bus_error(name: name, message: name, _need_free: 0)
          sd_bus_reply_method_error(pointer, &error)
        }
        return true
      }
      reply(pointer) { FakeMediaPlayer.append(.table(properties), to: $0) }
    case "LoadUnit":
      let path = UnitName.path(words.first ?? "")
      let target = objects[path] == nil ? UnitName.path("other.service") : path
      reply(pointer) { $0.append(objectPath: target) }
    case "Inhibit":
      state.withLock { $0.told.append(([member] + words).joined(separator: " ")) }
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { return true }
      reply(pointer) { reply in
        withUnsafePointer(to: &ends[1]) { _ = sd_bus_message_append_basic(reply.pointer, CChar(UInt8(ascii: "h")), $0) }
      }
      close(ends[1])
      state.withLock { $0.locks.append(ends[0]) }
    default:
      state.withLock { $0.told.append(([member] + words).joined(separator: " ")) }
      reply(pointer) { _ in }
    }
    return true
  }

  private func reply(_ call: OpaquePointer, _ write: (BusMessage) -> Void) {
    var created: OpaquePointer?
    guard sd_bus_message_new_method_return(call, &created) >= 0, let created else { return }
    let reply = BusMessage(owning: created)
    write(reply)
    sd_bus_send(nil, reply.pointer, nil)
  }

  private func emitChange(_ path: String, _ interface: String, on bus: OpaquePointer) {
    var created: OpaquePointer?
    guard sd_bus_message_new_signal(bus, &created, path, BusProperties.name, "PropertiesChanged") >= 0, let created else {
      return
    }
    let signal = BusMessage(owning: created)
    signal.append(interface)
    FakeMediaPlayer.append(.table([:]), to: signal)
    signal.append([String]())
    sd_bus_send(bus, signal.pointer, nil)
  }
}

private enum BusProperties { static let name = "org.freedesktop.DBus.Properties" }
