public import WidgetModel

/// A widget to be read aloud: one statement a line, no box, no shapes, in the words that its author wrote for listeners.
public struct SpokenFormat: SnapshotFormat {
  public static let name = "spoken"

  public init() {}

  /// Nothing at all for a widget without content. The size does not matter.
  public func render(_ snapshot: Snapshot, in size: Size, options: RenderingOptions) throws(RenderingError) -> [UInt8] {
    guard snapshot.hasContent || snapshot.failure != nil else { return [] }
    var lines = [terminalSafe(snapshot.widget.name, limit: 200)]
    if snapshot.hasContent {
      if let view = snapshot.view {
        lines += Self.lines(Reading(view, options: options))
      } else if snapshot.failure == nil {
        lines.append("No data yet")
      }
    }
    if HTMLCard.showsAge(snapshot, options) {
      lines.append("Updated " + DateText.age(of: snapshot.updatedAt, clock: options.clock))
    }
    if let failure = snapshot.failure { lines += FailureText.text(failure, glyphs: TerminalGlyphs(.ascii)) }
    let text = lines.reduce(into: "") { $0 += $1 + "\n" }
    return Array((options.encoding == .ascii ? ASCIIText.from(text) : text).utf8)
  }

  private static func lines(_ reading: Reading) -> [String] {
    reading.blocks.flatMap { block -> [String] in
      switch block {
      case .heading(let text): [safe(text)]
      case .line(let pieces): [line(pieces)]
      case .rule: []
      case .table(let rows): rows.map { $0.map { line($0) }.filter { !$0.isEmpty }.joined(separator: ", ") }
      }
    }.filter { !$0.isEmpty }
  }

  private static func line(_ pieces: [Reading.Piece]) -> String {
    var line = ""
    for piece in pieces {
      let text = safe(piece.text)
      guard !text.isEmpty else { continue }
      if !line.isEmpty { line += piece.isAfterSpacer ? ": " : ", " }
      line += text
      switch piece.kind {
      case .words, .picture, .hidden: break
      case .link: line += ", link"
      case .button: line += ", button"
      case .toggle(let isOn): line += isOn ? ", on" : ", off"
      }
    }
    return line
  }

  private static func safe(_ text: String) -> String {
    terminalSafe(text, multiline: true).split(separator: "\n").joined(separator: " ")
  }
}
