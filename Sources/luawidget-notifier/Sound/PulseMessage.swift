/// Commands of PulseAudio's native protocol, by their numbers (`pulsecore/native-common.h`).
enum PulseCommand: UInt32 {
  case error = 0
  case reply = 2
  case authenticate = 8
  case setClientName = 9
  case getServerInfo = 20
  case getSinks = 22
  case getSources = 24
  case subscribe = 35
  case setSinkVolume = 36
  case setSourceVolume = 38
  case muteSink = 39
  case muteSource = 40
  case setDefaultSink = 44
  case setDefaultSource = 45
  case event = 66
}

/// The start of a frame: the length of what follows, and what it's for.
struct PulseFrame {
  static let headerLength = 20
  /// The channel of commands. All others have sound.
  static let commands = UInt32.max

  let length: Int
  /// Whether it's a command inside the frame, not sound and not a place in shared memory.
  let isCommand: Bool

  /// - Returns: nil if bytes are missing.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count >= Self.headerLength else { return nil }
    let words = (0..<5).map { index in
      bytes.dropFirst(4 * index).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    length = Int(words[0])
    isCommand = words[1] == Self.commands && words[2] == 0 && words[3] == 0 && words[4] == 0
  }

  /// A command with its header.
  static func frame(_ payload: [UInt8]) -> [UInt8] {
    [UInt32(truncatingIfNeeded: payload.count), commands, 0, 0, 0].flatMap(PulseWriter.bytes) + payload
  }
}

/// A message that isn't as the protocol says, or that ends early.
struct PulseProblem: Error, Equatable {}

/// Reads the values of a message one by one. Each begins with a letter for its type (`pulsecore/tagstruct.h`).
struct PulseReader {
  private let bytes: [UInt8]
  private var offset = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { offset == bytes.count }

  mutating func number() throws(PulseProblem) -> UInt32 {
    try expect("L")
    return try word()
  }

  mutating func flag() throws(PulseProblem) -> Bool {
    let type = try byte()
    guard type == UInt8(ascii: "0") || type == UInt8(ascii: "1") else { throw PulseProblem() }
    return type == UInt8(ascii: "1")
  }

  /// - Returns: nil for a text that isn't there.
  mutating func text() throws(PulseProblem) -> String? {
    let type = try byte()
    if type == UInt8(ascii: "N") { return nil }
    guard type == UInt8(ascii: "t"), let end = bytes[offset...].firstIndex(of: 0) else { throw PulseProblem() }
    defer { offset = end + 1 }
    return String(decoding: bytes[offset..<end], as: UTF8.self)
  }

  /// The volumes of the channels: 0x10000 is unamplified.
  mutating func volumes() throws(PulseProblem) -> [UInt32] {
    try expect("v")
    let count = try byte()
    // The most that PulseAudio has (`PA_CHANNELS_MAX`).
    guard (1...32).contains(count) else { throw PulseProblem() }
    var volumes: [UInt32] = []
    for _ in 0..<count { volumes.append(try word()) }
    return volumes
  }

  mutating func skipSampleSpecification() throws(PulseProblem) {
    try expect("a")
    try skip(6)
  }

  mutating func skipChannelMap() throws(PulseProblem) {
    try expect("m")
    try skip(Int(try byte()))
  }

  mutating func skipTime() throws(PulseProblem) {
    try expect("U")
    try skip(8)
  }

  mutating func skipProperties() throws(PulseProblem) {
    try expect("P")
    while try text() != nil {
      let length = try number()
      try expect("x")
      guard try word() == length else { throw PulseProblem() }
      try skip(Int(length))
    }
  }

  private mutating func expect(_ type: Unicode.Scalar) throws(PulseProblem) {
    guard try byte() == UInt8(ascii: type) else { throw PulseProblem() }
  }

  private mutating func byte() throws(PulseProblem) -> UInt8 {
    guard offset < bytes.count else { throw PulseProblem() }
    defer { offset += 1 }
    return bytes[offset]
  }

  private mutating func word() throws(PulseProblem) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 { value = value << 8 | UInt32(try byte()) }
    return value
  }

  private mutating func skip(_ count: Int) throws(PulseProblem) {
    guard bytes.count - offset >= count else { throw PulseProblem() }
    offset += count
  }
}

/// Writes the values of a message.
struct PulseWriter {
  private var payload: [UInt8] = []

  init(_ command: PulseCommand, tag: UInt32) {
    append(command.rawValue)
    append(tag)
  }

  var frame: [UInt8] { PulseFrame.frame(payload) }

  mutating func append(_ number: UInt32) { payload += [UInt8(ascii: "L")] + Self.bytes(number) }

  mutating func append(_ flag: Bool) { payload.append(UInt8(ascii: flag ? "1" : "0")) }

  /// - Parameter text: nil for one that isn't there.
  mutating func append(_ text: String?) {
    guard let text else { return payload.append(UInt8(ascii: "N")) }
    payload += [UInt8(ascii: "t")] + text.utf8.filter { $0 != 0 } + [0]
  }

  mutating func append(volumes: [UInt32]) {
    payload += [UInt8(ascii: "v"), UInt8(truncatingIfNeeded: volumes.count)] + volumes.flatMap(Self.bytes)
  }

  mutating func append(bytes: [UInt8]) {
    payload += [UInt8(ascii: "x")] + Self.bytes(UInt32(truncatingIfNeeded: bytes.count)) + bytes
  }

  mutating func append(properties: [String: String]) {
    payload.append(UInt8(ascii: "P"))
    for (name, value) in properties.sorted(by: { $0.key < $1.key }) {
      append(name)
      append(UInt32(truncatingIfNeeded: value.utf8.count + 1))
      append(bytes: Array(value.utf8) + [0])
    }
    append(String?.none)
  }

  static func bytes(_ number: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }
}
