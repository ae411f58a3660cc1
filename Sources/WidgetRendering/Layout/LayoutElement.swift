import WidgetModel

/// A view being laid out. It measures each proposal once.
final class LayoutElement {
  /// The views and the text a layout may still process. The decoder has limits too, but stored files can be edited.
  struct Budget {
    var nodes = 4000
    var depth = 64
    /// Bytes.
    var text = 512 * 1024

    /// A text, cut at the end of the budget.
    mutating func take(_ text: String) -> String {
      let size = text.utf8.count
      // A Unicode scalar has at most four bytes.
      let kept = size <= self.text ? text : String(text.unicodeScalars.prefix(self.text / 4)) + "…"
      self.text = max(0, self.text - size)
      return kept
    }
  }

  /// The context shared by all views in a layout.
  final class SharedContext {
    let context: LayoutContext
    let work: TextWork
    /// Whether views that don't fit get smaller each on its own: the last resort, after the content as a whole.
    let scalesParts: Bool
    /// Whether views below each other are as close as they may be.
    let isTight: Bool
    /// Whether rows and grids of equal things get smaller than everything else before they lose any.
    let scalesGroups: Bool
    /// The scale of the card, which the scales of these are relative to.
    let cardScale: Double
    /// The smallest scale of a row that's too wide, before everything gets smaller because of it; 1 if it doesn't.
    let rowScale: Double
    /// The smallest scale of a number or a word that's too wide.
    let figureScale: Double
    /// The largest scale of equal rows: what it was with those that are left out.
    let largestRowScale: Double
    let measuring: MeasuringWork

    init(
      _ context: LayoutContext, _ mode: Layout.Mode = Layout.Mode(), scalesParts: Bool = false,
      _ measuring: MeasuringWork = MeasuringWork()
    ) {
      (self.context, self.measuring, self.scalesParts) = (context, measuring, scalesParts)
      work = TextWork(measuring)
      (isTight, scalesGroups, rowScale, largestRowScale) = (mode.isTight, mode.scalesGroups, mode.rowScale, mode.largestRowScale)
      (figureScale, cardScale) = (mode.figureScale, mode.cardScale)
    }
  }

  /// How a container arranges its views.
  typealias Axis = ViewTraits.Axis

  let node: ViewNode
  /// The node's traits, and its axis below: both are needed often.
  let traits: ViewTraits
  let axis: Axis?
  let style: ResolvedStyle
  /// One for all views in a layout: a copy in each would count references to everything in it.
  private let shared: SharedContext
  var context: LayoutContext { shared.context }
  var scalesParts: Bool { shared.scalesParts }
  var isTight: Bool { shared.isTight }
  var scalesGroups: Bool { shared.scalesGroups }
  var rowScale: Double { shared.rowScale }
  var cardScale: Double { shared.cardScale }
  var largestRowScale: Double { shared.largestRowScale }
  var leastFigureScale: Double { shared.figureScale }
  /// Whether it's inside a view that gets smaller as a whole.
  let isInScaled: Bool
  /// Whether it's in front of an overlay's first view, or inside such a view.
  let isInLayer: Bool
  /// Whether it fills a grid's cell beside one of several columns. The script didn't make it.
  private(set) var isFiller = false
  /// Whether it's a part of an input field.
  private(set) var isInField = false
  /// Whether it's the name of an input field.
  private(set) var isFieldName = false
  /// The axis of its container; nil for the root.
  let parentAxis: Axis?
  /// The horizontal alignment of its container.
  let parentAlignment: Double?
  let children: [LayoutElement]
  /// The alignment of its column, in a grid.
  private(set) var columnAlignment: Double?
  /// The texts below rings like this one, anywhere on the card.
  private(set) var equalCaptions: [String] = []
  /// The values of rings like this one, anywhere on the card.
  private(set) var equalValues: [String] = []
  /// Whether its views stay beside each other, whatever the text size.
  var staysRow = false
  /// Whether it's beside something: inside a row, a grid or a layer.
  let isInRow: Bool
  /// Its container's decision for all rows like it.
  var rowForm: RowForm {
    get { measured.form }
    set {
      if newValue.isColumn != measured.form.isColumn { knownScale = nil }
      measured.form = newValue
    }
  }
  /// The width for which equal rows inside have a form.
  var arrangedWidth: Double?
  /// The last result of looking for a scale.
  var knownScale: (width: Double, scale: Double?)?
  /// The largest scale of its letters, to be as small as equal ones.
  var textScale = 1.0
  private(set) var text: ViewText?
  /// The padding, including the border where it takes space.
  let padding: EdgeInsets
  /// Whether it's inside a `private` view on a redacted surface.
  let isRedacted: Bool
  /// Whether its layout direction differs from its container's.
  let turnsAround: Bool
  /// Whether it's the last view of a row, after a spacer: a text's lines are aligned with the end of the row.
  let endsRow: Bool

