import CSystemd
import Foundation
import Synchronization
import WidgetModel

@testable import luawidget_notifier

/// A media player on a private bus that says what a test tells it to, and records what it's told.
final class FakeMediaPlayer: Sendable {
  indirect enum Value: Sendable {
    case text(String), path(String), flag(Bool), integer(Int64), number(Double), texts([String]), table([String: Value]), tables(
      [[String: Value]]), bytes([UInt8]), paths([String])

    var signature: String {
      switch self {
      case .text: "s"
      case .path: "o"
      case .flag: "b"
      case .integer: "x"
      case .number: "d"
      case .texts: "as"
      case .table: "a{sv}"
      case .tables: "aa{sv}"
      case .bytes: "ay"
      case .paths: "ao"
      }
    }
  }

  private struct State {
    var properties: [String: Value]
    var told: [String] = []
    var hangs = false
    var signals = 0
    var isStopped = false
    var isReady = false
    var problem: String?
  }

  static let track: [String: Value] = [
    "PlaybackStatus": .text("Playing"), "Position": .integer(61_500_000), "CanControl": .flag(true), "CanPlay": .flag(true),
    "CanPause": .flag(true), "CanGoNext": .flag(true), "CanGoPrevious": .flag(false), "CanSeek": .flag(true),
    "Metadata": .table([
      "xesam:title": .text("So What"), "xesam:artist": .texts(["Miles Davis", "John Coltrane"]),
      "xesam:album": .text("Kind of Blue"), "mpris:length": .integer(545_000_000), "mpris:artUrl": .text("file:///tmp/cover.png"),
      "mpris:trackid": .path("/track/1"), "xesam:url": .text("file:///home/user/secret.flac"),
    ]),
  ]

  let id: String
  private let identity: String
  private let state: Mutex<State>

  var told: [String] { state.withLock { $0.told } }
  var isReady: Bool { state.withLock { $0.isReady } }
  var problem: String? { state.withLock { $0.problem } }
  func stop() { state.withLock { $0.isStopped = true } }
  func hang(_ hangs: Bool = true) { state.withLock { $0.hangs = hangs } }
  func set(_ name: String, _ value: Value) { state.withLock { $0.properties[name] = value } }
  /// Says this often that something has changed.
  func emit(_ count: Int = 1) { state.withLock { $0.signals += count } }
  var hasEmitted: Bool { state.withLock { $0.signals == 0 } }

  init(_ id: String, identity: String = "Fake", address: String, properties: [String: Value] = track) async throws {
    self.id = id
    self.identity = identity
    state = Mutex(State(properties: properties))
    Thread { [self] in
      if let problem = serve(address) { state.withLock { $0.problem = problem } }
    }.start()
    try await eventually("the player is there") { isReady || problem != nil }
    if let problem { throw PrivateDesktop.Problem(words: problem) }
  }

  private func serve(_ address: String) -> String? {
    var opened: OpaquePointer?
    guard sd_bus_new(&opened) >= 0, let bus = opened else { return "no bus" }
    defer { sd_bus_flush_close_unref(bus) }
    sd_bus_set_address(bus, address)
    sd_bus_set_bus_client(bus, 1)
    guard sd_bus_start(bus) >= 0 else { return "the bus does not start" }
    sd_bus_add_filter(
      bus, nil,
      { message, owner, _ in
        guard let message, let owner else { return 0 }
        return Unmanaged<FakeMediaPlayer>.fromOpaque(owner).takeUnretainedValue().handle(message) ? 1 : 0
      }, Unmanaged.passUnretained(self).toOpaque())
    let name = MediaPlayerBus.prefix + id
    guard sd_bus_request_name(bus, name, 0) >= 0 else { return "\(name) is taken" }
    state.withLock { $0.isReady = true }
    defer {
      sd_bus_release_name(bus, name)
      state.withLock { $0.isReady = false }
    }
    while !state.withLock({ $0.isStopped }) {
      let signals = state.withLock { $0.signals }
      for _ in 0..<signals { emitChange(on: bus) }
      if signals > 0 {
        sd_bus_flush(bus)
        state.withLock { $0.signals -= signals }
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
    let (hangs, properties) = state.withLock { ($0.hangs, $0.properties) }
    if hangs { return true }
    let message = BusMessage(sharing: pointer)
    switch member {
    case "GetAll": reply(pointer) { Self.append(.table(properties), to: $0) }
    case "Get":
      reply(pointer) { reply in reply.container("v", "s") { reply.append(identity) } }
    default:
      var budget = 10
      var words = [member]
      while let value = message.readValue(&budget) { words.append(value.string ?? value.integer.map(String.init) ?? "?") }
      state.withLock { $0.told.append(words.joined(separator: " ")) }
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

  static func append(_ value: Value, to message: BusMessage) {
    switch value {
    case .text(let text): message.append(text)
    case .path(let path): message.append(objectPath: path)
    case .flag(let flag): message.append(flag)
    case .integer(let number): message.append(number)
    case .number(let number): message.append(number)
    case .texts(let texts): message.append(texts)
    case .tables(let tables): message.container("a", "a{sv}") { for table in tables { append(.table(table), to: message) } }
    case .bytes(let bytes): message.container("a", "y") { for byte in bytes { message.append(byte) } }
    case .paths(let paths): message.container("a", "o") { for path in paths { message.append(objectPath: path) } }
    case .table(let fields):
      message.container("a", "{sv}") {
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
          message.container("e", "sv") {
            message.append(name)
            message.container("v", value.signature) { append(value, to: message) }
          }
        }
      }
    }
  }

  private func emitChange(on bus: OpaquePointer) {
    var created: OpaquePointer?
    guard
      sd_bus_message_new_signal(
        bus, &created, MediaPlayerBus.path, "org.freedesktop.DBus.Properties", "PropertiesChanged") >= 0, let created
    else { return }
    let signal = BusMessage(owning: created)
    signal.append(MediaPlayerBus.player)
    Self.append(.table([:]), to: signal)
    signal.append([String]())
    sd_bus_send(bus, signal.pointer, nil)
  }
}
