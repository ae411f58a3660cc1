import WidgetModel

/// Splits bytes that arrive in parts into lines (LF or CRLF). A line is cut at the size of an event.
public struct LineSplitter: Sendable {
  private var line: [UInt8] = []
  /// Whether the rest of the line is skipped.
  private var isSkipping = false

  public init() {}

  /// Lines that were complete at once. Of a flood there are only the newest: no more would wait for a widget.
  public struct Lines: Sendable, Equatable {
    public var texts: [String]
    /// Older ones that were left out.
    public var dropped = 0

    public init(texts: [String] = []) { self.texts = texts }
  }

  /// - Returns: The lines that are complete now. Ill-formed UTF-8 is repaired.
  public mutating func append(_ bytes: some Collection<UInt8>) -> Lines {
    let newline = UInt8(ascii: "\n")
    var lines = Lines()
    var excess = bytes.count { $0 == newline } - EventQueue.maximumCount
    for byte in bytes {
      if byte == newline {
        if excess > 0 {
          (excess, lines.dropped) = (excess - 1, lines.dropped + 1)
        } else {
          if line.last == UInt8(ascii: "\r") { line.removeLast() }
          lines.texts.append(Self.text(line))
        }
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
