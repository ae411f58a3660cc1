/// A D-Bus message as a client sends it, up to its body (D-Bus Specification, "Message Format").
///
/// Everything is checked: whoever sent it may be trying to be understood differently by the bus.
struct BusHeader: Equatable {
  /// The bytes that tell a message's length.
  static let minimumLength = 16
  /// Far more than any call of ours has.
  static let maximumLength = 64 << 10

  enum Kind: UInt8 { case call = 1, reply, error, signal }

  /// Flag of a call that doesn't start a program to answer it.
  static let noAutoStart: UInt8 = 2

  var kind: Kind
  var flags: UInt8
  var path = ""
  var interface = ""
  var member = ""
  var destination = ""
  var signature = ""
  /// The texts that its arguments begin with, two at most.
  var texts: [String] = []

  /// The whole message's bytes.
  ///
  /// - Parameter start: At least ``minimumLength`` bytes.
  /// - Returns: nil for a message of another byte order or version, or one that's too long.
  static func length(of start: ArraySlice<UInt8>) -> Int? {
    guard start.count >= minimumLength else { return nil }
    var reader = BusReader(start)
    guard reader.byte() == BusReader.byteOrder, reader.skip(2), reader.byte() == 1, let body = reader.number(),
      reader.number() != nil, let fields = reader.number(), body <= maximumLength, fields <= maximumLength
    else { return nil }
    let length = (minimumLength + Int(fields) + 7) / 8 * 8 + Int(body)
    return length <= maximumLength ? length : nil
  }

  /// - Parameter message: Exactly one message.
  /// - Returns: nil if anything about it isn't as the specification says.
  init?(_ message: ArraySlice<UInt8>) {
    guard Self.length(of: message) == message.count else { return nil }
    var reader = BusReader(message)
    guard reader.skip(1), let kind = reader.byte().flatMap(Kind.init), let flags = reader.byte(), reader.skip(1),
      let body = reader.number(), let serial = reader.number(), serial != 0, let fields = reader.number()
    else { return nil }
    (self.kind, self.flags) = (kind, flags)
    let end = Self.minimumLength + Int(fields)
    var seen: Set<UInt8> = []
    while reader.offset < end {
      guard reader.align(8), let code = reader.byte(), let type = reader.signature(), seen.insert(code).inserted else {
        return nil
      }
      switch (code, type) {
      case (1, "o"): path = reader.text() ?? ""
      case (2, "s"): interface = reader.text() ?? ""
      case (3, "s"): member = reader.text() ?? ""
      case (6, "s"): destination = reader.text() ?? ""
      case (8, "g"): signature = reader.signature() ?? ""
      case (5, "u"): guard reader.number() != nil else { return nil }
      // The bus itself says who sent it; descriptors aren't passed on.
      default: return nil
      }
    }
    guard reader.offset == end, reader.align(8), message.count - reader.offset == Int(body) else { return nil }
    for _ in signature.prefix(2).prefix(while: { $0 == "s" }) {
      guard let text = reader.text() else { return nil }
      texts.append(text)
    }
  }
}

/// Reads the values of a D-Bus message one by one. Each result is nil beyond the end.
struct BusReader {
  #if _endian(little)
    static let byteOrder = UInt8(ascii: "l")
  #else
    static let byteOrder = UInt8(ascii: "B")
  #endif

  private let bytes: ArraySlice<UInt8>
  /// From the start of the message, as alignment counts.
  private(set) var offset = 0

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  mutating func byte() -> UInt8? {
    guard offset < bytes.count else { return nil }
    defer { offset += 1 }
    return bytes[bytes.startIndex + offset]
  }

  mutating func skip(_ count: Int) -> Bool {
    guard bytes.count - offset >= count else { return false }
    offset += count
    return true
  }

  /// Padding is zeros.
  mutating func align(_ size: Int) -> Bool {
    while offset % size != 0 { guard byte() == 0 else { return false } }
    return true
  }

  mutating func number() -> UInt32? {
    guard align(4), bytes.count - offset >= 4 else { return nil }
    var value: UInt32 = 0
    for index in 0..<4 {
      let byte = UInt32(bytes[bytes.startIndex + offset + index])
      value |= byte << UInt32(8 * (Self.byteOrder == UInt8(ascii: "l") ? index : 3 - index))
    }
    offset += 4
    return value
  }

  mutating func text() -> String? { number().flatMap { text(length: Int($0)) } }

  mutating func signature() -> String? { byte().flatMap { text(length: Int($0)) } }

  private mutating func text(length: Int) -> String? {
    guard bytes.count - offset > length else { return nil }
    let start = bytes.startIndex + offset
    let content = bytes[start..<start + length]
    guard bytes[start + length] == 0, !content.contains(0), let text = String(validating: content, as: UTF8.self) else {
      return nil
    }
    offset += length + 1
    return text
  }
}
