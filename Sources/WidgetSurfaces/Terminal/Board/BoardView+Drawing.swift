import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices

extension BoardView {
  private var capabilities: TerminalCapabilities { options.view.capabilities }
  var words: HostWords { options.view.words }

  /// The whole screen.
  mutating func frame() -> LiveFrame {
    isDirty = false
    var frame = LiveFrame()
    let banner = size.rows >= 6 ? bannerLines : []
    for line in banner { add(line, .named(.red), to: &frame) }
    let messageLines = messageLines
    let footerRows = size.rows >= 3 ? max(1, messageLines.count) : 0
    bodyTop = banner.count
    let rows = max(0, size.rows - banner.count - footerRows)
    layOut(rows: rows)
    if picker != nil {
      for line in pickerLines(rows: rows).prefix(rows) {
        add(" " + line.text, line.isSelected ? .named(.accent) : nil, isBold: line.isSelected, to: &frame)
      }
    } else if page != nil {
      addPage(rows: rows, to: &frame)
    } else if shown.isEmpty {
      for line in emptyLines.prefix(rows) { add(line, nil, to: &frame) }
    } else {
      addCards(to: &frame)
    }
    noteQuestions()
    while frame.lines.count < banner.count + rows { frame.append("", width: 0) }
    if footerRows > 0, !messageLines.isEmpty {
      for line in messageLines { add(line, search?.isTyping == true ? nil : .named(.secondary), to: &frame) }
    } else if footerRows > 0 {
      addFooter(to: &frame)
    }
    return frame
  }

  // MARK: Cards

  private mutating func addCards(to frame: inout LiveFrame) {
    for heading in headings where scroll.rows.contains(heading.row) {
      var line = LiveFrame()
      add(" " + terminalSafe(heading.title), nil, isBold: true, to: &line)
      frame.add(line, row: bodyTop + heading.row - scroll.offset)
    }
    for column in columns {
      for position in column where scroll.shows(frames[position].rows) {
        let place = frames[position]
        let rows = place.rows.clamped(to: scroll.rows)
        let hidden = rows.lowerBound - place.rows.lowerBound
        let own = hidden..<(hidden + rows.count)
        let index = shown[position]
        let part =
          cards[index].isHidden
          ? hiddenLine(cards[index], columns: place.columns.count)
          : cards[index].card.part(own, column: place.columns.lowerBound)
        frame.add(part, column: place.columns.lowerBound, row: bodyTop + rows.lowerBound - scroll.offset)
      }
    }
  }

  /// Tells the cards whether their questions are on the screen.
  private mutating func noteQuestions() {
    for index in cards.indices where cards[index].question != nil {
      let isCovered = page != nil || picker != nil || cards[index].isHidden
      guard !isCovered, let position = shown.firstIndex(of: index) else {
        cards[index].drawn(rows: 0..<0, at: clock.now())
        continue
      }
      let place = frames[position].rows
      let visible = place.clamped(to: scroll.rows)
      let hidden = visible.lowerBound - place.lowerBound
      cards[index].drawn(rows: hidden..<(hidden + visible.count), at: clock.now())
    }
  }

  /// A hidden widget, when hidden widgets are listed.
  private func hiddenLine(_ card: BoardCard, columns: Int) -> LiveFrame {
    let mark = card.isFocused ? (capabilities.isUTF8 ? "▶" : ">") : (capabilities.isUTF8 ? "·" : "-")
    let text = "\(mark) " + words("{name}: hidden", ["name": .string(card.name)])
    var frame = LiveFrame()
    add(text, .named(card.isFocused ? .accent : .secondary), columns: columns, to: &frame)
    return frame
  }

  // MARK: Text

  /// Adds a line of plain text, truncated.
  private func add(_ text: String, _ color: Color?, isBold: Bool = false, columns: Int? = nil, to frame: inout LiveFrame) {
    let columns = min(columns ?? size.columns, size.columns)
    let text = capabilities.isUTF8 ? text : ASCIIText.from(text)
    var canvas = TerminalCanvas(columns: columns, rows: 1)
    var style = TerminalStyle(foreground: color)
    style.bold = isBold
    let start = words.isRightToLeft ? max(0, columns - GraphemeWidth.cells(text)) : 0
    canvas.draw(text, column: start, row: 0, style: style)
    let line = canvas.ansiLines(ColorDepth(capabilities.color), scheme: cardOptions.colorScheme).first ?? ""
    frame.append(line, width: columns)
  }

  private var bannerLines: [String] {
    var lines: [String] = []
    let width = max(1, size.columns)
    if let problem {
      let reason = terminalSafe("\(problem)")
      let text =
        reason + (reason.hasSuffix("?") ? " " : ". ") + words(BoardFileError.meanwhile(hasWidgets: !cards.isEmpty)) + " "
        + words("E edits the file.")
      lines += LineWrapping.lines(text, columns: width).prefix(3)
    }
    if needsRestart {
      lines += LineWrapping.lines(Board.upgraded(.today), columns: width).prefix(2)
    }
    return lines
  }

  private var emptyLines: [String] {
    let width = max(1, size.columns - 2)
    var lines: [String]
    if cards.isEmpty, problem != nil {
      lines = ["", words("Press E to edit the board's file, ? for the keys, q to quit.")]
    } else if cards.isEmpty {
      lines = [
        "", words("This board has no widgets yet. Press a to add one, or in another terminal:"), "",
        "    \(options.location.addCommand)", "",
      ]
      lines.append(words("It appears here at once. Press ? for the keys, q to quit."))
    } else {
      let count = cards.count
      lines = ["", words("All {n} widgets are hidden.", n: count), words("Press H to list them.")]
    }
    return lines.flatMap { LineWrapping.lines($0, columns: width) }.map { words.isRightToLeft ? $0 + " " : " " + $0 }
  }

