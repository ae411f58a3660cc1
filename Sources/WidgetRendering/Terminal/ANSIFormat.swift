public import WidgetModel

/// Lines for a terminal: a titled box with colours (SGR), and no movement of the cursor.
public struct ANSIFormat: SnapshotFormat {
  public static let name = "ansi"

  public init() {}

  /// Nothing at all for a widget without content.
  public func render(_ snapshot: Snapshot, in size: Size, options: RenderingOptions) throws(RenderingError) -> [UInt8] {
    let drawing = TerminalDrawing(snapshot, in: size, options: options)
    return Array(drawing.ansi(options.colorDepth, scheme: options.colorScheme).utf8)
  }
}
