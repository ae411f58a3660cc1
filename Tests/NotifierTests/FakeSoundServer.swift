import Synchronization
import WidgetServices
import WidgetSystem

@testable import luawidget_notifier

/// A sound server that speaks PulseAudio's protocol, as it should or as a test says.
final class FakeSoundServer: Sendable {
  struct Device: Sendable {
    var kind = AudioDevice.Kind.sink
    var index: UInt32
    var name: String
    var description: String? = "Speakers"
    var volumes: [UInt32] = [0x8000, 0x4000]
    var isMuted = false
    /// The sink that it's the monitor of.
    var sink = UInt32.max
  }

  private struct State {
    var devices: [Device]
    var defaults = ["speakers", "microphone"]
    var told: [String] = []
    var cookie: [UInt8] = []
    var properties: [UInt8] = []
    /// Sent instead of the reply to a command, by its number; nil is nothing.
    var replies: [UInt32: @Sendable (UInt32) -> [UInt8]?] = [:]
    /// The sockets of clients, with what they've subscribed to.
    var clients: [Int32: UInt32] = [:]
    var connections = 0
  }

  static let devices = [
    Device(index: 3, name: "speakers"), Device(index: 7, name: "hdmi", description: nil, volumes: [0x10000], isMuted: true),
    Device(kind: .source, index: 4, name: "speakers.monitor", sink: 3),
    Device(kind: .source, index: 9, name: "microphone", description: "Microphone", volumes: [0]),
  ]

  private let listener: Int32
  private let state: Mutex<State>

  init(at path: String, _ devices: [Device] = FakeSoundServer.devices) throws {
    // Clients go while they're written to.
    signal(SIGPIPE, SIG_IGN)
    state = Mutex(State(devices: devices))
    listener = try LocalSocket.listener(at: path)
    try DetachedThread.start(stackBytes: 512 << 10) { [self] in accept() }
  }

  /// Orders so far: `36 3 N v 0x8000`.
  var told: [String] { state.withLock { $0.told } }
  var cookie: [UInt8] { state.withLock { $0.cookie } }
  var properties: [UInt8] { state.withLock { $0.properties } }
  var connections: Int { state.withLock { $0.connections } }
  /// Whether a client listens to all that luawidget may listen to.
  var isListenedTo: Bool { state.withLock { $0.clients.values.contains(0x83) } }

  /// Answers a command with something else; nil stays silent.
  func answer(_ command: PulseCommand, _ reply: @escaping @Sendable (UInt32) -> [UInt8]?) {
    state.withLock { $0.replies[command.rawValue] = reply }
  }

  func set(_ devices: [Device]) { state.withLock { $0.devices = devices } }

  /// Sends bytes to everybody.
  func send(_ bytes: [UInt8]) {
    let clients = state.withLock { Array($0.clients.keys) }
    for client in clients { try? FileDescriptor(rawValue: client).writeAll(bytes) }
  }

  /// Tells everybody who has subscribed of a change: 0 a sink, 1 a source, 2 a stream, 7 the server.
  func emit(_ facility: UInt32, _ count: Int = 1) {
    let clients = state.withLock { $0.clients.filter { $0.value & (1 << facility) != 0 }.map(\.key) }
    let event = Self.frame(Self.number(66) + Self.number(.max) + Self.number(facility | 0x10) + Self.number(3))
    for client in clients {
      for _ in 0..<count { try? FileDescriptor(rawValue: client).writeAll(event) }
    }
  }

