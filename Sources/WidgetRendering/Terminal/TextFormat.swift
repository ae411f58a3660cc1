public import WidgetModel

/// Plain lines: a titled box without a single escape sequence. For pipes, mails, logs and tests.
public struct TextFormat: SnapshotFormat {
  public static let name = "text"

  public init() {}

  /// Nothing at all for a widget without content.
  public func render(_ snapshot: Snapshot, in size: Size, options: RenderingOptions) throws(RenderingError) -> [UInt8] {
    var options = options
    options.colorDepth = .none
    let text = TerminalDrawing(snapshot, in: size, options: options).text()
    guard options.family == .inline else { return Array(text.utf8) }
    // One line among others, of a status bar say: no blanks up to the edge of a card that it has not got.
    var line = text.utf8[...]
    while let last = line.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\n") { line = line.dropLast() }
    return Array(line) + [UInt8(ascii: "\n")]
  }
}
