public import WidgetModel

/// The parts of a card around its view, and in place of it. Decided once; a format only arranges and draws it.
public struct CardContent: Sendable, Equatable {
  /// Which state the widget is in. The first that applies, in this order.
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

  /// The age of the view, where a card shows it.
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
  /// The widget's view, or a note in place of it; nil shows the failure alone.
  public var view: ViewNode?
  /// nil shows no age: it's unknown, or not worth mentioning.
  public var age: Age?
  public var failure: FailureNotice?
  /// Hides the content of `private` views.
  public var isRedacted: Bool
  /// A card of one line and an accessory have no title.
  public var showsTitle: Bool
  /// The title bar starts at the right, as the view does.
  public var isRightToLeft: Bool
  /// The shape of the card; nil for a panel, which is as high as its view.
  public var family: WidgetFamily?

  /// - Parameters:
  ///   - isOneLine: The card has space for one thing: the view, or the failure if there's no view.
  ///   - showsAge: Shows the age even of a current view.
  public init(
    _ snapshot: Snapshot, clock: CalendarClock, isStale: Bool = false, showsAge: Bool = false, isRedacted: Bool = false,
    isOneLine: Bool = false, family: WidgetFamily? = nil
  ) {
    self.family = family
    state = Self.state(of: snapshot, isStale: isStale)
    name = terminalSafe(snapshot.widget.name, limit: 200)
    icon = snapshot.widget.icon.flatMap { $0.isEmpty ? nil : $0 }
    let view = Self.view(of: snapshot, in: state)
    isRightToLeft = snapshot.view?.style.layoutDirection == .rightToLeft
    self.view = view
    failure = isOneLine && view != nil ? nil : snapshot.failure.map(FailureNotice.init)
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

  private static func view(of snapshot: Snapshot, in state: State) -> ViewNode? {
    switch state {
    // A widget that hid itself and then failed shows the failure, not the view it hid.
    case .failed: snapshot.hasContent ? snapshot.view : nil
    case .empty: note("Nothing to show")
    case .neverUpdated: note("No data yet")
    case .stale, .current: snapshot.view
    }
  }

  private static func note(_ text: String) -> ViewNode {
    var note = ViewNode(.text(text))
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

  /// The view to draw on the card, or the state in place of a missing one. A card of one line shows the view's
  /// first line, with a warning sign if the newest update failed.
  public var body: ViewNode? {
    guard var body = arranged.map(LegibleColors.corrected) else { return nil }
    guard body.content.kind == .card else { return body }
    // Drawn on the whole card.
    (body.style.background, body.style.gradient, body.style.cornerRadius, body.style.border) = (nil, nil, nil, nil)
    if body.style.effects?.backgroundImage != nil { body.style.setEffect(\.backgroundImage, to: nil) }
    return body
  }

  /// The background of the whole card: that of a `ui.card`.
  public var background: Background? {
    guard let root = arranged.map(LegibleColors.corrected), root.content.kind == .card, let color = root.style.background,
      color != .named(.clear)
    else { return nil }
    return Background(color: color, gradient: root.style.gradient, image: root.style.effects?.backgroundImage)
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
      icon: state == .empty ? "tray" : "hourglass", color: .secondary, reason: view?.text ?? "No data yet", isRound: isRound,
      isLow: isLow)
  }

  /// A round card has its view in the middle, as in WidgetKit.
  private static func centered(_ view: ViewNode) -> ViewNode {
    guard view.content.kind == .card else { return view.centered }
    var column = ViewNode(.vstack, children: view.children)
    (column.style.spacing, column.style.align) = (view.style.spacing, view.style.align ?? .center)
    var card = view
    card.children = [column.centered]
    return card
  }

  /// The failure that is drawn below the view; nil where the body shows it.
  public var footer: FailureNotice? { family != nil && view == nil ? nil : failure }

  /// One line in place of the card of an empty widget, on surfaces that would otherwise show nothing.
  var emptyNote: String { "\(name): nothing to show" }
}

/// A host's statement about a widget, below its view: a denied permission, a question, the reason of a delay.
public struct CardNotice: Sendable, Equatable {
  /// Safe to draw.
  public var text: String
  public var color: ColorName

  public init(_ text: String, color: ColorName = .secondary) {
    self.text = text
    self.color = color
  }
}
