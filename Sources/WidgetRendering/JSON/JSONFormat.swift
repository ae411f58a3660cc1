public import WidgetModel

/// The whole snapshot as one JSON object (RFC 8259) on one line, its keys sorted, for other programs.
///
/// What ``terminalSafe(_:multiline:limit:)`` would not show is written as `\uXXXX`, so that the line is safe on a terminal too; a
/// reader gets back exactly what the script said.
public struct JSONFormat: SnapshotFormat {
  public static let name = "json"

  public init() {}

  /// The size does not matter. A widget without content is written like any other. Redacted, `private` views are empty.
  public func render(_ snapshot: Snapshot, in size: Size, options: RenderingOptions) throws(RenderingError) -> [UInt8] {
    let tree = JSONTree(encoding: options.isRedacted ? snapshot.redacted : snapshot)
    return tree.bytes(isASCII: options.encoding == .ascii) + [UInt8(ascii: "\n")]
  }
}
