public import WidgetModel

/// Draws a snapshot in one output format.
///
/// A format is a pure function: equal snapshots, sizes and options give equal bytes. It escapes the script's texts; nothing
/// before it does.
public protocol SnapshotFormat: Sendable {
  /// The name on the command line.
  static var name: String { get }

  /// - Parameters:
  ///   - snapshot: The widget's last good state. A stale or failed one is drawn with its age and the reason.
  ///   - size: Points. The width is exact. The height is a limit if it is positive and finite.
  func render(_ snapshot: Snapshot, in size: Size, options: RenderingOptions) -> [UInt8]
}
