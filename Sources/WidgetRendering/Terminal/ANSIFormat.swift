public import WidgetModel

/// A titled box with colours (SGR) for a terminal. It does not move the cursor.
public struct ANSIFormat: SnapshotFormat {
  public static let name = "ansi"

  public init() {}

  /// An empty widget has no output, or a note where the options ask for one.
  public func render(_ snapshot: Snapshot, in size: Size, options: RenderingOptions) -> [UInt8] {
    let drawing = TerminalDrawing(snapshot, in: size, options: options)
    return Array(drawing.ansi(options.colorDepth, scheme: options.colorScheme).utf8)
  }
}