  private var measured = MeasurementCache()
  /// The row's proposal for its width and the column's for its height; relative sizes are parts of it.
  var container: Proposal {
    get { measured.container }
    set {
      if newValue != measured.container { knownScale = nil }
      measured.container = newValue
    }
  }
  /// The children, except those taking no space at all.
  private(set) lazy var present: [LayoutElement] = children.filter { !$0.isAbsent }
  private(set) lazy var hasRelativeChildren = children.contains { $0.node.style.hasRelativeSize }
  private(set) lazy var wordsOfDrawing: LayoutElement? = makeWordsOfDrawing()
  private(set) lazy var gaps: [Double] = computeGaps()
  private(set) lazy var longestWord: TextLine? = text?.text.map { breaker.longestWord($0) }
  private(set) lazy var isShortWord = text?.text.map { breaker.isShortWord($0) } ?? false
  /// Whether it's a number, a price or a time, perhaps with a unit. It gets smaller before it's cut, and never breaks.
  private(set) lazy var isFigure = isInField && node.content.kind == .date || text?.text.map(FigureText.isFigure) ?? false
  /// The size of a line in the view's font.
  private(set) lazy var line: TextExtent = measurer.measure("x", font: style.font)
  /// Measures the view's text.
  var measurer: any TextMeasurer { spanMeasurer ?? context.measurer }
  /// nil if the whole text has one font, as nearly every text has.
  var spanMeasurer: SpanMeasurer? { style.spanFonts == nil ? nil : madeSpanMeasurer }
  private lazy var madeSpanMeasurer: SpanMeasurer? = style.spanFonts.flatMap { fonts in
    text?.text.map { SpanMeasurer(context.measurer, fonts, text: $0, spans: node.spans, shared.measuring) }
  }
  private(set) lazy var symbolExtent: TextExtent? = text?.symbol.map { context.measurer.measureSymbol($0, font: style.font) }
  private(set) lazy var rankedFontSize: Double = computeRankedFontSize()
  private(set) lazy var textSize: Double = computeTextSize()
  private(set) lazy var hasFigure: Bool = computeHasFigure()
  private(set) lazy var hasControl: Bool = computeHasControl()
  private(set) lazy var hasDropping: Bool = children.contains { $0.node.style.effects?.fit == .drop || $0.hasDropping }
  /// How many views without children are inside.
  private(set) lazy var leafCount: Int = axis == nil ? 1 : children.reduce(0) { $0 + $1.leafCount }
  private(set) lazy var likeness: Likeness = computeLikeness()
  private(set) lazy var largestGrowth: Double = computeLargestGrowth()
  private(set) lazy var groupScale: Double? = computeGroupScale()
  private(set) lazy var hasGroups: Bool = groupScale != nil || children.contains(where: \.hasGroups)
  private(set) lazy var leastPadding = computeLeastPadding()
  private(set) lazy var isWholeRow = computeIsWholeRow()
  private(set) lazy var isUnit = computeIsUnit()
  /// The height of the highest single view inside.
  private(set) lazy var minimumLineHeight: Double = computeMinimumLineHeight()
  /// Whether it may be narrower than its minimum: a stack whose own height is limited leaves out views, perhaps the widest.
  private(set) lazy var mayLoseWidth: Bool =
    axis != nil
    && (node.style.width == nil
      && (node.style.height != nil || node.style.maxHeight != nil || node.style.aspectRatio != nil)
      || children.contains(where: \.mayLoseWidth))
  private(set) lazy var minimum = computeMinimum()
  private(set) lazy var preferredMinimumWidth = max(minimum.width, computePreferredMinimumWidth())
  /// The minimum and the preferred minimum width, ignoring fixed widths.
  private(set) lazy var compressedMinimumWidth = min(minimum.width, computeMinimum(yields: true).width)
  private(set) lazy var compressedPreferredMinimumWidth = max(
    compressedMinimumWidth, min(preferredMinimumWidth, computePreferredMinimumWidth(yields: true)))
  /// The width below which the view is illegible; ignores fixed widths.
  private(set) lazy var legibleWidth = max(
    compressedMinimumWidth, min(computeLegibleWidth(), measure(.ideal).size.width))
  /// Takes more than its ideal size if it's offered.
  private(set) lazy var expandsHorizontally = computeExpandsHorizontally()
  private(set) lazy var expandsVertically = computeExpandsVertically()

