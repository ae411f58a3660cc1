import WidgetHost
package import WidgetModel
import WidgetRendering

/// A card on the page or the desktop, besides its widget's stored snapshots: what it shows, asks and accepts.
package struct Card: Sendable {
  package var mode = DisplayMode.expanded
  /// Whether a page shows everything in the view of a card of a fixed size, which then is as high as it needs.
  var isWhole = false
  /// A redraw during an update or a tap.
  var live: Snapshot?
  var questions = CardQuestions()
  /// A note about the last tap, or about a permission.
  var note: CardNote?
  var views = ShownViews()
  private var isUpdating = false
  /// The widget of the card.
  private(set) var instance: String?

  package init() {}

  /// The note, unless the card is asking about the same permission.
  var visibleNote: CardNote? {
    if case .denied? = note, questions.request != nil { nil } else { note }
  }

  /// The stored snapshot with what has happened since. Its age, if it has one, counts from the last good check.
  func shown(_ stored: Snapshot?, of widget: BoardWidget) -> Snapshot? {
    guard let shown = stored?.showing(live) ?? live else { return nil }
    // Without an age, a check that brought no new data changes nothing.
    return shown.failure != nil || widget.isStale ? shown.current(at: widget.checkedAt) : shown
  }

  /// The family to draw. A fixed-size card has no space for a question, or for everything.
  func family(_ widget: BoardWidget) -> WidgetFamily? { questions.request == nil && !isWhole ? widget.entry.family : nil }

  // MARK: Events

  /// - Returns: Whether the event concerns this card.
  @discardableResult
  mutating func receive(_ event: BoardEvent) -> Bool {
    switch event {
    case .changed(let widget): update(widget)
    case .shown(_, let snapshot, let isLive): live = isLive ? snapshot : nil
    case .denied(_, let message): note = .denied(message)
    case .controlMissing: note = .text(CardText.controlMissing)
    case .permissionsWanted(_, let request): questions.ask(request)
    case .widgets, .console, .fileProblem, .restartNeeded: return false
    }
    return true
  }

  private mutating func update(_ widget: BoardWidget) {
    // Anything missing from the update, it reports again.
    if widget.isUpdating, !isUpdating, case .denied? = note { note = nil }
    isUpdating = widget.isUpdating
  }

  /// Changes the widget of the card. With other settings it's another instance: what was shown and asked doesn't belong to it.
  mutating func use(_ identity: WidgetIdentity) {
    defer { instance = identity.instance }
    guard let instance, instance != identity.instance else { return }
    live = nil
    note = nil
    questions.ask(nil)
  }
}

extension Snapshot {
  /// The snapshot with the age of its data, which counts from the last good check, also one without new data.
  func current(at checkedAt: Double?) -> Snapshot {
    guard view != nil, let checkedAt, checkedAt > updatedAt else { return self }
    var snapshot = self
    snapshot.updatedAt = checkedAt
    return snapshot
  }

  /// Whether this is the widget's own view for a context, and differs from another one: a view in one line for the family `inline`.
  func isOwn(for context: WidgetContext, besides other: Snapshot) -> Bool {
    self.context == SnapshotContext(context) && view != other.view
  }
}

/// A sentence on a card about what the user did.
package enum CardNote: Sendable, Equatable {
  case text(String)
  /// A permission missing from the running script.
  case denied(String)
  /// The widget wants to open a URL in the browser where the user tapped.
  case open(url: String)
  /// The widget has put a text onto the clipboard of the browser where the user tapped. If that browser doesn't allow it, the user can
  /// copy the text from here.
  case copied(String)

  /// Safe to draw.
  func text(_ words: HostWords) -> String {
    switch self {
    case .text(let text), .denied(let text): terminalSafe(words(text), limit: 400)
    case .copied(let text): words("Copied: {text}", ["text": .string(terminalSafe(text, limit: 200))])
    case .open(let url): words("The widget opens {url}", ["url": .string(terminalSafe(url, limit: 200))])
    }
  }
}

/// Sentences on cards, as keys of ``HostWords``.
package enum CardText {
  /// The tapped control isn't in the restarted widget's new view.
  static let controlMissing = phrase("The view has changed: the control is no longer there.")
  /// The tapped view is long gone.
  static let viewChanged = phrase("The view has changed. Tap again.")
  /// A decision about a question that isn't open any more.
  static let questionGone = phrase("This question has changed or was answered already. Nothing was decided.")
  /// The card asks a question while another card has the focus.
  static let selectToDecide = phrase("Select this card to decide.")

  /// A line about a stored view that can't be read. The widget is updated without it.
  package static func storedViewMissing(_ error: any Error) -> String {
    "luawidget: the stored view is not shown: \(terminalSafe("\(error)"))\n"
  }

  /// A line about a terminal that keeps what it has shown.
  package static func printsBelow(_ environment: [String: String]) -> String {
    let term = terminalSafe(environment["TERM"] ?? "", limit: 40)
    return "luawidget: this terminal can't move its cursor (TERM=\(term)), so each new view is printed below the one before\n"
  }

  /// A message about one of several widgets.
  static func about(_ name: String, _ sentence: String) -> String { "\(name): \(sentence)" }
}

/// Denied permissions the script ignored, as lines below a view.
struct CardDenials: Sendable, Equatable {
  private var messages: [String] = []
  private static let shown = 3
  private static let limit = 100

  var isEmpty: Bool { messages.isEmpty }

  mutating func add(_ message: String) {
    let message = terminalSafe(message)
    if !messages.contains(message), messages.count < Self.limit { messages.append(message) }
  }

  var lines: [String] { Array(messages.prefix(Self.shown)) }

  /// How many don't have a line.
  func rest(_ words: HostWords) -> String? {
    messages.count > Self.shown ? words("and {n} more denials", n: messages.count - Self.shown) : nil
  }
}
