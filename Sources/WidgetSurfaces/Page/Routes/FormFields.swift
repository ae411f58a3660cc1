/// The names and values in a query or a form (`application/x-www-form-urlencoded`).
package struct FormFields: Sendable, Equatable {
  /// More than the largest form of settings has: a list of 64 records with eight fields, and 100 settings.
  private static let maximumFields = 1000

  package private(set) var pairs: [(name: String, value: String)] = []

  package static func == (left: Self, right: Self) -> Bool { left.pairs.elementsEqual(right.pairs, by: ==) }

  /// - Returns: nil for text that isn't a form: invalid escapes, text that isn't UTF-8, too many fields.
  package init?(_ text: some Sequence<UInt8>) {
    for pair in Array(text).split(separator: UInt8(ascii: "&")) {
      guard pairs.count < Self.maximumFields else { return nil }
      let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(parts[0]), let value = Self.decoded(parts.count > 1 ? parts[1] : []) else { return nil }
      pairs.append((name, value))
    }
  }

  /// The first name that occurs several times: readers could disagree about which value counts.
  var repeatedName: String? {
    var names: Set<String> = []
    return pairs.first { !names.insert($0.name).inserted }?.name
  }

  /// The value for a name; nil if it's missing or occurs several times.
  package subscript(_ name: String) -> String? {
    let values = pairs.filter { $0.name == name }
    return values.count == 1 ? values[0].value : nil
  }

  /// Percent-decodes; `+` can mean a space.
  static func decoded(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool = true) -> String? {
    var decoded: [UInt8] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "+") where plusIsSpace: decoded.append(32)
      case UInt8(ascii: "%"):
        guard index + 2 < bytes.endIndex, let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2]) else {
          return nil
        }
        decoded.append(high << 4 | low)
        index += 2
      case let byte: decoded.append(byte)
      }
      index += 1
    }
    guard !decoded.contains(0) else { return nil }
    return String(validating: decoded, as: UTF8.self)
  }

  /// Percent-encodes for a path or a query.
  package static func encoded(_ text: String) -> String {
    var encoded = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"):
        encoded.unicodeScalars.append(Unicode.Scalar(byte))
      default: encoded += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
      }
    }
    return encoded
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 48...57: byte - 48
    case 65...70: byte - 55
    case 97...102: byte - 87
    default: nil
    }
  }
}
