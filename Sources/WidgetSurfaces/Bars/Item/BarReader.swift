import WidgetHost
import WidgetModel
import WidgetRendering

/// Reads a bar's texts from a widget's views.
struct BarReader {
  typealias Piece = ReadingOrder.Piece
  typealias Segment = BarItem.Segment

  var snapshots: BarSnapshots
  var controls: BarControls
  var content: CardContent
  var options: BarOptions

  // MARK: The bar

  /// The parts of the text; none for a widget that hid itself.
  func segments() -> [Segment] {
    if content.state == .empty { return [] }
    let name = Segment(BarText.line(content.name, limit: 40))
    guard snapshots.full.view != nil, let view = content.view else {
      guard let failure = content.failure else { return [Segment(name.text, color: options.rgb(.secondary))] }
      return [Segment("⚠ \(name.text)", color: options.rgb(failure.color))]
    }
    var segments = inlineSegments()
    if segments.isEmpty { segments = derivedSegments(view) }
    if segments.isEmpty { segments = [name] }
    var notes: [String] = []
    if content.failure != nil { notes.append("⚠") }
    if options.isStale, let age = content.age { notes.append(age.text) }
    if !notes.isEmpty {
      let color = content.failure?.color ?? .orange
      segments.append(Segment(notes.joined(separator: " "), color: options.rgb(color)))
    }
    return segments
  }

  /// The widget's own line for bars.
  private func inlineSegments() -> [Segment] {
    guard let inline = snapshots.inline, let view = inline.view else { return [] }
    var space = BarItem.textLimit
    var segments: [Segment] = []
    for piece in pieces(lines(view).flatMap { $0 }) where space > 0 {
      let text = BarText.line(symbolAndText(piece), limit: space)
      guard !text.isEmpty else { continue }
      space = max(0, space - text.count - 1)
      var segment = Segment(
        text, color: options.rgb(piece.color), isStrong: piece.isStrong, tap: controls.tap(piece.action, isInline: true))
      segment.isIcon = piece.text.isEmpty
      segments.append(segment)
    }
    return segments
  }

  /// The icon and the first value of the full view.
  private func derivedSegments(_ view: ViewNode) -> [Segment] {
    let pieces = pieces(lines(view).flatMap { $0 })
    let named = pieces.filter { piece in
      let text = BarText.line(piece.text, limit: 40)
      return !text.isEmpty && text != content.name
    }
    let texts = named.filter { piece in
      switch piece.kind {
      case .text, .link: true
      case .button, .toggle, .image, .hidden: false
      }
    }
    let value =
      texts.first(where: \.isTitle) ?? texts.first { $0.text.contains(where: \.isNumber) } ?? texts.first
      ?? named.first { $0.kind != .hidden }
    let icon = content.icon.flatMap(options.symbol) ?? pieces.lazy.compactMap(\.icon).compactMap(options.symbol).first
    guard let value else { return icon.map { [Segment("\($0) \(BarText.line(content.name, limit: 40))")] } ?? [] }
    let text = BarText.line(value.text, limit: 60)
    // A click presses the first control, whatever its label is by then.
    let tap = controls.tap(value.action, isInline: false)
    let first = controls.firstOfFull?.digest
    return [
      Segment(
        icon.map { "\($0) \(text)" } ?? text, color: options.rgb(value.color), isStrong: value.isStrong,
        tap: tap?.control == first ? nil : tap)
    ]
  }

  // MARK: Tooltip and menu

  func tooltip() -> [String] {
    guard content.state != .empty else { return [] }
    var lines = [BarText.line(content.name, limit: BarItem.lineLimit)]
    if let view = content.view {
      lines += self.lines(view).map { line in text(line.filter { $0.kind != .button }) }.filter { !$0.isEmpty }
    }
    return Array((lines.prefix(BarItem.tooltipLimit) + footer))
  }

  /// The age and the failure.
  private var footer: [String] {
    let moment = snapshots.currentAt
    let age =
      moment > 0
      ? [options.clock.words("Updated {age}", ["age": .string(DateText.spokenAge(of: moment, clock: options.clock))])] : []
    return age + (content.failure?.paragraphs ?? []).map { BarText.line($0, limit: BarItem.lineLimit) }
  }

  func menu() -> [BarItem.MenuEntry] {
    var entries: [BarItem.MenuEntry] = []
    if content.state != .empty, let view = content.view {
      let order = ReadingOrder(view, options: options.rendering, for: .menu)
      for block in order.blocks where entries.count < BarItem.menuLimit {
        switch block {
        case .heading(let text): entries.append(.text(Segment(BarText.line(text, limit: BarItem.lineLimit), isStrong: true)))
        case .line(let line): entries += self.entries(line)
        case .rule: if !entries.isEmpty, entries.last != .separator { entries.append(.separator) }
        case .table(let rows):
          for row in rows where entries.count < BarItem.menuLimit { entries += self.entries(row.flatMap { $0 }) }
        }
      }
    }
    entries = Array(entries.prefix(BarItem.menuLimit))
    if entries.last != .separator, !entries.isEmpty { entries.append(.separator) }
    entries += footer.map { .text(Segment($0, color: options.rgb(.secondary))) }
    if options.tapCommand != nil { entries.append(.control("Refresh", isOn: nil, target: .gesture(.refresh))) }
    return entries
  }

  /// A line's text, then each of its controls and links.
  private func entries(_ line: [Piece]) -> [BarItem.MenuEntry] {
    var entries: [BarItem.MenuEntry] = []
    var texts: [Piece] = []
    for piece in pieces(line) {
      let text = BarText.line(symbolAndText(piece), limit: BarItem.lineLimit)
      if case .link(let target) = piece.kind, piece.action == nil {
        entries.append(.link(text, url: target.url))
      } else if let tap = controls.tap(piece.action, isInline: false), !text.isEmpty {
        var isOn: Bool?
        if case .toggle(let flag) = piece.kind { isOn = flag }
        entries.append(.control(text, isOn: isOn, target: .tap(tap)))
      } else {
        texts.append(piece)
      }
    }
    let text = text(texts)
    if !text.isEmpty {
      let color = texts.count == 1 ? options.rgb(texts[0].color) : nil
      entries.insert(.text(Segment(text, color: color, isStrong: texts.allSatisfy(\.isStrong))), at: 0)
    }
    return entries
  }

  // MARK: Texts

  private func lines(_ view: ViewNode) -> [[Piece]] {
    ReadingOrder(view, options: options.rendering, for: .menu).blocks.flatMap { block -> [[Piece]] in
      switch block {
      case .line(let pieces): [pieces]
      case .table(let rows): rows.map { $0.flatMap { $0 } }
      case .heading, .rule: []
      }
    }
  }

  /// Leaves out pieces that show nothing.
  private func pieces(_ pieces: [Piece]) -> [Piece] {
    pieces.filter { !$0.text.isEmpty || $0.icon.flatMap(options.symbol) != nil }
  }

  private func text(_ pieces: [Piece]) -> String {
    var text = ""
    for piece in self.pieces(pieces) {
      if !text.isEmpty { text += piece.isAfterSpacer && text.last != ":" ? ": " : " " }
      text += symbolAndText(piece)
    }
    return BarText.line(text, limit: BarItem.lineLimit)
  }

  private func symbolAndText(_ piece: Piece) -> String {
    let text: String =
      switch piece.kind {
      case .hidden: "•••"
      case .toggle(let isOn): "\(isOn ? "☑" : "☐") \(piece.text)"
      case .text, .link, .button, .image: piece.text
      }
    return [piece.icon.flatMap(options.symbol), text].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " ")
  }
}
