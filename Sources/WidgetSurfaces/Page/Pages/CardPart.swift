import WidgetGraphics
package import WidgetHost
package import WidgetModel
import WidgetRendering
import WidgetRuntime

/// A card on the board: a header with the name, the age and the actions, the view, and any problem.
struct CardPart {
  let markup: Markup
  let rules: StyleRules
  /// The ids of its text fields' forms.
  private(set) var fieldForms: [String] = []

  /// A card's snapshot and drawing options.
  private struct Subject {
    var snapshot: Snapshot
    var options: RenderingOptions
    /// The failure covering the card.
    var failure: Failure?

    init(_ state: CardState, in context: PageContext, options: RenderingOptions) {
      failure = CardPart.failure(state)
      self.options = options
      // A fixed-size card has no space for anything but its view.
      self.options.family = failure == nil && state.card.note == nil ? state.card.family(state.widget) : nil
      self.options.displayMode = state.mode
      self.options.isStale = state.widget.isStale
      self.options.showsAge = true
      self.options.colorScheme = context.colorScheme
      snapshot = state.snapshot ?? CardPart.placeholder(state.widget, options)
      if case .image? = snapshot.view?.content {
      } else {
        // The page has no row below the card for the widget's own inset to share, unlike a list of widgets.
        snapshot.insets.bottom = max(snapshot.insets.bottom, CardPart.leastBottomInset)
      }
    }
  }

  /// The card to lay out before it's made; nil for a card as wide as its column, which the browser lays out.
  static func request(_ state: CardState, in context: PageContext, options: RenderingOptions) -> RenderingRequest? {
    let subject = Subject(state, in: context, options: options)
    let options = subject.options
    guard let size = options.family.flatMap(SurfaceSize.size(of:)), subject.failure == nil, state.request == nil else {
      return nil
    }
    return RenderingRequest(
      subject.snapshot, as: .html, width: size.width, height: size.height, family: options.family, textSize: options.textSize,
      displayMode: options.displayMode, isStale: options.isStale, showsAge: options.showsAge,
      clock: PaintClock(options.clock, view: subject.snapshot.view))
  }

  /// - Parameters:
  ///   - options: The drawing options; they follow the user's clock and the page's colour scheme.
  ///   - placed: The layout of ``request(_:in:options:)``; nil lets the browser lay the card out.
  init(_ state: CardState, in context: PageContext, options: RenderingOptions, placed: PlacedCard? = nil) {
    let widget = state.widget
    let id = widget.id
    let words = options.clock.words
    let subject = Subject(state, in: context, options: options)
    let (snapshot, options, failure) = (subject.snapshot, subject.options, subject.failure)
    let family = options.family
    let prefix = "\(state.generation) \(FormFields.encoded(id)) "
    let controls = HTMLControls(form: PageControls.form, path: "/tap", name: "control", prefix: prefix)
    fieldForms = snapshot.view?.textFieldActions.map { HTMLControls.fieldForm(prefix, $0) } ?? []
    let parts = HTMLCardParts(
      snapshot, in: Size(width: 0, height: 0), options: options, width: state.width, placed: placed,
      controls)
    var rules = parts.rules
    let disclosure =
      failure != nil
      ? nil
      : snapshot.disclosure(in: state.mode, family: family, cardWidth: state.width, textSize: options.textSize)
    let isWhole = state.card.isWhole && widget.entry.family != nil && failure == nil && state.request == nil
    let change: Change? =
      if isWhole { .size } else if let report = placed?.layout.report, report.lacksViews { .leftOut(report) } else {
        disclosure.map { .mode($0) }
      }
    var children = [Self.header(state, parts, change, words, &rules)]
    let covers = failure != nil
    if let failure {
      children.append(Self.problem(failure, report: state.report, words))
    }
    if let request = state.request { children.append(PermissionPart.markup(request, of: id, words)) }
    // Until the user decides, there may be nothing to show except why something else failed.
    let failsOtherwise = state.snapshot?.failure.map { $0.kind != .denied } ?? false
    if !covers, state.request == nil || state.snapshot?.view != nil || failsOtherwise {
      if let view = parts.view { children.append(view) }
      if let footer = parts.footer { children.append(footer) }
    }
    if family == nil, let backOff = widget.backOff {
      children.append(.element(.p, .classes(["note"]), text: backOff.text(words)))
    }
    if let note = state.card.visibleNote { children.append(Self.note(note, words)) }
    let number = FormFields.encoded(id)
    markup = .element(
      .article,
      .classes(
        ["widget", "card"] + (widget.isUpdating ? ["updating"] : []) + (widget.isInFront ? ["front"] : []) + parts.classes
          + Self.shape(family, state.widget.entry, parts.content, isInterrupted: covers || state.request != nil)),
      .own(.id, "card-\(number)"), .own(.dataWidget, id), .own(.ariaLabelledBy, "title-\(number)"), .word(.tabIndex, "-1"),
      children: children)
    self.rules = rules
  }

