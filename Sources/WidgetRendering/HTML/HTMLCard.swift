package import WidgetModel

/// A widget as an `article`: a header with name and age, the view inside its insets, a footer with a failure.
struct HTMLCard {
  /// nil for an empty widget.
  let markup: Markup?
  let rules: StyleRules

  init(_ snapshot: Snapshot, in size: Size, options: RenderingOptions, placed: PlacedCard? = nil) {
    let parts = HTMLCardParts(snapshot, in: size, options: options, placed: placed)
    guard parts.content.state != .empty else {
      markup = nil
      rules = StyleRules()
      return
    }
    var rules = parts.rules
    let children = [parts.content.showsTitle ? Self.header(parts, &rules) : nil, parts.view, parts.footer]
    markup = .element(
      .article, .classes(["widget"] + parts.classes), .text(.ariaLabel, parts.content.name), children: children.compactMap { $0 })
    self.rules = rules
  }

  private static func header(_ parts: HTMLCardParts, _ rules: inout StyleRules) -> Markup {
    let content = parts.content
    var children: [Markup] = []
    if let icon = content.icon { children.append(HTMLIcon.badge(icon)) }
    children.append(.element(.h2, .classes(parts.headerClasses.name), text: content.name))
    if let age = content.age {
      let color = rules.add(.color("color", .named(age.color)))
      children.append(
        .element(
          .time, .classes(["age", color]), HTMLDate.attribute(age.moment), .number(.dataMoment, age.moment), text: age.text))
    }
    return .element(.header, .classes(parts.headerClasses.header), children: children)
  }
}

/// Icons on cards and pages.
package enum HTMLIcon {
  package static func markup(_ name: String) -> Markup { HTMLViews.icon(name) }

  /// Like an app icon: white on a rounded square in the accent colour. Emoji are drawn as they are.
  package static func badge(_ name: String) -> Markup {
    IconShapes.path(for: name) == nil
      ? HTMLViews.icon(name) : .element(.span, .classes(["badge"]), children: [HTMLViews.icon(name)])
  }
}

/// The parts of a card, for a page to arrange.
package struct HTMLCardParts {
  package let content: CardContent
  /// The view inside its insets.
  package let view: Markup?
  /// The failure of the newest update.
  package let footer: Markup?
  /// The classes of the card itself.
  package let classes: [String]
  /// The classes of the header and of the name in it.
  package let headerClasses: (header: [String], name: [String])
  package let rules: StyleRules

  /// - Parameters:
  ///   - width: An estimate of the card's width, if the size has none.
  ///   - placed: The card's layout; nil lets the browser lay it out.
  ///   - controls: How controls work; nil disables them.
  package init(
    _ snapshot: Snapshot, in size: Size, options: RenderingOptions, width: Double = Self.width, placed: PlacedCard? = nil,
    _ controls: HTMLControls? = nil
  ) {
    var options = options
    options.textSize = options.textSize.onCard(of: options.family)
    content = CardContent(snapshot, options: options)
    let own = options.family.flatMap(SurfaceSize.size(of:))?.width
    var views = HTMLViews(
      options: options,
      width: [size.width.isFinite && size.width > 0 ? size.width : nil, own].compactMap { $0 }.min() ?? width, controls: controls)
    let classes =
      Self.size(of: size, options, &views) + Self.textSize(options.textSize, &views) + (content.isRightToLeft ? ["rtl"] : [])
      + (content.background.map { views.ground($0) + ($0.image == nil ? [] : ["backed"]) } ?? [])
    if let placed {
      let fonts = PageFonts(placed.fonts, in: placed.fontFolder)
      views.fonts = fonts
      for face in fonts.faces { views.add(face) }
      headerClasses = views.placedHeader(placed.layout)
      view = views.placedContent(placed.layout, family: options.family)
      footer = views.placedFooter(placed.layout)
      self.classes = classes
      rules = views.rules
      return
    }
    self.classes = classes
    headerClasses = (views.header(on: content.background), [])
    let cardImage = content.background
    let showsTitle = content.showsTitle
    views.solidGround = cardImage.flatMap { SystemPalette.fill($0.color) }
    view = content.body.map { views.content($0, of: snapshot, showsTitle: showsTitle, cardImage: cardImage) }
    views.solidGround = nil
    footer = content.footer.map { Self.footer($0, &views) }
    rules = views.rules
  }

  /// The assumed width of a card filling its container, in points.
  package static let width = 360.0

  /// The size to use: the width is exact and the height a limit; a family has a fixed size.
  private static func size(of size: Size, _ options: RenderingOptions, _ views: inout HTMLViews) -> [String] {
    var classes: [String] = []
    let own = options.family.flatMap(SurfaceSize.size(of:))
    if let width = [size.width.isFinite && size.width > 0 ? size.width : nil, own?.width].compactMap({ $0 }).min() {
      classes.append(views.add(.length("width", width)))
    }
    if let own { classes.append(views.add(.length("height", own.height))) }
    if options.family == .circular, let own { classes.append(views.add(.length("border-radius", own.width / 2))) }
    // A one-line card has the height of its text.
    if size.height.isFinite, size.height > 0, options.family != .inline {
      classes.append(views.add(.length("max-height", size.height)))
    }
    return classes
  }

  /// Rules for a text size other than the style sheet's.
  private static func textSize(_ textSize: TextSize, _ views: inout HTMLViews) -> [String] {
    guard textSize != .large else { return [] }
    let isDisplay = TextStyle.body.size(at: textSize) >= ResolvedFont.displaySize
    return (isDisplay ? ["display"] : []) + [
      views.add(.fontSize(TextStyle.body.size(at: textSize))),
      views.add(.textSize("--footnote", TextStyle.footnote.size(at: textSize))),
      views.add(.textSize("--caption", TextStyle.caption.size(at: textSize))),
      views.add(.textSize("--caption2", TextStyle.caption2.size(at: textSize))),
    ]
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

/// How a view's controls work on a live page: each is a button in a form, so it works without JavaScript too.
package struct HTMLControls: Sendable {
  /// The id of the form.
  package var form: String
  /// Where to send a tap.
  package var path: String
  /// The name of the field.
  package var name: String
  /// The field's value before the handler's number.
  package var prefix: String

  package init(form: String, path: String, name: String, prefix: String) {
    self.form = form
    self.path = path
    self.name = name
    self.prefix = prefix
  }

  func attributes(action: Int) -> [MarkupAttribute?] {
    [
      .word(.type, "submit"), .own(.form, form), .own(.formAction, path), .own(.name, name),
      .own(.value, prefix + String(action)),
    ]
  }
}

/// A moment as the value of `datetime`: `2026-11-21T12:05:00Z` (RFC 3339).
package enum HTMLDate {
  /// The value; nil outside the years 1 to 9999.
  package static func attribute(_ moment: Double) -> MarkupAttribute? { text(moment).map { .text(.datetime, $0) } }

  /// The moment, for a script rewriting the date when it changes.
  package static func moment(_ moment: Double) -> MarkupAttribute {
    .own(.dataMoment, moment.isFinite && abs(moment) < 1e15 ? String(Int(saturating: moment.rounded())) : "")
  }

  static func text(_ moment: Double) -> String? {
    guard let parts = CalendarClock(now: 0).components(of: moment), (1...9999).contains(parts.year) else { return nil }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let year = String(parts.year).padded(to: 4, with: "0")
    let second = ((Int(saturating: moment.rounded(.down)) % 60) + 60) % 60
    return "\(year)-\(two(parts.month))-\(two(parts.day))T\(two(parts.hour)):\(two(parts.minute)):\(two(second))Z"
  }
}
