import WidgetModel

/// Keeps views on a card that the browser lays out: whatever is too wide gets smaller as a whole, or has several lines.
///
/// Only the browser knows the card's width and its fonts. A page knows about how wide the words and numbers of a view are, so it tells
/// the width at which they have their full size, and the browser scales the view on a card that's narrower. A page's rules don't depend
/// on its texts, so widths and scales are in steps, each with a class of the style sheet.
extension HTMLViews {
  /// The number of views to measure on a card.
  static let mostMeasured = 8000
  /// The width that every card can have.
  static let narrowCard = 360.0
  /// A card can be this much narrower than assumed.
  private static let spare = 0.75
  /// How much wider letters can be than estimated.
  private static let allowance = 1.05

  /// Decides how the next view stays on its card.
  ///
  /// - Parameters:
  ///   - style: The view's.
  ///   - space: The width of its container, in points.
  /// - Returns: The classes that make it smaller.
  mutating func spaceClasses(_ node: ViewNode, _ style: ResolvedStyle, space: Double) -> [String] {
    (wrapsRow, isZoomed) = (false, false)
    guard !hasSpace, !isHiding, options.family != .inline, let least = leastScale(of: node, style) else { return [] }
    var content = node
    content.style.width = nil
    let space = min(space, node.style.width.map(sane) ?? space)
    let words = max(widthOfWords(content, style), node.isControl ? widestControl : 0)
    if node.style.width != nil, words > space {
      wrapsRow = node.content.isRow
      return []
    }
    let assumed = max(1, space - max(0, (cardWidth - Self.narrowCard) * (hasFixedWidth ? 0 : 1)))
    guard words > assumed * Self.spare else {
      hasSpace = true
      return []
    }
    if node.content.isRow, !node.content.isField, words * least > assumed || least >= 1 {
      // Each of its views on its own.
      wrapsRow = words > assumed * Self.spare
      return []
    }
    wrapsRow = node.content.isRow
    // Parts of a field below its name.
    (hasSpace, isZoomed) = (true, words * least <= assumed)
    let needed = words * Self.allowance
    if hasFixedWidth { return needed > space ? [Self.zoom(max(least, space / needed))].compactMap { $0 } : [] }
    // On a card that's as wide as its view, apart from the insets.
    return ["shrinks-\(Int(saturating: least * 100))", Self.wordsClass(needed * max(1, (cardWidth - inset) / max(1, space)))]
  }

  /// The smallest scale of a view that's too wide for its card; nil if it doesn't get smaller as a whole.
  private func leastScale(of node: ViewNode, _ style: ResolvedStyle) -> Double? {
    if case .grid = node.content { return 0.3 }
    if case .field = node.content { return 0.6 }
    if case .gauge = node.content { return 0.5 }
    if case .hstack = node.content {
      if node.children.allSatisfy({ $0.isControl || $0.isSpacer || $0.isAbsent() }) { return 0.6 }
      return options.textSize.isAccessibility ? 1 : Fitting.usualScale
    }
    guard node.content.traits.contains(.text), let text = node.text, text.utf8.count < 400, node.style.width == nil else {
      return nil
    }
    // The title of a button may be cut.
    if case .button = node.content, text.utf8.count > TextPlan.shortText { return 0.6 }
    if node.isControl || FigureText.isFigure(text) { return 0.35 }
    return node.style.lineLimit == 1 ? nil : 0.5
  }

  /// The width, in points, below which a view's words or numbers would be broken.
  mutating func widthOfWords(_ node: ViewNode, _ style: ResolvedStyle) -> Double {
    guard let element = measured(node, style) else { return 0 }
    var words = element.preferredMinimumWidth + widthOfReadings(element)
    if case .grid(let columns) = node.content, node.style.spacing == nil {
      words += Double(max(0, columns.count - 1)) * (columnGap(style) - 8)
    }
    return words
  }

  /// The distance of a grid's columns, in points.
  func columnGap(_ style: ResolvedStyle) -> Double { (8 * min(2, style.growth)).rounded() }

