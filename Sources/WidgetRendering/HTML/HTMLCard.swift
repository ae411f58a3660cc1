import WidgetModel

/// A widget as an `article`: a header with name and age, the view inside its insets, a footer with a failure.
struct HTMLCard {
  /// nil for an empty widget.
  let markup: Markup?
  let rules: StyleRules

  init(_ snapshot: Snapshot, in size: Size, options: RenderingOptions) {
    let content = CardContent(snapshot, options: options)
    guard content.state != .empty else {
      markup = nil
      rules = StyleRules()
      return
    }
    let width = options.family.flatMap(SurfaceSize.size(of:))?.width
    var views = HTMLViews(
      options: options,
      width: [size.width.isFinite && size.width > 0 ? size.width : nil, width].compactMap { $0 }.min() ?? Self.width)
    let classes = ["widget"] + Self.size(of: size, options, &views) + Self.textSize(options.textSize, &views)
    var children = content.showsTitle ? [Self.header(content, &views)] : []
    if let view = content.view { children.append(views.content(view, of: snapshot)) }
    if let failure = content.failure { children.append(Self.footer(failure, &views)) }
    markup = .element(.article, .classes(classes), .text(.ariaLabel, content.name), children: children)
    rules = views.rules
  }

  /// The assumed width of a card that fills its container, in points.
  private static let width = 360.0

  /// The width is exact and the height a limit; a family has a fixed size.
  private static func size(of size: Size, _ options: RenderingOptions, _ views: inout HTMLViews) -> [String] {
    var classes: [String] = []
    let own = options.family.flatMap(SurfaceSize.size(of:))
    if let width = [size.width.isFinite && size.width > 0 ? size.width : nil, own?.width].compactMap({ $0 }).min() {
      classes.append(views.add(.length("width", width)))
    }
    if let own { classes.append(views.add(.length("height", own.height))) }
    if options.family == .circular, let own { classes.append(views.add(.length("border-radius", own.width / 2))) }
    if size.height.isFinite, size.height > 0 { classes.append(views.add(.length("max-height", size.height))) }
    return classes
  }

  /// Rules for a text size other than the one the style sheet assumes.
  private static func textSize(_ textSize: TextSize, _ views: inout HTMLViews) -> [String] {
    guard textSize != .large else { return [] }
    // A word may be wider than the card, so it may be broken.
    let isEnormous = TextStyle.body.size(at: textSize) > 36
    let isDisplay = TextStyle.body.size(at: textSize) >= HTMLViews.displaySize
    return (isDisplay ? ["display"] : []) + (isEnormous ? ["enormous"] : []) + [
      views.add(.fontSize(TextStyle.body.size(at: textSize))),
      views.add(.textSize("--footnote", TextStyle.footnote.size(at: textSize))),
      views.add(.textSize("--caption", TextStyle.caption.size(at: textSize))),
      views.add(.textSize("--caption2", TextStyle.caption2.size(at: textSize))),
    ]
  }

  private static func header(_ content: CardContent, _ views: inout HTMLViews) -> Markup {
    var children: [Markup] = []
    if let icon = content.icon { children.append(badge(icon)) }
    children.append(.element(.h2, text: content.name))
    if let age = content.age {
      let color = views.add(.color("color", .named(age.color)))
      children.append(
        .element(
          .time, .classes(["age", color]), HTMLDate.attribute(age.moment), .number(.dataMoment, age.moment), text: age.text))
    }
    return .element(.header, children: children)
  }

  /// Like an app icon: white on a rounded square in the accent colour. An emoji is drawn as it is.
  private static func badge(_ name: String) -> Markup {
    IconShapes.path(for: name) == nil
      ? HTMLViews.icon(name) : .element(.span, .classes(["badge"]), children: [HTMLViews.icon(name)])
  }

  private static func footer(_ failure: FailureNotice, _ views: inout HTMLViews) -> Markup {
    let color = views.add(.color("color", .named(failure.color)))
    let secondary = views.add(.color("color", .named(.secondary)))
    var lines = [Markup.element(.p, .classes([]), text: failure.reason)]
    if let remedy = failure.remedy { lines.append(.element(.p, .classes([secondary]), text: remedy)) }
    let sign = Markup.element(.span, .classes(["sign", color]), children: [HTMLViews.icon("exclamationmark.triangle.fill")])
    return .element(.footer, .word(.role, "status"), children: [sign, .element(.div, children: lines)])
  }
}
