public import WidgetModel

/// Many cards on one page, in rows with captions, for authors to inspect. Self-contained, like ``HTMLFormat``.
public struct HTMLSheet: Sendable {
  /// Cards side by side, below a caption.
  public struct Row: Sendable {
    public var caption: String
    public var cells: [Cell]

    public init(caption: String, cells: [Cell]) {
      self.caption = caption
      self.cells = cells
    }
  }

  /// A card with a caption.
  public struct Cell: Sendable {
    public var caption: String
    public var snapshot: Snapshot
    /// Width is exact, height a maximum; points.
    public var size: Size
    /// The options to draw with; the card uses their colour scheme.
    public var options: RenderingOptions
    /// The card's layout; nil lets the browser lay it out.
    package var placed: PlacedCard?

    public init(caption: String, snapshot: Snapshot, size: Size, options: RenderingOptions) {
      self.caption = caption
      self.snapshot = snapshot
      self.size = size
      self.options = options
    }
  }

  public var title: String
  public var rows: [Row]

  public init(title: String, rows: [Row]) {
    self.title = title
    self.rows = rows
  }

  /// The page in UTF-8.
  public func render() -> [UInt8] {
    var rules = StyleRules()
    let title = terminalSafe(title, limit: 200)
    var children = [Markup.element(.h1, text: title)]
    for row in rows {
      let cards = row.cells.map { Self.figure($0, &rules) }
      children.append(
        .element(
          .section,
          children: [
            .element(.h2, text: terminalSafe(row.caption, limit: 200)), .element(.div, .classes(["cards"]), children: cards),
          ]))
    }
    let sheet = StyleSheet(rules: rules, isSheet: true)
    return HTMLDocument(title: title, style: sheet, theme: .light).bytes(.element(.main, .classes(["sheet"]), children: children))
  }

  private static func figure(_ cell: Cell, _ rules: inout StyleRules) -> Markup {
    let card = HTMLCard(cell.snapshot, in: cell.size, options: cell.options, placed: cell.placed)
    rules.merge(card.rules)
    let theme: MarkupAttribute = .word(.dataTheme, cell.options.colorScheme == .dark ? "dark" : "light")
    return .element(
      .figure, theme,
      children: [
        .element(.figcaption, text: terminalSafe(cell.caption, limit: 200)),
        card.markup ?? .element(.p, text: CardContent(cell.snapshot, options: cell.options).emptyNote),
      ])
  }
}
