import WidgetModel

/// A widget as an `article`: its name and age at the head, the view inside its insets, a failure at the foot.
struct HTMLCard {
  /// nil for a widget that has nothing to show.
  let markup: Markup?
  let rules: StyleRules

  init(_ snapshot: Snapshot, in size: Size, options: RenderingOptions, isInteractive: Bool) {
    guard snapshot.hasContent || snapshot.failure != nil else {
      markup = nil
      rules = StyleRules()
      return
    }
    let width = options.family.flatMap(SurfaceSize.size(of:))?.width
    var views = HTMLViews(
      options: options, isInteractive: isInteractive,
      width: [size.width.isFinite && size.width > 0 ? size.width : nil, width].compactMap { $0 }.min() ?? Self.width)
    let classes = ["widget"] + Self.size(of: size, options, &views) + Self.textSize(options.textSize, &views)
    var children = options.family == .inline ? [] : [Self.header(snapshot, options)]
    var view = snapshot.view
    if view == nil, snapshot.failure == nil {
      view = ViewNode(.text("No data yet"))
      view?.style.color = .named(.secondary)
    }
    // A widget that hid itself and then failed shows why it failed, not what it hid.
    if snapshot.hasContent, let view {
      children.append(views.content(view, of: snapshot))
    }
    // One line has room for one thing: the last good view.
    if let failure = snapshot.failure, options.family != .inline || children.isEmpty {
      children.append(Self.footer(failure, &views))
    }
    markup = .element(
      .article, .classes(classes), .text(.ariaLabel, terminalSafe(snapshot.widget.name, limit: 200)), children: children)
    rules = views.rules
  }

  /// Points; of a card that is as wide as its place.
  private static let width = 360.0

  /// A width that is exact, and a height that is a limit; a family has a shape of its own.
  private static func size(of size: Size, _ options: RenderingOptions, _ views: inout HTMLViews) -> [String] {
    var classes: [String] = []
    let own = options.family.flatMap(SurfaceSize.size(of:))
    if let width = [size.width.isFinite && size.width > 0 ? size.width : nil, own?.width].compactMap({ $0 }).min() {
      classes.append(views.add(.length("width", width)))
    }
    if let own { classes.append(views.add(.length("height", own.height))) }
    if size.height.isFinite, size.height > 0 { classes.append(views.add(.length("max-height", size.height))) }
    return classes
  }

  /// What the rules of every card take for granted at the normal size.
  private static func textSize(_ textSize: TextSize, _ views: inout HTMLViews) -> [String] {
    guard textSize != .large else { return [] }
    // Where a word may be wider than the card, it is broken.
    let isEnormous = TextStyle.body.size(at: textSize) > 36
    let isDisplay = TextStyle.body.size(at: textSize) >= HTMLViews.displaySize
    return (isDisplay ? ["display"] : []) + (isEnormous ? ["enormous"] : []) + [
      views.add(.fontSize(TextStyle.body.size(at: textSize))),
      views.add(.textSize("--footnote", TextStyle.footnote.size(at: textSize))),
      views.add(.textSize("--caption", TextStyle.caption.size(at: textSize))),
      views.add(.textSize("--caption2", TextStyle.caption2.size(at: textSize))),
    ]
  }

  /// Whether the age is worth saying: as on a terminal.
  static func showsAge(_ snapshot: Snapshot, _ options: RenderingOptions) -> Bool {
    snapshot.view != nil && snapshot.updatedAt > 0 && (snapshot.failure != nil || options.isStale || options.showsAge)
  }

  private static func header(_ snapshot: Snapshot, _ options: RenderingOptions) -> Markup {
    var children: [Markup] = []
    if let icon = snapshot.widget.icon, !icon.isEmpty { children.append(badge(icon)) }
    children.append(.element(.h2, text: terminalSafe(snapshot.widget.name, limit: 200)))
    if showsAge(snapshot, options) {
      children.append(
        .element(
          .time, .classes(["age"]), HTMLDate.attribute(snapshot.updatedAt), .number(.dataMoment, snapshot.updatedAt),
          text: DateText.age(of: snapshot.updatedAt, clock: options.clock)))
    }
    return .element(.header, children: children)
  }

  /// As an app's icon: white on a square of the accent colour. An emoji is an icon of its own.
  private static func badge(_ name: String) -> Markup {
    IconShapes.path(for: name) == nil
      ? HTMLViews.icon(name) : .element(.span, .classes(["badge"]), children: [HTMLViews.icon(name)])
  }

  private static func footer(_ failure: Failure, _ views: inout HTMLViews) -> Markup {
    let color = views.add(.color("color", .named(FailureText.color(failure.kind))))
    let faint = views.add(.color("color", .named(.secondary)))
    let lines = FailureText.paragraphs(failure).enumerated().map { index, paragraph in
      Markup.element(.p, .classes(index == 0 ? [] : [faint]), text: paragraph)
    }
    let sign = Markup.element(.span, .classes(["sign", color]), children: [HTMLViews.icon("exclamationmark.triangle.fill")])
    return .element(.footer, .word(.role, "status"), children: [sign, .element(.div, children: lines)])
  }
}
