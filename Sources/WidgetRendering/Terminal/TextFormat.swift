public import WidgetModel

/// Plain lines: a titled box without a single escape sequence. For pipes, mails, logs and tests.
public struct TextFormat: SnapshotFormat {
  public static let name = "text"

  public init() {}

  /// Nothing at all for a widget without content.
  public func render(_ snapshot: Snapshot, in size: Size, options: RenderingOptions) throws(RenderingError) -> [UInt8] {
    Array(TerminalDrawing(snapshot, in: size, options: options).text().utf8)
  }
}