  /// Whether its first line is right-to-left in a left-to-right layout. In a right-to-left layout all lines start at the right:
  /// it's laid out like the other and mirrored.
  private(set) lazy var isRightToLeft =
    !style.isRightToLeft && node.style.layoutDirection == nil && text?.text.map { TextDirection.isRightToLeft($0[...]) } ?? false

  init(
    _ node: ViewNode, inheriting parent: ResolvedStyle, in parentAxis: Axis?, aligned parentAlignment: Double? = nil,
    isRedacted: Bool = false, endsRow: Bool = false, isInScaled: Bool = false, isInLayer: Bool = false,
    isInRow: Bool = false, _ shared: SharedContext, _ budget: inout Budget
  ) {
    let metrics = shared.context.metrics
    self.endsRow = endsRow
    (self.isInScaled, self.isInLayer, self.isInRow) = (isInScaled, isInLayer, isInRow)
    traits = node.content.traits
    axis = traits.axis
    let isRedacted = isRedacted || (shared.context.isRedacted && node.content == .private)
    var style = parent.inherited(by: node.style, textSize: shared.context.textSize)
    let node = metrics.quantum == nil ? node.widened(by: style) : node
    if case .image = node.content {
      self.node = node.fitted(to: shared.context)
    } else if case .progress = node.content {
      self.node = node.advanced(to: shared.context.clock.now)
    } else {
      self.node = node
    }
    self.shared = shared
    self.parentAxis = parentAxis
    self.parentAlignment = parentAlignment
    if !isRedacted, !node.spans.isEmpty, metrics.quantum == nil,
      let fonts = SpanFonts(node, in: style, textSize: shared.context.textSize)
    {
      style.setSpanFonts(fonts)
    }
    self.isRedacted = isRedacted
    self.style = style
    turnsAround = style.isRightToLeft != parent.isRightToLeft
    text = ViewText(node, shared.context, budget: &budget.text)
    if isRedacted { text?.redact() }
    let wanted = node.effectivePadding(sparesFixedSides: metrics.quantum == nil)
    let border = node.style.hasBorder ? metrics.border : Size.zero
    // Cells are twice as high as they are wide: at the top and bottom the border is inside the padding, at the sides outside it.
    padding = EdgeInsets(
      top: max(border.height, metrics.snapHeight(wanted.top)), left: border.width + metrics.snapWidth(wanted.left),
      bottom: max(border.height, metrics.snapHeight(wanted.bottom)), right: border.width + metrics.snapWidth(wanted.right))
    var children: [LayoutElement] = []
    if let axis, budget.depth > 0 {
      budget.depth -= 1
      children.reserveCapacity(node.children.count)
      let isEndOfRow = node.endsWithValue
      let isInScaled = isInScaled || node.scalesAsOne
      let isInRow = isInRow || axis == .horizontal || axis == .grid || axis == .depth
      let growth = metrics.quantum == nil ? style.growthOfBadge(node, textSize: shared.context.textSize) : 1
      node.children.forEachInPlace { child in
        guard budget.nodes > 0 else { return }
        budget.nodes -= 1
        let child = growth > 1 && children.isEmpty ? child.grown(by: growth) : child
        let span = axis == .grid ? child.columnSpan(in: node.content.columns.count) : 1
        func skip(_ count: Int) {
          for _ in 0..<count {
            let filler = LayoutElement(ViewNode(.group), inheriting: style, in: axis, shared, &budget)
            filler.isFiller = true
            children.append(filler)
          }
        }
        // A cell that doesn't fit into its row begins the next one.
        if span > 1 { skip(node.content.columns.cellsLeft(after: children.count, before: span)) }
        defer { skip(span - 1) }
        func append(_ child: ViewNode) {
          children.append(
            LayoutElement(
              child, inheriting: style, in: axis, aligned: node.style.align?.horizontalFactor, isRedacted: isRedacted,
              endsRow: isEndOfRow && children.count == node.children.count - 1, isInScaled: isInScaled,
              isInLayer: isInLayer || node.content == .overlay && !children.isEmpty, isInRow: isInRow, shared, &budget))
        }
        if case .overlay = child.content, metrics.quantum != nil { append(child.besideItsBadge()) } else { append(child) }
      }
      budget.depth += 1
    }
    self.children = children
    if case .field(let field) = node.content {
      for (index, child) in children.enumerated() {
        child.isInField = true
        child.isFieldName = index == 0 && !field.label.isEmpty && child.node.content.kind == .text
      }
    }
    if axis == .grid, case let columns = node.content.columns, !columns.isEmpty {
      for (index, child) in children.enumerated() {
        child.columnAlignment = columns[index % columns.count].align?.horizontalFactor
      }
    }
  }