  /// The failure covering the card because the script can't be used. A denial is no news while the user is being asked.
  private static func failure(_ state: CardState) -> Failure? {
    if let failure = state.widget.failure { return failure }
    guard let snapshot = state.snapshot, snapshot.view == nil, state.report != nil else { return nil }
    return state.request != nil && snapshot.failure?.kind == .denied ? nil : snapshot.failure
  }

  private static let leastBottomInset = 14.0

  /// A round card has its header next to it; a card without a title bar has it in front of the view while you point at it; and a
  /// narrow one shows the age instead of the name if the age matters.
  ///
  /// - Parameter isInterrupted: Whether the card shows an error or a question, which needs the widget's name.
  private static func shape(_ family: WidgetFamily?, _ entry: BoardEntry, _ content: CardContent, isInterrupted: Bool) -> [String]
  {
    var classes = content.background == nil ? [] : ["grounded"]
    switch family {
    case nil: if entry.isFullWidth { classes.append("full-width") }
    case .small: classes += ["sized", "narrow", "one-cell"]
    case .medium: classes += ["sized", "two-cells"]
    case .large: classes += ["sized", "two-cells", "two-rows"]
    case .extraLarge: classes += ["sized", "four-cells", "two-rows"]
    case .inline: classes += ["sized", "inline-card"]
    case .rectangular: classes += ["sized", "narrow", "one-cell", "half-row", "rectangular"]
    case .circular: classes += ["sized", "one-cell", "half-row"]
    }
    if family == .circular {
      classes.append("round-card")
    } else if !content.showsTitle, !isInterrupted {
      classes.append("untitled")
    }
    return classes
  }

  /// A card without a stored snapshot.
  private static func placeholder(_ widget: BoardWidget, _ options: RenderingOptions) -> Snapshot {
    Snapshot(widget: widget.identity, view: nil, result: .noData, reason: .launch, updatedAt: 0)
  }

  /// The words for a card of a fixed size: everything in its view, or its family's size.
  static let (whole, sized) = ("whole", "sized")

  /// The effect of the button in a card's header.
  private enum Change {
    case mode(CardWindow.Disclosure)
    /// Everything the card has no space for.
    case leftOut(FitReport)
    /// The card in its size again.
    case size
  }

  private static func button(_ change: Change, _ id: String, _ name: String, _ words: HostWords) -> Markup {
    func button(
      _ title: String, _ word: String, _ label: String, _ classes: [String], isExpanded: Bool = false, icon: String? = nil,
      _ attributes: [MarkupAttribute] = []
    ) -> Markup {
      PageControls.button(
        title, to: "/mode", "card", "\(id) \(word)", label: label, classes: ["disclosure"] + classes, icon: icon,
        attributes: [.word(.ariaExpanded, isExpanded ? "true" : "false")] + attributes)
    }
    let more = words("Show more of {name}", ["name": .string(name)])
    let less = words("Show less of {name}", ["name": .string(name)])
    switch change {
    case .mode(.less): return button(words("Show Less"), "compact", less, ["less"], isExpanded: true)
    case .mode(.more): return button(words("Show More"), "expanded", more, [])
    case .size: return button(words("Show Less"), sized, less, [], isExpanded: true)
    case .leftOut(let report):
      let reason =
        report.hasControl
        ? words("Show more: the card has no space for some controls") : words("Show more: the card has no space for everything")
      return button(
        "", whole, "\(more). \(reason)", report.hasControl ? ["left-out", "lacking"] : ["left-out"], icon: "chevron.down",
        [.text(.title, reason)])
    }
  }

  private static func header(
    _ state: CardState, _ parts: HTMLCardParts, _ change: Change?, _ words: HostWords, _ rules: inout StyleRules
  ) -> Markup {
    let id = state.widget.id
    let content = parts.content
    let name = content.name
    var children: [Markup] = []
    if let icon = content.icon { children.append(HTMLIcon.badge(icon)) }
    children.append(
      .element(.h2, .own(.id, "title-\(FormFields.encoded(id))"), .classes(parts.headerClasses.name), text: name))
    if state.widget.isUpdating {
      children.append(.element(.span, .classes(["busy-dot"]), .word(.role, "img"), .text(.ariaLabel, words("updating"))))
    }
    if let age = content.age, state.widget.failure == nil {
      let color = rules.add(.color("color", .named(age.color)))
      children.append(
        .element(
          .time, .classes(["age", color] + (age.color == .secondary ? ["current"] : [])), HTMLDate.attribute(age.moment),
          HTMLDate.moment(age.moment), .word(.dataStyle, "age"), text: age.text))
    }
    // In the header, so a card that isn't clipped keeps its height.
    if let change, state.widget.failure == nil { children.append(button(change, id, name, words)) }
    children.append(menu(state.widget, name, words))
    return .element(.header, .classes(parts.headerClasses.header), .word(.draggable, "true"), children: children)
  }

