public import WidgetModel

/// The whole snapshot as one JSON object (RFC 8259) on one line, its keys sorted, for other programs. Its `card` has what other
/// formats show around the view.
///
/// Characters that ``terminalSafe(_:multiline:keepsSoftHyphens:limit:)`` replaces are written as `\uXXXX`, so that the line is
/// safe on a terminal and a parser gets back the script's text unchanged.
public struct JSONFormat: SnapshotFormat {
  public static let name = "json"

  public init() {}

  /// The size doesn't matter. An empty widget is written like any other. On redaction, the text in `private` views is replaced.
  public func render(_ snapshot: Snapshot, in size: Size, options: RenderingOptions) -> [UInt8] {
    let content = CardContent(snapshot, options: options, isOneLine: false)
    var written = content.isRedacted ? snapshot.redacted : snapshot
    // The view may be from an earlier update; the result is of the newest.
    if written.failure != nil { written.result = .failed }
    var value = JSONValue(encoding: written)
    if case .object(let fields) = value { value = .object(fields + [.init(key: "card", value: Self.card(content))]) }
    return JSONWriter(isASCII: options.encoding == .ascii).bytes(value) + [UInt8(ascii: "\n")]
  }

  private static func card(_ content: CardContent) -> JSONValue {
    let texts: [(String, String?)] = [
      ("state", content.state.rawValue), ("name", content.name), ("icon", content.icon), ("age", content.age?.text),
      ("reason", content.failure?.reason), ("remedy", content.failure?.remedy),
    ]
    let fields = texts.compactMap { key, text in text.map { JSONValue.Field(key: key, value: .string($0)) } }
    return .object(fields + [.init(key: "is_redacted", value: .boolean(content.isRedacted))])
  }
}