  /// Tells equal gauges inside of each other, so that they keep one size.
  func pairGauges() {
    var gauges: [[Double]: [LayoutElement]] = [:]
    func collect(_ element: LayoutElement) {
      if case .gauge(let gauge) = element.node.content, gauge.shape.isRound, gauge.text?.isEmpty == false {
        gauges[[element.style.font.size, element.node.style.width ?? 0, element.node.style.height ?? 0], default: []].append(
          element)
      }
      element.children.forEach(collect)
    }
    collect(self)
    for equal in gauges.values where equal.count > 1 {
      let gauges = equal.prefix(Self.mostEqualGauges).compactMap { element -> Gauge? in
        if case .gauge(let gauge) = element.node.content { gauge } else { nil }
      }
      let captions = gauges.compactMap { $0.text.map(shownText) }
      let values = gauges.compactMap { $0.valueText.map(shownText) }
      for gauge in equal { (gauge.equalCaptions, gauge.equalValues) = (captions, values) }
    }
  }

  private static let mostEqualGauges = 24

  /// A gauge's text as it's drawn.
  func shownText(_ text: String) -> String { context.encoded(terminalSafe(text, limit: 200)) }

  /// A view inside that the script didn't make.
  func child(_ node: ViewNode) -> LayoutElement {
    var budget = Budget()
    return LayoutElement(node, inheriting: style, in: axis, shared, &budget)
  }

  var isSpacer: Bool { traits.contains(.blank) }
  var isDivider: Bool { traits.contains(.separator) }
  /// Its own priority, or the highest one inside.
  private(set) lazy var priority: Double = {
    if let priority = node.style.priority, !priority.isNaN { return priority }
    return present.lazy.filter { !$0.isSpacer }.map(\.priority).max() ?? 0
  }()

  /// Takes no space, not even spacing: a container without children.
  private(set) lazy var isAbsent: Bool =
    axis != nil && children.allSatisfy(\.isAbsent) && node.style.width == nil && node.style.height == nil
    && node.style.minWidth == nil && node.style.minHeight == nil && padding == .zero

  /// Whether it takes the column's width: a text with an alignment, or right-to-left text with a leading alignment.
  var fillsColumn: Bool {
    guard axis == nil, !isDivider, !isSpacer else { return false }
    let own = node.style.align?.horizontalFactor
    if parentAxis == .vertical, own ?? 0 > 0 { return true }
    // Beside other views, a column is only as wide as its views.
    if isInRow, own == nil { return false }
    return parentAxis != .horizontal && parentAxis != .depth && own ?? parentAlignment ?? 0 == 0 && isRightToLeft
  }

  /// Breaks text in the view's own font.
  var breaker: LineBreaker { breaker(style.font) }

