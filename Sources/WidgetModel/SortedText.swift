/// Constant data as text: records sorted by their bytes, each beginning with a key. A binary search finds them, so nothing is
/// parsed or allocated at start.
public struct SortedText: Sendable {
  /// The end of a record.
  public enum Separator: Sendable {
    /// A record is a line; its key ends at the first space.
    case lineFeed
    /// A record is a word.
    case whitespace
  }

  private let text: StaticString
  private let separator: Separator

  /// - Parameter text: Indent its lines in the source only: each must begin with its key.
  public init(_ text: StaticString, separator: Separator = .lineFeed) {
    self.text = text
    self.separator = separator
  }

  /// A key's record without the key; nil if there is none.
  public func record(of key: some StringProtocol) -> String? {
    var key = String(key)
    return key.withUTF8 { key in
      text.withUTF8Buffer { bytes in
        // A separator ends the key, so no key can contain one.
        guard !key.contains(where: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }) else { return nil }
        guard !key.isEmpty, let range = find(key, in: bytes) else { return nil }
        return String(decoding: bytes[range], as: UTF8.self)
      }
    }
  }

  /// All keys, in order.
  public var keys: [String] {
    text.withUTF8Buffer { bytes in
      bytes.split(whereSeparator: isEnd).compactMap { record in
        record.split(separator: UInt8(ascii: " ")).first.map { String(decoding: $0, as: UTF8.self) }
      }
    }
  }

  private func isEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "\n") || (separator == .whitespace && byte == UInt8(ascii: " "))
  }

  /// The bytes after the key in a record.
  private func find(_ key: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int>? {
    var (low, high) = (0, bytes.count)
    while low < high {
      // The record containing the middle.
      var start = low + (high - low) / 2
      while start > low, !isEnd(bytes[start - 1]) { start -= 1 }
      var end = start
      while end < bytes.count, !isEnd(bytes[end]) { end += 1 }
      var position = start
      var index = 0
      while index < key.count, position < end, bytes[position] == key[index] {
        position += 1
        index += 1
      }
      let own = position < end ? bytes[position] : 0
      if index == key.count, position == end || own == UInt8(ascii: " ") {
        return min(position + 1, end)..<end
      }
      // A key sorts before any longer key starting with it.
      let isBefore = index == key.count || (position < end && own != UInt8(ascii: " ") && key[index] < own)
      if isBefore { high = start } else { low = min(end + 1, bytes.count) }
    }
    return nil
  }
}
