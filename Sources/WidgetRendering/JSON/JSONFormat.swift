public import WidgetModel

/// The whole snapshot as one JSON object (RFC 8259) on one line with sorted keys, for other programs. Its `card` contains what
/// other formats show around the view.
///
/// Characters replaced by ``terminalSafe(_:multiline:keepsSoftHyphens:limit:)`` are written as `\uXXXX`, so the line is safe on a
/// terminal and a parser gets back the script's text unchanged.
public struct JSONFormat: SnapshotFormat {
  public static let name = "json"

  public init() {}

  /// The size doesn't matter. Empty widgets are written like any other. Redaction replaces the text in `private` views.
  public func render(_ snapshot: Snapshot, in size: Size, options: RenderingOptions) -> [UInt8] {
    let content = CardContent(snapshot, options: options, isOneLine: false)
    var written = content.isRedacted ? snapshot.redacted : snapshot
    // The view may be from an earlier update; the result is the newest one's.
    if written.failure != nil { written.result = .failed }
    var fields: [JSONValue.Field] = []
    if case .object(let own) = written.json { fields = own }
    if let failure = written.failure { fields.append(.init(key: "failure", value: failure.json)) }
    fields.append(.init(key: "card", value: Self.card(content)))
    return JSONWriter(isASCII: options.encoding == .ascii).bytes(.object(fields)) + [UInt8(ascii: "\n")]
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
