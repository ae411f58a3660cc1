import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices

extension BoardView {
  /// Handles a key or a mouse movement.
  ///
  /// - Returns: Work for the board.
  mutating func handle(_ key: Key) -> BoardRequest? {
    switch key {
    // These aren't the user's keys.
    case .focusGained, .focusLost, .cursorPosition: return nil
    default: break
    }
    message = nil
    isDirty = true
    if search?.isTyping == true, handleTyping(key) { return nil }
    if picker != nil { return handleAdding(key) }
    if page != nil { return handleOnPage(key) }
    if let index = focusedIndex, !cards[index].isHidden, let reaction = cards[index].card.type(key) {
      guard case .typed(let control) = reaction else { return nil }
      return .type(id: cards[index].id, control)
    }
    if let decision = decision(key) {
      choose(decision)
      return nil
    }
    let command = KeyBinding.command(for: key)
    if command == .press, let card = focusedCard, card.choice != nil { return confirm() }
    choose(nil)
    switch key {
    case .click(let column, let row): return click(column: column, row: row)
    case .drag(let column, let row): dragTo(column: column, row: row)
    case .release: return drop()
    default: return command.flatMap { perform($0) }
    }
    return nil
  }

  private mutating func perform(_ command: KeyCommand) -> BoardRequest? {
    switch command {
    case .quit: return .quit
    case .press:
      let request = press()
      // Enter was meant for whatever was there before the question.
      if request == .present, let card = focusedCard, card.question != nil, !card.questions.takesInput(at: clock.now()) {
        return nil
      }
      return request
    case .next: moveStop(by: 1)
    case .previous: moveStop(by: -1)
    case .up: moveVertically(.up)
    case .down: moveVertically(.down)
    case .left: moveFocus(.left)
    case .right: moveFocus(.right)
    case .first: focusEdge(isLast: false)
    case .last: focusEdge(isLast: true)
    case .pageUp: scrollPages(-1)
    case .pageDown: scrollPages(1)
    case .scrollUp: scroll.scroll(by: -3)
    case .scrollDown: scroll.scroll(by: 3)
    case .moveUp: return move(by: -1)
    case .moveDown: return move(by: 1)
    case .toggleMode: return toggleMode(focusedIndex)
    case .refresh: return focusedID.map { .refresh(id: $0) }
    case .refreshAll: return .refresh(id: nil)
    case .hide: return toggleHidden()
    case .listHidden:
      showsHidden.toggle()
      if !showsHidden { setWidgets(cards.map(\.widget)) }
    case .showAgain:
      guard let id = lastHidden else { return nil }
      lastHidden = nil
      return .edits([.setHidden(id: id, false)])
    case .add: startAdding()
    case .edit: return edit()
    case .editBoard: return .openEditor(path: boardPath, line: problem?.line)
    case .find: search = BoardSearch()
    case .nextMatch: jump(forward: true)
    case .previousMatch: jump(forward: false)
    case .help: page = TextPage(.help)
    case .output: page = TextPage(.console)
    case .cancel: (search, drag) = (nil, nil)
    case .choose, .redraw, .interrupt: break
    }
    return nil
  }

  private mutating func handleOnPage(_ key: Key) -> BoardRequest? {
    switch key {
    case .release, .drag: return nil
    // As in a pager.
    case .character(" "): page?.scroll(pages: 1)
    default:
      switch KeyBinding.command(for: key) {
      case .up?: page?.scroll(by: -1)
      case .down?: page?.scroll(by: 1)
      case .scrollUp?: page?.scroll(by: -3)
      case .scrollDown?: page?.scroll(by: 3)
      case .pageUp?: page?.scroll(pages: -1)
      case .pageDown?: page?.scroll(pages: 1)
      case .first?: page?.scroll(by: -100_000)
      case .last?: page?.scroll(by: 100_000)
      default: page = nil
      }
    }
    return nil
  }

  // MARK: Focus

  /// Moves through the cards and their controls.
  private mutating func moveStop(by step: Int) {
    guard !shown.isEmpty else { return }
    guard let index = focusedIndex, let position = shown.firstIndex(of: index) else {
      focus(step > 0 ? shown.first : shown.last)
      return revealFocus()
    }
    let stops = stops(of: index)
    let next = (stops.firstIndex { $0 == cards[index].card.focusedAction } ?? 0) + step
    if stops.indices.contains(next) {
      focus(index, control: stops[next])
    } else {
      let target = shown[(position + step + shown.count) % shown.count]
      focus(target, control: step > 0 ? nil : self.stops(of: target).last ?? nil)
    }
    revealFocus()
  }