  /// How much wider a view is because of the whole names and values of gauges, which a layout may cut.
  private func widthOfReadings(_ element: LayoutElement) -> Double {
    let inside = element.present.map(widthOfReadings)
    switch element.axis {
    case .horizontal: return inside.reduce(0, +)
    case .grid:
      let count = max(1, element.node.content.columns.count)
      return (0..<count).reduce(0) { sum, column in
        sum + (Swift.stride(from: column, to: inside.count, by: count).map { inside[$0] }.max() ?? 0)
      }
    case nil:
      // The value of a field is never cut.
      if element.isInField, element.node.style.maxWidth == nil, let text = element.node.text, !element.node.isControl {
        return max(0, EstimatedMeasurer().measure(text, font: element.style.font).width - element.preferredMinimumWidth)
      }
      guard case .gauge(let gauge) = element.node.content else { return 0 }
      func width(_ text: String?, _ font: ResolvedFont) -> Double {
        text.map { EstimatedMeasurer().measure($0, font: font).width } ?? 0
      }
      let font = element.style.font
      var words = max(
        width(gauge.text, element.style.captionFont(textSize: options.textSize)),
        Self.isInside(gauge) ? 0 : width(gauge.valueText, font))
      if !gauge.shape.isRound {
        let (name, value) = (width(gauge.text, font), width(gauge.valueText, font))
        words = options.textSize.isAccessibility ? max(name, value) : name + 6 + value
      } else if element.node.style.height == nil {
        words = max(words, SurfaceMetrics.points.gauge.width)
      }
      return max(0, words - element.preferredMinimumWidth)
    case .vertical, .depth, .alternatives: return inside.max() ?? 0
    }
  }

  /// The view as a layout has it; nil if enough has been measured.
  private mutating func measured(_ node: ViewNode, _ style: ResolvedStyle) -> LayoutElement? {
    guard measuringBudget > 0 else { return nil }
    var budget = LayoutElement.Budget()
    budget.nodes = measuringBudget
    let context = LayoutContext(
      measurer: EstimatedMeasurer(), metrics: .points, textSize: options.textSize, clock: options.clock,
      isRedacted: options.isRedacted)
    let element = LayoutElement(node, inheriting: style, in: nil, .init(context), &budget)
    measuringBudget = budget.nodes - 1
    return element
  }

  /// Widths in steps of a twelfth, in points.
  private static let widths: [Int] = {
    var widths = [40]
    while let last = widths.last, last < 4000 { widths.append(last + max(4, last / 12)) }
    return widths
  }()

  private static let scales = Array(stride(from: 20, to: 100, by: 5))
  private static let leastScales = [30, 35, 50, 60, 70]

  /// The class of the first step that's as wide as this.
  static func wordsClass(_ width: Double) -> String {
    "words-\(widths.first { Double($0) >= width } ?? widths[widths.count - 1])"
  }

  /// The class of a scale; nil at full size.
  static func zoom(_ scale: Double) -> String? { percent(scale).map { "zoom-\($0)" } }

  /// A scale in steps of a twentieth; nil at full size.
  static func percent(_ scale: Double) -> Int? {
    scale >= 1 ? nil : max(scales[0], Int(saturating: (scale * 20 + 0.001).rounded(.down)) * 5)
  }

  /// The style sheet's rules for these classes.
  static let spaceRules =
    widths.map { ".words-\($0){--words:\($0)px}" }.joined() + "\n"
    + leastScales.map { ".shrinks-\($0){zoom:clamp(.\($0),tan(atan2(100cqi - var(--inset,32px),var(--words))),1)}" }.joined()
    + "\n"
    + scales.map { ".zoom-\($0){zoom:.\($0)}.at-\($0){font-size:\($0)%}.side-\($0){max-height:\($0)%}" }.joined()

  /// The class of the width of a column in which lines may be cut, but no number; nil for other views.
  mutating func leastWidth(of node: ViewNode, _ parent: ResolvedStyle) -> String? {
    guard node.hasCutLines, node.hasFigure, node.style.width == nil, node.style.minWidth == nil else { return nil }
    let width = widthOfWords(node, parent)
    return width > 0 ? Self.wordsClass(width * 0.96) : nil
  }

  // MARK: Frames

