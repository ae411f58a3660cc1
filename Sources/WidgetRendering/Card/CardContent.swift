public import WidgetModel

/// The parts of a card around its view, or replacing it. Decided once; formats only arrange and draw it.
public struct CardContent: Sendable, Equatable {
  /// The state the widget is in: the first of these that applies.
  public enum State: String, Sendable, Equatable, CaseIterable {
    /// The newest update failed.
    case failed
    /// The widget hid itself (`has_content(false)`).
    case empty
    /// The widget has never had a view.
    case neverUpdated = "never_updated"
    /// The view is older than it should be.
    case stale
    case current
  }

  /// The view's age, where a card shows it.
  public struct Age: Sendable, Equatable {
    /// When the view last changed, in seconds since 1970.
    public var moment: Double
    /// `3 min ago`
    public var text: String
    public var color: ColorName
    /// Seconds until the text changes.
    public var nextChange: Double?
  }

  public var state: State
  /// Safe to draw, like every text here.
  public var name: String
  /// nil draws the name alone.
  public var icon: String?
  /// The widget's view, or a note replacing it; nil shows only the failure.
  public var view: ViewNode?
  /// nil shows no age: it's unknown, or not worth mentioning.
  public var age: Age?
  public var failure: FailureNotice?
  /// Hides the content of `private` views.
  public var isRedacted: Bool
  /// Whether there's a title. One-line cards and accessories have none.
  public var showsTitle: Bool
  /// Whether the title bar starts at the right, as the view does.
  public var isRightToLeft: Bool
  /// luawidget's words on the card.
  var words = HostWords.english
  /// The shape of the card; nil for a panel, which is as high as its view.
  public var family: WidgetFamily?

  /// - Parameters:
  ///   - isOneLine: Whether the card has space for only one thing: the view, or the failure if there's no view.
  ///   - showsAge: Whether to show the age even if the view is current.
  public init(
    _ snapshot: Snapshot, clock: CalendarClock, isStale: Bool = false, showsAge: Bool = false, isRedacted: Bool = false,
    isOneLine: Bool = false, family: WidgetFamily? = nil
  ) {
    self.family = family
    state = Self.state(of: snapshot, isStale: isStale)
    name = terminalSafe(snapshot.widget.name, limit: 200)
    icon = snapshot.widget.icon.flatMap { $0.isEmpty ? nil : $0 }
    let words = clock.words
    self.words = words
    let view = Self.view(of: snapshot, in: state, words)
    isRightToLeft = snapshot.view.map { $0.style.layoutDirection == .rightToLeft } ?? words.isRightToLeft
    self.view = view
    failure = isOneLine && view != nil ? nil : snapshot.failure.map { FailureNotice($0, words) }
    self.isRedacted = isRedacted
    let hidesTitle = if case .card(header: .hidden)? = view?.content { true } else { false }
    showsTitle = !isOneLine && !hidesTitle
    let isWorthMentioning = snapshot.failure != nil || isStale || showsAge
    if isWorthMentioning, snapshot.view != nil, snapshot.updatedAt > 0 {
      age = Age(
        moment: snapshot.updatedAt, text: DateText.age(of: snapshot.updatedAt, clock: clock),
        color: snapshot.failure.map { FailureNotice.color($0.kind) } ?? (isStale ? .orange : .secondary),
        nextChange: DateText.nextChange(snapshot.updatedAt, style: .relative, clock: clock))
    }
  }

  private static func state(of snapshot: Snapshot, isStale: Bool) -> State {
    if snapshot.failure != nil { return .failed }
    if !snapshot.hasContent { return .empty }
    if snapshot.view == nil { return .neverUpdated }
    return isStale ? .stale : .current
  }

  private static func view(of snapshot: Snapshot, in state: State, _ words: HostWords) -> ViewNode? {
    switch state {
    // A widget that hid itself and then failed shows the failure, not the view it hid.
    case .failed: snapshot.hasContent ? snapshot.view : nil
    case .empty: note(words("Nothing to show"), words)
    case .neverUpdated: note(words("No data yet"), words)
    case .stale, .current: snapshot.view
    }
  }

