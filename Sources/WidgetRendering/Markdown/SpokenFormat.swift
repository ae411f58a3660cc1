public import WidgetModel

/// A widget to read aloud: one statement per line, without boxes or symbols, with any alternative text from the author.
public struct SpokenFormat: SnapshotFormat {
  public static let name = "spoken"

  public init() {}

  /// The size doesn't matter. An empty widget gives no output, or a note if the options ask for one.
  public func render(_ snapshot: Snapshot, in size: Size, options: RenderingOptions) -> [UInt8] {
    let content = CardContent(snapshot, options: options, isOneLine: false)
    var lines: [String] = []
    if content.state == .empty {
      if options.showsEmptyNote { lines.append(content.emptyNote) }
    } else {
      lines.append(content.name)
      if let view = content.view { lines += Self.lines(ReadingOrder(view, options: options, for: .speech)) }
      if let age = content.age {
        lines.append(
          options.clock.words("Updated {age}", ["age": .string(DateText.spokenAge(of: age.moment, clock: options.clock))]))
      }
      lines += content.failure?.paragraphs.map(Self.safe) ?? []
    }
    let text = lines.reduce(into: "") { $0 += $1 + "\n" }
    return Array((options.encoding == .ascii ? ASCIIText.from(text) : text).utf8)
  }

  private static func lines(_ reading: ReadingOrder) -> [String] {
    reading.blocks.flatMap { block -> [String] in
      switch block {
      case .heading(let text): [safe(text)]
      case .line(let pieces): [line(pieces)]
      case .rule: []
      case .table(let rows): rows.map(row)
      }
    }.filter { !$0.isEmpty }
  }

  /// Cells of several parts are separated more clearly than their parts.
  private static func row(_ cells: [[ReadingOrder.Piece]]) -> String {
    guard cells.contains(where: { $0.count > 1 }) else { return line(cells.flatMap { $0 }) }
    return cells.map(line).filter { !$0.isEmpty }.joined(separator: "; ")
  }

  private static func line(_ pieces: [ReadingOrder.Piece]) -> String {
    var line = ""
    for piece in pieces {
      let text = safe(piece.text)
      guard !text.isEmpty else { continue }
      if let last = line.last { line += ".!?:;,…".contains(last) ? " " : piece.isAfterSpacer ? ": " : ", " }
      line += text
      if let state = piece.stateIcon.flatMap(IconText.state) { line += ", " + state }
      switch piece.kind {
      case .text, .image, .hidden: break
      case .link: line += ", link"
      case .button: line += ", button"
      case .toggle(let isOn): line += isOn ? ", on" : ", off"
      }
    }
    return line
  }

  private static func safe(_ text: String) -> String {
    terminalSafe(text, multiline: true).split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
