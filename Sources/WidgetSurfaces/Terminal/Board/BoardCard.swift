import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime

/// A widget on a board with its card.
struct BoardCard {
  var widget: BoardWidget {
    didSet {
      guard widget != oldValue else { return }
      // Anything missing from the update, it reports again.
      if widget.isUpdating, !oldValue.isUpdating { denials = CardDenials() }
      if widget.identity.instance != oldValue.identity.instance { ask(nil) }
      updateState()
    }
  }
  var card: LiveCard
  private(set) var questions = CardQuestions()
  /// The answer Enter will confirm.
  private(set) var choice: PermissionDecision?
  private var denials = CardDenials()
  /// Whether `n` goes to the next match of a search.
  var isSearched = false { didSet { if isSearched != oldValue { updateState() } } }
  var isFocused = false { didSet { if isFocused != oldValue { updateState() } } }

  init(_ widget: BoardWidget, card: LiveCard) {
    self.widget = widget
    self.card = card
    // Until there's a snapshot, the card says there's no data.
    self.card.show(
      Snapshot(widget: widget.identity, view: nil, result: .noData, reason: .launch, updatedAt: 0), isStored: true)
    updateState()
  }

  var id: String { widget.id }
  var isHidden: Bool { widget.entry.isHidden }
  var name: String { terminalSafe(card.snapshot?.widget.name ?? widget.identity.name, limit: 200) }
  /// Whether there's another display mode.
  var canChangeMode: Bool { widget.entry.family == nil && card.snapshot?.largestDisplayMode != .compact && !card.isEmpty }

  /// The card's context for the script.
  func context(columns: Int) -> WidgetContext {
    let lastUpdate = card.lastUpdate.flatMap { $0 > 0 ? $0 : nil }
    var context = card.view.context(.launch, columns: columns, lastUpdate: lastUpdate)
    context.host = .today
    return context
  }

  mutating func toggleMode() {
    guard canChangeMode else { return }
    card.view.displayMode = card.view.displayMode == .compact ? .expanded : .compact
  }

  // MARK: Permissions

  mutating func ask(_ request: PermissionRequest?) {
    questions.ask(request)
    choice = nil
    updateState()
  }

  mutating func noteDenial(_ message: String) {
    denials.add(message)
    updateState()
  }

  /// The question on the card.
  var question: PermissionQuestion? { questions.current }

  /// Chooses an answer, for Enter to confirm; nil takes it back. A key pressed before the question could be read chooses nothing.
  mutating func choose(_ decision: PermissionDecision?, at now: Double) {
    guard choice != decision, decision == nil || questions.takesInput(at: now) else { return }
    choice = decision
    updateState()
  }

  /// Notes that the screen was drawn.
  ///
  /// - Parameter rows: The card's rows on it.
  mutating func drawn(rows: Range<Int>, at now: Double) {
    if showsQuestion(in: rows) { questions.drawn(at: now) } else { questions.hidden() }
  }

  /// Whether these rows of the card contain the whole question; its first row if it's higher than the screen.
  func showsQuestion(in rows: Range<Int>) -> Bool {
    let notices = card.noticeRows
    return !notices.isEmpty && rows.contains(notices.lowerBound)
      && (rows.contains(notices.upperBound - 1) || notices.count > rows.count)
  }

  /// Confirms the choice.
  ///
  /// - Returns: Changes for the board to record; nil if the question can't be answered yet.
  mutating func confirm(at now: Double) -> (question: PermissionQuestion, decision: PermissionDecision)? {
    guard let question, let choice, questions.answer(question, at: now) == .accepted else { return nil }
    self.choice = nil
    if self.question == nil { denials = CardDenials() }
    updateState()
    return (question, choice)
  }

  // MARK: State

  private mutating func updateState() {
    var state = LiveCardState()
    state.isOnBoard = true
    state.isFocused = isFocused
    state.isUpdating = widget.isUpdating
    state.isStale = widget.isStale
    state.failure = widget.failure
    state.notices = notices
    state.asks = question != nil
    card.state = state
    card.checkedAt = widget.checkedAt
  }

  private var notices: [CardNotice] {
    var notices: [CardNotice] = []
    let words = card.view.words
    if let request = questions.request, let permission = request.permissions.first {
      notices.append(CardNotice(request.line(permission, words), color: .yellow))
      let answer =
        choice.map { words("{choice}: press Enter to confirm", ["choice": .string(words($0.title))]) }
        ?? PermissionDecision.prompt(words, without: isSearched ? .notNow : nil)
      notices.append(CardNotice(isFocused ? answer : words(CardText.selectToDecide), color: .yellow))
    } else {
      notices += denials.lines.map { CardNotice($0, color: .yellow) }
      if let rest = denials.rest(words) { notices.append(CardNotice(rest)) }
    }
    if let backOff = widget.backOff { notices.append(CardNotice(terminalSafe(backOff.text(words)), color: .orange)) }
    return notices
  }
}