  private static func note(_ text: String, _ words: HostWords) -> ViewNode {
    var note = ViewNode(.text(text))
    if words.isRightToLeft { note.style.layoutDirection = .rightToLeft }
    note.style.color = .named(.secondary)
    note.style.font = .style(.subheadline)
    return note
  }
}

extension CardContent {
  /// - Parameter isOneLine: Defaults to whether the family is an accessory.
  init(_ snapshot: Snapshot, options: RenderingOptions, isOneLine: Bool? = nil) {
    self.init(
      snapshot, clock: options.clock, isStale: options.isStale, showsAge: options.showsAge, isRedacted: options.isRedacted,
      isOneLine: isOneLine ?? (options.family?.isAccessory == true), family: options.family)
  }

  /// The view to draw on the card, or the state replacing a missing one. A one-line card shows the view's first line, with a
  /// warning sign if the newest update failed.
  public var body: ViewNode? {
    guard var body = arranged.map(LegibleColors.corrected) else { return nil }
    guard body.content.kind == .card else { return body }
    // Drawn on the whole card.
    (body.style.background, body.style.gradient, body.style.cornerRadius, body.style.border) = (nil, nil, nil, nil)
    if body.style.effects?.backgroundImage != nil {
      body.style.setEffect(\.backgroundImage, to: nil)
      body.style.setEffect(\.backgroundBlur, to: nil)
    }
    return body
  }

  /// The background of the whole card, taken from a `ui.card`.
  public var background: Background? {
    guard let root = arranged.map(LegibleColors.corrected), root.content.kind == .card, let color = root.style.background,
      color != .named(.clear)
    else { return nil }
    let effects = root.style.effects
    return Background(
      color: color, gradient: root.style.gradient, image: effects?.backgroundImage, blur: effects?.backgroundBlur)
  }

  private var arranged: ViewNode? {
    if family == .inline {
      guard let view else { return failure.map { InlineLine.warning($0.reason, $0.color) } }
      var row = InlineLine.row(view)
      if state == .failed { row.children.insert(InlineLine.sign(age?.color ?? .yellow), at: 0) }
      return row
    }
    guard let family, state == .failed && view == nil || state == .neverUpdated || state == .empty else {
      return family == .circular ? view.map(Self.centered) : view
    }
    let isRound = family == .circular
    let isLow = family == .rectangular
    if let failure {
      return StatusView.view(
        icon: "exclamationmark.triangle.fill", color: failure.color, reason: failure.reason, remedy: failure.remedy,
        age: showsTitle ? nil : age?.text, isRound: isRound, isLow: isLow)
    }
    return StatusView.view(
      icon: state == .empty ? "tray" : "hourglass", color: .secondary, reason: view?.text ?? words("No data yet"),
      isRound: isRound,
      isLow: isLow)
  }

  /// Centres the view of a round card, as in WidgetKit.
  private static func centered(_ view: ViewNode) -> ViewNode {
    guard view.content.kind == .card else { return view.centered }
    var column = ViewNode(.vstack, children: view.children)
    (column.style.spacing, column.style.align) = (view.style.spacing, view.style.align ?? .center)
    var card = view
    card.children = [column.centered]
    return card
  }

  /// The failure to draw below the view; nil where the body shows it.
  public var footer: FailureNotice? { family != nil && view == nil ? nil : failure }

  /// A line replacing an empty widget's card, on surfaces that would otherwise show nothing.
  var emptyNote: String { words("{name}: nothing to show", ["name": .string(name)]) }
}

/// A host's statement about a widget, below its view: a denied permission, a question, the reason for a delay.
public struct CardNotice: Sendable, Equatable {
  /// Safe to draw.
  public var text: String
  public var color: ColorName

  public init(_ text: String, color: ColorName = .secondary) {
    self.text = text
    self.color = color
  }
}