  /// The card itself, then its controls.
  private func stops(of index: Int) -> [Int?] { cards[index].isHidden ? [nil] : [nil] + cards[index].card.controls.map(\.action) }

  private mutating func moveVertically(_ direction: BoardNavigation.Direction) {
    guard let index = focusedIndex, let position = shown.firstIndex(of: index) else {
      focus(shown.first)
      return revealFocus()
    }
    let rows = frames[position].rows
    guard scroll.shows(rows) else { return focusVisible(like: position) }
    // A card higher than the window scrolls before losing the focus.
    if direction == .down, rows.upperBound > scroll.rows.upperBound, rows.lowerBound <= scroll.rows.lowerBound {
      return scroll.scroll(by: min(3, rows.upperBound - scroll.rows.upperBound))
    }
    if direction == .up, rows.lowerBound < scroll.rows.lowerBound {
      return scroll.scroll(by: -min(3, scroll.rows.lowerBound - rows.lowerBound))
    }
    moveFocus(direction)
  }

  private mutating func moveFocus(_ direction: BoardNavigation.Direction) {
    guard let index = focusedIndex, let position = shown.firstIndex(of: index) else { return }
    guard scroll.shows(frames[position].rows) else { return focusVisible(like: position) }
    guard let target = neighbor(direction, of: position) else { return }
    focus(shown[target])
    revealFocus()
  }

  /// Continues the focus with a visible card after the wheel has scrolled the focused one away.
  private mutating func focusVisible(like position: Int) {
    let column = frames[position].columns
    let visible = frames.indices.filter { scroll.shows(frames[$0].rows) }
    if let target = visible.first(where: { frames[$0].columns == column }) ?? visible.first { focus(shown[target]) }
  }

  private mutating func focusEdge(isLast: Bool) {
    focus(isLast ? shown.last : shown.first)
    scroll.scroll(to: isLast ? scroll.contentRows : 0)
    if isLast { revealFocus() }
  }

  private mutating func scrollPages(_ pages: Int) {
    scroll.scroll(pages: pages)
    if let index = focusedIndex, let position = shown.firstIndex(of: index), !scroll.shows(frames[position].rows) {
      focusVisible(like: position)
    }
  }

  // MARK: Cards

  /// Presses the focused control, or on a card itself, shows more or less.
  private mutating func press() -> BoardRequest? {
    guard let index = focusedIndex else { return nil }
    if cards[index].isHidden { return toggleHidden() }
    guard let action = cards[index].card.focusedAction, action != TerminalDrawing.disclosure else { return toggleMode(index) }
    return .tap(id: cards[index].id, action: action)
  }

  private mutating func toggleMode(_ index: Int?) -> BoardRequest? {
    guard let index, !cards[index].isHidden, cards[index].canChangeMode else { return nil }
    cards[index].toggleMode()
    cards[index].card.focus(nil)
    // The whole card is revealed if it fits.
    layOut(rows: scroll.visibleRows)
    if let position = shown.firstIndex(of: index) { scroll.reveal(withHeading(frames[position].rows)) }
    return .present
  }

  private mutating func toggleHidden() -> BoardRequest? {
    guard let card = focusedCard else { return nil }
    if !card.isHidden {
      lastHidden = card.id
      message = words("{name} is hidden: u shows it again, H lists hidden widgets", ["name": .string(card.name)])
    }
    return .edits([.setHidden(id: card.id, !card.isHidden)])
  }

  /// Moves the focused card among the shown ones.
  private mutating func move(by step: Int) -> BoardRequest? {
    guard let index = focusedIndex, let position = shown.firstIndex(of: index), shown.indices.contains(position + step) else {
      return nil
    }
    return moved(cards[index].id, to: position + step)
  }

  /// Moves a card to a position in ``shown``. It joins that card's group.
  private func moved(_ id: String, to position: Int) -> BoardRequest? {
    let edits = BoardGroup.move(id, to: position, in: cards.map(\.widget), includingHidden: showsHidden)
    return edits.isEmpty ? nil : .edits(edits)
  }

  private mutating func edit() -> BoardRequest? {
    guard let card = focusedCard else { return .openEditor(path: boardPath, line: problem?.line) }
    guard let path = card.widget.identity.path else {
      message = words("the file of {name} is unknown", ["name": .string(card.name)])
      return nil
    }
    let failure = card.widget.failure ?? card.card.snapshot?.failure
    // A module or another file has different lines.
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let line = failure?.location.flatMap { $0.file == name || $0.file.hasSuffix("/" + name) ? $0.line : nil }
    return .openEditor(path: path, line: line)
  }