  private mutating func addPage(rows: Int, to frame: inout LiveFrame) {
    guard var page else { return }
    let width = max(1, size.columns - 2)
    let all = pageLines(page.content, width: width)
    let headings = Set(BoardHelp.headings(words))
    for line in page.lines(all, rows: rows) {
      add(" " + line, nil, isBold: page.content == .help && headings.contains(line), to: &frame)
    }
    self.page = page
  }

  private func pageLines(_ content: TextPage.Content, width: Int) -> [String] {
    switch content {
    case .help: return BoardHelp.lines(columns: width, words, isUTF8: capabilities.isUTF8)
    case .console:
      if consoleLines.isEmpty { return [words("The widgets have printed nothing yet.")] }
      return consoleLines.suffix(500).flatMap { LineWrapping.lines($0, columns: width) }
    }
  }

  // MARK: Footer

  private func addFooter(to frame: inout LiveFrame) {
    let indicator = scrollIndicator
    // The last column stays empty: some terminals wrap a full line.
    let columns = max(0, size.columns - 1)
    let space = columns - (indicator.isEmpty ? 0 : GraphemeWidth.cells(indicator) + 2)
    let hints = KeyHint.fitting(hints, last: lastHints, columns: max(0, space))
    let line = KeyHint.line(words.isRightToLeft ? hints.reversed() : hints, capabilities)
    var part = LiveFrame()
    part.append(line.text, width: line.width)
    let row = frame.lines.count
    frame.add(part, column: words.isRightToLeft ? max(0, columns - line.width) : 0, row: row)
    guard !indicator.isEmpty, space >= 0 else { return }
    var right = LiveFrame()
    add(indicator, .named(.secondary), columns: GraphemeWidth.cells(indicator), to: &right)
    frame.add(right, column: words.isRightToLeft ? 0 : columns - GraphemeWidth.cells(indicator), row: row)
  }

  /// The search or the message, instead of the keys.
  private var messageLines: [String] {
    if let search, search.isTyping {
      let count = matches.count
      let found =
        search.text.isEmpty
        ? ""
        : count == 0
          ? "  " + words("(no match)")
          : "  " + words("({n} of {count} cards)", ["n": .integer(Int64(count)), "count": .integer(Int64(shown.count))])
      return ["/\(search.text)_\(found)"]
    }
    // The last column stays empty: some terminals wrap a full line.
    return message.map { Array(LineWrapping.lines($0, columns: max(1, size.columns - 1)).prefix(size.rows < 10 ? 1 : 3)) } ?? []
  }

  private var scrollIndicator: String {
    guard page == nil, picker == nil, scroll.isScrollable else { return "" }
    let (up, down) = capabilities.isUTF8 ? ("↑", "↓") : ("^", "v")
    return [
      scroll.hiddenAbove > 0 ? "\(up)\(scroll.hiddenAbove)" : "", scroll.hiddenBelow > 0 ? "\(down)\(scroll.hiddenBelow)" : "",
    ]
    .filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func hint(_ command: KeyCommand, _ label: String? = nil) -> KeyHint {
    KeyHint(command, label, words, isUTF8: capabilities.isUTF8)
  }

  /// Up and Down in one hint.
  private func upDown(_ label: String) -> KeyHint {
    let keys = [Key.up, .down].map { $0.name(isUTF8: capabilities.isUTF8) }
    return KeyHint(keys.joined(separator: capabilities.isUTF8 ? "" : "/"), words(label))
  }

  private var lastHints: [KeyHint] {
    if picker != nil { return [hint(.cancel)] }
    if page != nil { return [hint(.quit, phrase("back"))] }
    return [hint(.help), hint(.quit)]
  }

  private var hints: [KeyHint] {
    if let picker {
      let opens = picker.selected != nil && picker.selected?.path == nil
      return [hint(.press, opens ? phrase("open") : phrase("add")), upDown(phrase("select")), hint(.next, phrase("complete"))]
    }
    if page != nil { return [upDown(phrase("scroll"))] }
    guard let card = focusedCard, !shown.isEmpty else {
      return [hint(.add, phrase("add a widget"))] + (showsHidden ? [hint(.listHidden)] : [])
    }
    if card.isHidden { return [hint(.hide, phrase("show again")), hint(.listHidden), hint(.next)] }
    if card.question != nil {
      let choices = PermissionDecision.choices.filter { decision(.character($0.key)) != nil }.map { hint(.choose($0)) }
      return (card.choice == nil ? [] : [hint(.press, phrase("confirm"))]) + choices + (search == nil ? [] : [hint(.nextMatch)])
    }
    var hints: [KeyHint] = []
    if let action = card.card.focusedAction, action != TerminalDrawing.disclosure { hints.append(hint(.press)) }
    if card.canChangeMode {
      hints.append(hint(.toggleMode, card.card.view.displayMode == .compact ? phrase("more") : phrase("less")))
    }
    if search != nil { hints.append(hint(.nextMatch)) }
    hints += [hint(.next), hint(.refresh), hint(.find), hint(.add), hint(.hide), hint(.edit)]
    if !consoleLines.isEmpty { hints.append(hint(.output)) }
    return hints
  }
}