  /// Ends all connections, and takes no more.
  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    let clients = state.withLock { Array($0.clients.keys) }
    for client in clients { shutdown(client, Int32(SHUT_RDWR)) }
  }

  // MARK: Connections

  private func accept() {
    while true {
      var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
      poll(&waiting, 1, -1)
      let client = systemAccept(listener)
      guard client >= 0 else {
        Libc.close(listener)
        return
      }
      state.withLock {
        $0.clients[client] = 0
        $0.connections += 1
      }
      try? DetachedThread.start(stackBytes: 512 << 10) { [self] in serve(FileDescriptor(rawValue: client)) }
    }
  }

  private func serve(_ client: FileDescriptor) {
    _ = fcntl(client.rawValue, F_SETFL, 0)
    while let header = try? client.read(exactly: PulseFrame.headerLength), let frame = PulseFrame(header[...]),
      let payload = try? client.read(exactly: frame.length), let reply = reply(to: payload, client.rawValue)
    {
      guard (try? client.writeAll(reply)) != nil else { break }
    }
    state.withLock { _ = $0.clients.removeValue(forKey: client.rawValue) }
    client.close()
  }

  /// - Returns: nil ends the connection.
  private func reply(to payload: [UInt8], _ client: Int32) -> [UInt8]? {
    var reader = PulseReader(payload)
    guard let command = try? reader.number(), let tag = try? reader.number() else { return nil }
    let body = Array(payload[10...])
    let answer = state.withLock { $0.replies[command] }
    if let answer { return answer(tag) ?? [] }
    return state.withLock { state in
      var values: [UInt8] = []
      switch PulseCommand(rawValue: command) {
      case .authenticate:
        state.cookie = Array(body.suffix(256))
        values = Self.number(35)
      case .setClientName:
        state.properties = body
        values = Self.number(1)
      case .getServerInfo:
        values =
          ["pulseaudio", "16.1", "user", "machine"].flatMap(Self.text) + Self.sampleSpecification
          + state.defaults.flatMap(Self.text) + Self.number(42)
      case .getSinks, .getSources:
        let kind: AudioDevice.Kind = command == PulseCommand.getSinks.rawValue ? .sink : .source
        values = state.devices.filter { $0.kind == kind }.flatMap(Self.device)
      case .subscribe: state.clients[client] = (try? reader.number()) ?? 0
      default: state.told.append("\(command) " + body.map { String($0, radix: 16) }.joined(separator: " "))
      }
      return Self.reply(tag, values)
    }
  }

  // MARK: Values

  static func frame(_ payload: [UInt8]) -> [UInt8] {
    word(UInt32(payload.count)) + word(.max) + word(0) + word(0) + word(0) + payload
  }
  static func reply(_ tag: UInt32, _ values: [UInt8]) -> [UInt8] { frame(number(2) + number(tag) + values) }
  static func refusal(_ tag: UInt32, _ code: UInt32) -> [UInt8] { frame(number(0) + number(tag) + number(code)) }
  static func word(_ number: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) } }
  static func number(_ number: UInt32) -> [UInt8] { [UInt8(ascii: "L")] + word(number) }
  static func text(_ text: String?) -> [UInt8] {
    text.map { [UInt8(ascii: "t")] + Array($0.utf8) + [0] } ?? [UInt8(ascii: "N")]
  }
  static let sampleSpecification: [UInt8] = [UInt8(ascii: "a"), 3, 2, 0, 0, 0xAC, 0x44]

  static func device(_ device: Device) -> [UInt8] {
    let time: [UInt8] = [UInt8(ascii: "U"), 0, 0, 0, 0, 0, 0, 0, 9]
    let channels = UInt8(device.volumes.count)
    let properties: [UInt8] =
      [UInt8(ascii: "P")] + text("device.icon_name") + number(4) + [UInt8(ascii: "x")] + word(4) + [1, 0, 2, 0] + text(nil)
    let start: [UInt8] = number(device.index) + text(device.name) + text(device.description) + sampleSpecification
    let map: [UInt8] = [UInt8(ascii: "m"), channels] + Array(repeating: 1, count: Int(channels))
    let volumes: [UInt8] = [UInt8(ascii: "v"), channels] + device.volumes.flatMap(word)
    let state: [UInt8] = [UInt8(ascii: device.isMuted ? "1" : "0")] + number(device.sink) + text(nil) + time
    return start + map + number(5) + volumes + state + text("module-null-sink.c") + number(0) + properties + time
  }
}

// The system call's name clashes with the method above.
private func systemAccept(_ listener: Int32) -> Int32 { accept(listener, nil, nil) }
