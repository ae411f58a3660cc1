import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices

/// A widget of a board with its card.
struct BoardCard {
  var widget: BoardWidget {
    didSet {
      guard widget != oldValue else { return }
      // What the update lacks, it reports again.
      if widget.isUpdating, !oldValue.isUpdating { denials = [] }
      updateState()
    }
  }
  var card: LiveCard
  /// Permissions that the user has not decided about.
  private(set) var request: PermissionRequest?
  private var decisions: [Permission: PermissionDecision] = [:]
  /// Permissions that were denied and that the script ignored.
  private var denials: [String] = []
  var isFocused = false { didSet { if isFocused != oldValue { updateState() } } }

  private static let denialLimit = 3

  init(_ widget: BoardWidget, card: LiveCard) {
    self.widget = widget
    self.card = card
    // Until there is a snapshot, the card states that there are no data.
    self.card.show(
      Snapshot(widget: widget.identity, view: nil, result: .noData, reason: .launch, updatedAt: 0), isStored: true)
    updateState()
  }

  var id: String { widget.id }
  var isHidden: Bool { widget.entry.isHidden }
  var name: String { terminalSafe(card.snapshot?.widget.name ?? widget.identity.name, limit: 200) }
  /// Whether there is another display mode.
  var canChangeMode: Bool { widget.entry.family == nil && card.snapshot?.largestDisplayMode != .compact && !card.isEmpty }

  /// The context of the card for the script.
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

  mutating func ask(_ request: PermissionRequest) {
    self.request = request
    decisions = [:]
    updateState()
  }

  mutating func noteDenial(_ message: String) {
    let message = terminalSafe(message)
    guard !denials.contains(message), denials.count < 100 else { return }
    denials.append(message)
    updateState()
  }

  /// The permission that is asked about.
  var question: Permission? { request?.permissions.first { decisions[$0] == nil } }

  /// Records the decision about the permission in question.
  ///
  /// - Returns: All decisions after the last question, else nil.
  mutating func decide(_ decision: PermissionDecision) -> [Permission: PermissionDecision]? {
    guard let question else { return nil }
    decisions[question] = decision
    defer { updateState() }
    guard self.question == nil else { return nil }
    request = nil
    denials = []
    return decisions
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
    state.hidesDenial = question != nil
    card.state = state
  }

  private var notices: [CardNotice] {
    var notices: [CardNotice] = []
    if let request, let question {
      let what = PermissionText.question(question, in: request).replacing("\n  ", with: ". ")
      let keys = isFocused ? "y always, o this time, n not now, d never" : "select this card to decide"
      notices.append(CardNotice("Allow \(what)? \(keys)", color: .yellow))
    }
    let denials = question == nil ? denials : []
    notices += denials.prefix(Self.denialLimit).map { CardNotice($0, color: .yellow) }
    if denials.count > Self.denialLimit { notices.append(CardNotice("and \(denials.count - Self.denialLimit) more denials")) }
    if let backOff = widget.backOff { notices.append(CardNotice(terminalSafe(backOff), color: .orange)) }
    return notices
  }
}
