/// Reads a date's text from left to right, byte by byte.
struct DateCursor {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard position < bytes.count, bytes[position] == byte else { return false }
    position += 1
    return true
  }

  /// Skips one of these characters and returns it.
  mutating func skip(anyOf characters: StaticString) -> UInt8? {
    guard position < bytes.count else { return nil }
    let byte = bytes[position]
    guard characters.withUTF8Buffer({ $0.contains(byte) }) else { return nil }
    position += 1
    return byte
  }

  mutating func skipBlanks() {
    while position < bytes.count, isBlank(bytes[position]) { position += 1 }
  }

  /// The number of ASCII digits following.
  var digitCount: Int { bytes[position...].prefix { (0x30...0x39).contains($0) }.count }

  /// A number of this many digits, nine at most.
  mutating func number(_ digits: ClosedRange<Int>) -> Int? {
    let count = min(digitCount, digits.upperBound)
    guard count >= digits.lowerBound, count <= 9 else { return nil }
    let number = bytes[position..<position + count].reduce(0) { $0 * 10 + Int($1 - 0x30) }
    position += count
    return number
  }

  /// Digits as the decimals of a number: `25` is 0.25.
  mutating func fraction() -> Double? {
    let digits = bytes[position...].prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty else { return nil }
    position += digits.count
    return Double("0." + String(decoding: digits.prefix(17), as: UTF8.self))
  }

  /// `Z`, `+01:00`, `-0500`, `+01`, `GMT`, `EST`: seconds east of UTC.
  mutating func utcOffset(_ leniency: InternetDate.Leniency) -> Int? {
    if let sign = skip(anyOf: "+-") {
      guard let hours = number(2...2), hours <= 23 else { return nil }
      var minutes = 0
      if skip(UInt8(ascii: ":")) || digitCount >= 2 {
        guard let number = number(2...2), number <= 59 else { return nil }
        minutes = number
      }
      return (sign == UInt8(ascii: "+") ? 1 : -1) * (hours * 3600 + minutes * 60)
    }
    let letters = bytes[position...].prefix { (0x41...0x5A).contains($0 & 0xDF) }
    guard !letters.isEmpty else { return nil }
    position += letters.count
    let name = String(decoding: letters, as: UTF8.self).uppercased()
    if let hours = Self.zones[name] { return hours * 3600 }
    guard leniency == .feed else { return nil }
    // Military letters among them: RFC 5322 (4.3) says to take them as UTC because so many got them wrong.
    return (Self.feedZones[name] ?? 0) * 3600
  }

  /// RFC 822's names in hours east of UTC. Other abbreviations mean different zones to different readers.
  private static let zones = [
    "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
  ]
  /// The meaning of other zone names in feeds.
  private static let feedZones = [
    "WET": 0, "BST": 1, "CET": 1, "WEST": 1, "MET": 1, "CEST": 2, "MEST": 2, "EET": 2, "EEST": 3, "MSK": 3, "JST": 9,
  ]
}