  // MARK: Permissions

  /// The answer a key chooses for the question on the focused card.
  func decision(_ key: Key) -> PermissionDecision? {
    guard focusedCard?.question != nil, case .character(let character) = key else { return nil }
    // During a search it goes to the next match.
    if search != nil, KeyBinding.command(for: key) == .nextMatch { return nil }
    return PermissionDecision(key: character)
  }

  private mutating func choose(_ decision: PermissionDecision?) {
    guard let index = focusedIndex else { return }
    cards[index].choose(decision, at: clock.now())
    if decision != nil { revealQuestion(index) }
  }

  private mutating func confirm() -> BoardRequest? {
    guard let index = focusedIndex, let answer = cards[index].confirm(at: clock.now()) else { return nil }
    return .decide(id: cards[index].id, answer.question, answer.decision)
  }

  /// Scrolls to the question: nobody decides about something off-screen.
  private mutating func revealQuestion(_ index: Int) {
    layOut(rows: scroll.visibleRows)
    guard let position = shown.firstIndex(of: index) else { return }
    let (top, rows) = (frames[position].rows.lowerBound, cards[index].card.noticeRows)
    scroll.reveal(top + rows.lowerBound..<top + rows.upperBound)
  }

  // MARK: Search

  /// The shown cards containing the searched words, as positions in ``shown``.
  var matches: [Int] {
    guard let search else { return [] }
    // The first row has the name and the age.
    return search.matches(
      shown.map { ([cards[$0].name, cards[$0].id] + cards[$0].card.text.dropFirst()).joined(separator: "\n") })
  }

  /// - Returns: false if the key isn't for the search.
  private mutating func handleTyping(_ key: Key) -> Bool {
    switch key {
    case .character(let character): search?.type(character)
    case .paste(let text): for character in text.pastedLine { search?.type(character) }
    case .backspace: if search?.deleteBackward() == false { search = nil }
    case .enter:
      search?.isTyping = false
      if search?.text.isEmpty == true { search = nil }
      return true
    case .escape:
      search = nil
      return true
    default:
      search?.isTyping = false
      return false
    }
    jump(forward: true, includingCurrent: true)
    return true
  }

  private mutating func jump(forward: Bool, includingCurrent: Bool = false) {
    guard let search else { return }
    let position = focusedIndex.flatMap { shown.firstIndex(of: $0) }
    guard let target = BoardSearch.next(matches, from: position, forward: forward, includingCurrent: includingCurrent) else {
      if !search.isTyping { message = words("no card contains \"{text}\"", ["text": .string(search.text)]) }
      return
    }
    focus(shown[target])
    revealFocus()
  }

  // MARK: Mouse

  /// The position in ``shown`` of the card at a screen cell.
  private func position(column: Int, row: Int) -> Int? {
    guard (bodyTop..<bodyTop + scroll.visibleRows).contains(row) else { return nil }
    return frames.firstIndex { $0.contains(column: column, row: row - bodyTop + scroll.offset) }
  }

  private mutating func click(column: Int, row: Int) -> BoardRequest? {
    drag = nil
    guard let position = position(column: column, row: row) else { return nil }
    let index = shown[position]
    let frame = frames[position]
    let action =
      cards[index].isHidden
      ? nil
      : cards[index].card.action(
        cardColumn: column - frame.columns.lowerBound, row: row - bodyTop + scroll.offset - frame.rows.lowerBound)
    guard let action else {
      focus(index)
      drag = Drag(id: cards[index].id)
      return nil
    }
    if action == TerminalDrawing.disclosure {
      focus(index)
      return toggleMode(index)
    }
    focus(index, control: action)
    if cards[index].card.isTextField(action) { return nil }
    return .tap(id: cards[index].id, action: action)
  }

  private mutating func dragTo(column: Int, row: Int) {
    guard drag != nil else { return }
    if row <= bodyTop { scroll.scroll(by: -1) }
    if row >= bodyTop + scroll.visibleRows - 1 { scroll.scroll(by: 1) }
    let target = position(column: column, row: row).map { cards[shown[$0]].id }
    drag?.target = target
    if let drag, let target = drag.target, target != drag.id { message = words("release to move the card here") }
    showFocus()
  }

  private mutating func drop() -> BoardRequest? {
    guard let drag else { return nil }
    self.drag = nil
    showFocus()
    guard let target = drag.target, target != drag.id, let position = shown.firstIndex(where: { cards[$0].id == target }) else {
      return nil
    }
    return moved(drag.id, to: position)
  }

  var boardPath: String { options.location.path }
}
