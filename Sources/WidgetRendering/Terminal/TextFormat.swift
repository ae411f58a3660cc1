public import WidgetModel

/// A titled box in plain text without escape sequences, for pipes, mails, logs and tests.
public struct TextFormat: SnapshotFormat {
  public static let name = "text"

  public init() {}

  /// An empty widget gives no output, or a note if the options ask for one.
  public func render(_ snapshot: Snapshot, in size: Size, options: RenderingOptions) -> [UInt8] {
    var options = options
    options.colorDepth = .none
    let text = TerminalDrawing(snapshot, in: size, options: options).text()
    guard options.family == .inline else { return Array(text.utf8) }
    // A line among others, such as in a status bar: no trailing spaces up to the edge of a card.
    var line = text.utf8[...]
    while let last = line.last, last == UInt8(ascii: " ") || last == UInt8(ascii: "\n") { line = line.dropLast() }
    return Array(line) + [UInt8(ascii: "\n")]
  }
}

/// A titled box with colours (SGR) for a terminal. It doesn't move the cursor.
public struct ANSIFormat: SnapshotFormat {
  public static let name = "ansi"

  public init() {}

  /// An empty widget gives no output, or a note if the options ask for one.
  public func render(_ snapshot: Snapshot, in size: Size, options: RenderingOptions) -> [UInt8] {
    let drawing = TerminalDrawing(snapshot, in: size, options: options)
    return Array(drawing.ansi(options.colorDepth, scheme: options.colorScheme).utf8)
  }
}