  private static func menu(_ widget: BoardWidget, _ name: String, _ words: HostWords) -> Markup {
    let id = widget.id
    let query = FormFields.encoded(id)
    let items: [Markup] = [
      PageControls.button(words("Refresh"), to: "/refresh", "widget", id, icon: "arrow.clockwise"),
      PageControls.button(words("Move up"), to: "/move", "card", "\(id) up", icon: "arrow.up"),
      PageControls.button(words("Move down"), to: "/move", "card", "\(id) down", icon: "arrow.down"),
      PageControls.link(words("Settings"), to: "/settings?widget=\(query)", icon: "gearshape"),
      PageControls.link(words("Image"), to: "/widgets/\(query).png", icon: "photo"),
      PageControls.button(words("Hide"), to: "/hide", "widget", id, icon: "eye.slash"),
    ]
    return .element(
      .details, .classes(["menu"]),
      children: [
        .element(
          .summary, .text(.ariaLabel, words("Actions for {name}", ["name": .string(name)])),
          children: [HTMLIcon.markup("ellipsis")]),
        .element(.ul, children: items.map { .element(.li, children: [$0]) }),
      ])
  }

  /// Covers the card, so you see a broken script, but only there.
  private static func problem(_ failure: Failure, report: String?, _ words: HostWords) -> Markup {
    let notice = FailureNotice(failure, words)
    var children: [Markup] = [
      .element(
        .p, .classes(["reason"]),
        children: [HTMLIcon.markup("exclamationmark.triangle.fill"), .element(.span, text: notice.reason)])
    ]
    if let report {
      children.append(
        .element(.pre, .word(.tabIndex, "0"), .word(.role, "group"), .text(.ariaLabel, words("Source")), text: report))
    }
    if let remedy = notice.remedy { children.append(.element(.p, .classes(["remedy"]), text: remedy)) }
    return .element(.section, .classes(["problem"]), .word(.role, "status"), children: children)
  }

  private static func note(_ note: CardNote, _ words: HostWords) -> Markup {
    switch note {
    case .text, .denied: return .element(.p, .classes(["note"]), .word(.role, "status"), text: note.text(words))
    case .copied(let text):
      return .element(
        .p, .classes(["note"]), .word(.role, "status"),
        children: [
          .element(.span, text: words("Copied: {text}", ["text": ""])),
          .page(
            .textarea, .own(.readonly, "readonly"), .number(.rows, Double(min(5, 1 + text.count { $0 == "\n" }))),
            .text(.ariaLabel, words("Copied text")), children: [.text("\n" + text)]),
        ])
    case .open(let url):
      guard let target = LinkTarget(url) else {
        return .element(
          .p, .classes(["note"]), .word(.role, "status"), text: words("The widget wants to open an address that is not allowed."))
      }
      return .element(
        .p, .classes(["note"]), .word(.role, "status"),
        children: [
          .element(.span, text: words("The widget opens {url}", ["url": ""])),
          .element(
            .a, .href(target), .word(.rel, "noopener noreferrer"), .word(.target, "_blank"), text: terminalSafe(url, limit: 200)),
        ])
    }
  }
}

/// Everything a card on the page shows.
package struct CardState: Sendable {
  package var widget: BoardWidget
  package var card: Card
  package var snapshot: Snapshot?
  /// Identifies the view in taps.
  package var generation: Int64
  /// Why the script can't be used, with the source around the error.
  package var report: String?
  /// The width of a card without a family, in points.
  var width: Double

  package init(
    widget: BoardWidget, card: Card = Card(), snapshot: Snapshot? = nil, generation: Int64 = 0, report: String? = nil,
    width: Double = PageContext().columns.cardWidth
  ) {
    self.widget = widget
    self.card = card
    self.snapshot = snapshot
    self.generation = generation
    self.report = report
    self.width = width
  }

  var mode: DisplayMode { card.mode }
  /// Permissions the user hasn't decided about.
  var request: PermissionRequest? { card.questions.request }
}

/// The question whether a widget may do something, as in a terminal.
enum PermissionPart {
  static func markup(_ request: PermissionRequest, of id: String, _ words: HostWords) -> Markup {
    let name = terminalSafe(request.name, limit: 80)
    let rows = request.permissions.map { permission -> Markup in
      let text = PermissionText.question(permission, in: request, words)
      let key = request.question(permission).key
      let buttons = PermissionDecision.choices.map { choice in
        PageControls.button(
          words(choice.title), to: "/permissions", "decision", "\(id) \(key) \(choice.word)",
          label: "\(words(choice.title)): \(text)",
          classes: choice == .once ? ["primary"] : [])
      }
      return .element(
        .li, children: [.element(.p, text: text), .element(.div, .classes(["choices"]), children: buttons)])
    }
    return .element(
      .section, .classes(["permissions"]), .text(.ariaLabel, words("Permissions for {name}", ["name": .string(name)])),
      children: [
        .element(.p, .classes(["reason"]), text: words("{name} asks for permission:", ["name": .string(name)])),
        .element(.ul, children: rows),
      ])
  }
}