  /// How much smaller a text is in front of something that doesn't grow with the text size; 1 if it fits.
  ///
  /// - Parameters:
  ///   - parent: The style of its container.
  ///   - size: The frame for it.
  mutating func scale(of node: ViewNode, _ parent: ResolvedStyle, in size: Size) -> Double {
    guard options.textSize > .large, size.width > 0, size.height > 0, let element = measured(node, parent) else { return 1 }
    let least = 0.2
    var scale = 1.0
    while scale > least {
      let width = size.width / scale
      if element.preferredMinimumWidth <= width + 0.5,
        element.measure(Proposal(width: width, height: nil)).size.height * scale <= size.height + 0.5
      {
        break
      }
      scale -= 0.05
    }
    return max(least, scale)
  }

  /// The font size of a text with a height, which doesn't grow beyond it; nil if it has none.
  func fontSizeInFrame(of node: ViewNode, _ style: ResolvedStyle) -> Double? {
    guard style.growth > 1, node.text != nil, !node.isControl, let height = node.style.height else { return nil }
    let padding = node.effectivePadding(sparesFixedSides: true)
    // A frame narrower than it's high has space for a few letters.
    let side = min(sane(height), node.style.width.map(sane) ?? .infinity)
    return min(style.font.size, max(style.usualFontSize, (side - padding.top - padding.bottom - 1.6) / 1.2))
  }

  /// How much smaller the views of a column or a row with a height are; nil if it has none.
  mutating func scaleInHeight(of node: ViewNode, _ style: ResolvedStyle, width: Double) -> Double? {
    guard options.textSize > .large, let height = node.style.height, node.hasText else { return nil }
    let padding = node.effectivePadding(sparesFixedSides: true)
    var content = node
    (content.style.width, content.style.height, content.style.padding) = (nil, nil, .zero)
    return scale(of: content, style, in: Size(width: width, height: max(1, sane(height) - padding.top - padding.bottom)))
  }

  /// The frame that a stack's texts have in front of its first view, if the text size doesn't change it.
  func frameInFront(of node: ViewNode) -> Size? {
    let first = node.children.first
    let width = node.style.width ?? first?.style.width ?? availableWidth
    guard let height = node.style.height ?? first?.style.height else {
      return nil
    }
    var part = 1.0
    if first?.isRing == true { part = 0.66 } else if case .shape(.circle)? = first?.content { part = 0.8 }
    if node.children.count < 2 { part = 1 }
    let padding = node.effectivePadding(sparesFixedSides: true)
    return Size(
      width: max(0, sane(width) - padding.left - padding.right) * part,
      height: max(0, sane(height) - padding.top - padding.bottom) * part)
  }

  /// The class of the scale of a view in front of others, or in a column with a height.
  ///
  /// - Parameter isBadge: Whether it covers at most half of the frame, unless it's as small as at the usual text size.
  mutating func scaleClass(_ child: ViewNode, _ parent: ResolvedStyle, in size: Size?, isBadge: Bool = false) -> String? {
    guard let size, child.hasText || child.content.kind == .icon, child.style.height == nil, !child.isControl else { return nil }
    var scale = scale(of: child, parent, in: size)
    if isBadge {
      let usual = 1 / parent.inherited(by: child.style, textSize: options.textSize).growth
      let half = self.scale(of: child, parent, in: Size(width: size.width / 2, height: size.height / 2))
      scale = min(scale, max(half, usual))
    }
    return Self.zoom(scale)
  }
}

extension ViewContent {
  var isField: Bool { if case .field = self { true } else { false } }
  var isRow: Bool { self == .hstack || isField }
}

extension ViewNode {
  /// Whether it's a line that may be cut, or a column with one.
  var hasCutLines: Bool {
    switch content.traits.axis {
    case nil: style.lineLimit == 1 && text.map { !FigureText.isFigure($0) } == true
    case .vertical, .alternatives, .horizontal: children.contains(where: \.hasCutLines)
    case .depth, .grid: false
    }
  }

  /// Whether it's a number, or a column with one.
  var hasFigure: Bool { text.map(FigureText.isFigure) ?? children.contains(where: \.hasFigure) }
}
