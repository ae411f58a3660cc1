public import WidgetModel

/// A widget as Markdown (CommonMark, and GitHub's tables): its name as a heading, its lines as a list, grids as tables, charts as
/// sentences. For notes, mails and chats.
///
/// A script's text is escaped so it can never be markup.
public struct MarkdownFormat: SnapshotFormat {
  public static let name = "markdown"

  public init() {}

  /// The size doesn't matter. An empty widget gives no output, or a note if the options ask for one.
  public func render(_ snapshot: Snapshot, in size: Size, options: RenderingOptions) -> [UInt8] {
    let content = CardContent(snapshot, options: options, isOneLine: false)
    let blocks = content.state == .empty ? note(content, options) : blocks(content, options)
    guard !blocks.isEmpty else { return [] }
    let text = blocks.joined(separator: "\n\n") + "\n"
    return Array((options.encoding == .ascii ? ASCIIText.from(text) : text).utf8)
  }

  private func note(_ content: CardContent, _ options: RenderingOptions) -> [String] {
    options.showsEmptyNote ? [MarkdownText.escaped(content.emptyNote)] : []
  }

  private func blocks(_ content: CardContent, _ options: RenderingOptions) -> [String] {
    var blocks = ["## " + MarkdownText.escaped(content.name)]
    if let view = content.view { blocks += Self.blocks(ReadingOrder(view, options: options), options.encoding) }
    if let age = content.age { blocks.append("*" + MarkdownText.escaped(age.text) + "*") }
    if let failure = content.failure {
      blocks.append(
        failure.paragraphs.map { "> " + MarkdownText.escaped($0, lineBreak: "\\\n> ") }.joined(separator: "\n>\n"))
    }
    return blocks
  }

  private static func blocks(_ reading: ReadingOrder, _ encoding: OutputEncoding) -> [String] {
    var blocks: [String] = []
    var list: [(line: String, isTask: Bool)] = []
    func closeList() {
      if list.count == 1, !list[0].isTask {
        // A single line is a paragraph.
        blocks.append(list[0].line)
      } else if !list.isEmpty {
        blocks.append(list.map { "- " + $0.line }.joined(separator: "\n"))
      }
      list = []
    }
    for block in reading.blocks {
      switch block {
      case .line(let pieces):
        let isTask = isTask(pieces)
        let line = line(pieces, encoding, isTask: isTask)
        if !line.isEmpty { list.append((line, isTask)) }
      case .heading(let text):
        closeList()
        let text = MarkdownText.escaped(text)
        if !text.isEmpty { blocks.append("### " + text) }
      case .rule:
        closeList()
        blocks.append("---")
      case .table(let rows):
        closeList()
        blocks.append(table(rows, encoding))
      }
    }
    closeList()
    return blocks
  }

  /// A Markdown table needs a header. A grid's first row seldom is one, so the header is empty.
  private static func table(_ rows: [[[ReadingOrder.Piece]]], _ encoding: OutputEncoding) -> String {
    let columns = rows.first?.count ?? 0
    func row(_ cells: [String]) -> String { "|" + cells.map { $0.isEmpty ? "   |" : " \($0) |" }.joined() }
    let head = [row(Array(repeating: "", count: columns)), "|" + String(repeating: " --- |", count: columns)]
    return (head + rows.map { row($0.map { line($0, encoding) }) }).joined(separator: "\n")
  }

  /// Whether a line starts with a toggle, making it a task list entry.
  private static func isTask(_ pieces: [ReadingOrder.Piece]) -> Bool {
    if case .toggle? = pieces.first?.kind { !MarkdownText.escaped(pieces[0].text).isEmpty } else { false }
  }

  /// One line of Markdown: `Boarding: **12:05**`, `[Refresh] · [Check in]`; a task: `[x] Milk`.
  private static func line(
    _ pieces: [ReadingOrder.Piece], _ encoding: OutputEncoding, isTask: Bool = false
  ) -> String {
    var line = ""
    for piece in pieces {
      var text = MarkdownText.escaped(piece.text)
      guard !text.isEmpty else { continue }
      if let icon = piece.stateIcon { text = MarkdownText.escaped(IconSet.icon(icon).text(encoding)) + " " + text }
      let isFirst = line.isEmpty
      if !isFirst { line += piece.isAfterSpacer ? " — " : " · " }
      switch piece.kind {
      case .text where !piece.spans.isEmpty: line += MarkdownText.styled(piece.spans, isStrong: piece.isStrong)
      case .text, .image:
        let mark = (piece.isStrong ? "**" : "") + (piece.isItalic ? "*" : "")
        line += mark + text + mark
      case .link(let target): line += "[\(text)](<\(target.url)>)"
      case .button: line += "\\[ \(text) \\]"
      case .toggle(let isOn):
        let mark = isOn ? "x" : " "
        line += (isFirst && isTask ? "[\(mark)] " : "\\[\(mark)\\] ") + text
      case .hidden: line += "*hidden*"
      }
    }
    return line
  }
}
