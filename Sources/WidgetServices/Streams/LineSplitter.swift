import WidgetModel

/// Splits bytes that arrive in parts into lines (LF or CRLF). A line is cut at the size of an event.
public struct LineSplitter: Sendable {
  private var line: [UInt8] = []
  /// Whether the rest of the line is skipped.
  private var isSkipping = false

  public init() {}

  /// - Returns: The lines that are complete now. Ill-formed UTF-8 is repaired.
  public mutating func append(_ bytes: some Collection<UInt8>) -> [String] {
    var lines: [String] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        lines.append(Self.text(line))
        line.removeAll(keepingCapacity: true)
        isSkipping = false
      } else if !isSkipping {
        line.append(byte)
        if line.count >= WidgetEvent.maximumBytes { isSkipping = true }
      }
    }
    return lines
  }

  /// The last line, if it has no end; nil if there's none.
  public mutating func finish() -> String? {
    defer { (line, isSkipping) = ([], false) }
    return line.isEmpty ? nil : Self.text(line)
  }

  /// The text of bytes. Replacing ill-formed UTF-8 makes it longer, so it's cut again.
  static func text(_ bytes: [UInt8]) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.count > WidgetEvent.maximumBytes else { return text }
    return String(cutting: Array(text.utf8), to: WidgetEvent.maximumBytes)
  }
}
