public import WidgetModel

/// Draws a snapshot in one output format.
///
/// A format is a pure function: the same snapshot, size and options give the same bytes. It escapes what the script said; nothing
/// before it does.
public protocol SnapshotFormat: Sendable {
  /// As the command line calls it.
  static var name: String { get }

  /// - Parameters:
  ///   - snapshot: The widget's last good state. A stale or failed one is drawn with its age and reason.
  ///   - size: Points. Width is exact; height is a maximum, and one that is not positive and finite is no limit.
  /// - Throws: Nothing for odd content. Only ``RenderingError/imageTooLarge(width:height:)``.
  func render(_ snapshot: Snapshot, in size: Size, options: RenderingOptions) throws(RenderingError) -> [UInt8]
}