  func breaker(_ font: ResolvedFont, keepsFigures: Bool = false) -> LineBreaker {
    var breaker = LineBreaker(measurer: measurer, font: font, ellipsis: context.ellipsis, keepsFigures: keepsFigures)
    breaker.work = shared.work
    // The parts of a text with several fonts are measured by where they are.
    if style.spanFonts == nil { breaker.cache = shared.measuring.texts }
    return breaker
  }

  /// The text to measure. It's cut for good if the layout has read too much.
  func takeText() -> ViewText? {
    if shared.work.isSpent { text = text?.cut(context.ellipsis) }
    return text
  }

  func measure(_ proposal: Proposal) -> Measurement {
    if let known = measured[proposal] ?? equalMeasurement(for: proposal) { return known }
    // What has no views inside costs little.
    if axis != nil, measured.isFull, case let rounded = proposal.rounded(context.metrics), rounded != proposal {
      return measure(rounded)
    }
    if shared.measuring.isSpent { return measurementWithoutWork(proposal) }
    var result: Measurement
    if rowScale < 1, case let scale = unitScale(proposal.width), scale < 1 {
      let inner = computeMeasurement(proposal.divided(by: scale))
      result = Measurement(inner, scale: scale, isCut: inner.isCut)
    } else {
      result = computeMeasurement(proposal)
    }
    if result.isCut, !isInScaled {
      if scalesAsOne {
        if let smaller = scaled(result, proposal) { result = smaller }
      } else if isWholeRow, lacksViews(result) || scalesParts, let smaller = wholeRow(proposal) {
        result = smaller
      }
    }
    measured[proposal] = result
    return result
  }

  /// Counts a measurement.
  func countMeasurement() { shared.measuring.add() }

  /// Counts views that are prepared for one.
  func count(views: Int) { shared.measuring.add(views: views) }

  /// Whether nothing more is measured.
  var isWorkSpent: Bool { shared.measuring.isSpent }

  /// A measurement for another proposal that isn't larger than this one or gets smaller as a whole, or of nothing.
  private func measurementWithoutWork(_ proposal: Proposal) -> Measurement {
    if let known = measured.largest(in: proposal) { return known }
    if context.metrics.quantum == nil, let known = measured.first,
      case let scale = min((proposal.width ?? .infinity) / known.size.width, (proposal.height ?? .infinity) / known.size.height),
      scale > 0
    {
      return Measurement(known, scale: min(1, scale), isCut: true)
    }
    return .nothing
  }

  /// A known measurement for another proposal with the same result. Stacks first propose no size and then the chosen one, so most
  /// measurements would be repeated.
  private func equalMeasurement(for proposal: Proposal) -> Measurement? {
    guard context.reusesMeasurements, hasNaturalSize else { return nil }
    if axis == nil {
      // A text shown whole on one line needs no more space.
      guard let ideal = measured[.ideal], ideal.lines.count <= 1, ideal.lines.allSatisfy({ $0.frame.width > 0 }),
        ideal.size.width <= proposal.width ?? .infinity, ideal.size.height <= proposal.height ?? .infinity
      else { return nil }
      return ideal
    }
    guard let height = proposal.height, let natural = measured[Proposal(width: proposal.width, height: nil)],
      natural.size.height == height
    else { return nil }
    return natural
  }

  /// Whether the view, with everything inside, takes the same size in every proposal it fits in.
  private(set) lazy var hasNaturalSize: Bool = {
    guard !node.style.changesSize else { return false }
    switch axis {
    case .horizontal, .vertical: return children.allSatisfy { $0.axis == nil ? $0.hasNaturalHeight : $0.hasNaturalSize }
    case .depth, .alternatives, .grid: return false
    case nil: return traits.contains(.naturalSize) && !fillsColumn
    }
  }()

  /// Whether its height depends only on its width.
  private var hasNaturalHeight: Bool {
    guard !node.style.changesSize else { return false }
    if isSpacer { return parentAxis == .horizontal }
    if isDivider { return parentAxis != .horizontal }
    if case .progress(_, .circle) = node.content { return false }
    return traits.contains(.naturalHeight)
  }
}
