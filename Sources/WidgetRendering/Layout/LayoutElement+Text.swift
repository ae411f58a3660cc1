import WidgetModel

extension LayoutElement {
  func measureText(_ proposal: Proposal) -> Measurement {
    guard let text = takeText() else { return Measurement(size: .zero) }
    var plan = TextPlan(self, text, proposal)
    return plan.measurement()
  }

  /// The font for drawing the view in a space.
  func font(for proposal: Proposal) -> ResolvedFont {
    var font = lowered(fittingFont(proposal), to: proposal.height)
    if textScale < 1 { font.size = min(font.size, style.font.size * textScale) }
    return font
  }

  /// The width at which no word is broken and no control truncated.
  var unbrokenWidth: Double {
    guard let text else { return 0 }
    var inset = 0.0
    if case .button = node.content { inset = context.metrics.buttonInset.width }
    var leading = symbolExtent?.width ?? 0
    if case .toggle = node.content { leading = toggleWidth(line.height) }
    guard let string = text.text else { return 2 * inset + leading }
    if leading > 0, !string.isEmpty { leading += context.metrics.iconGap }
    if isFieldValueInCells { return leading + valueWidth }
    let isWhole = text.isSingleLine || isFigure
    let width = isWhole ? breaker.lines(of: string, limit: 1).first?.width : longestWord?.width
    return 2 * inset + leading + (width ?? 0)
  }

  /// The width of a toggle's switch, which is no higher than its line, and grows with the text size.
  func toggleWidth(_ lineHeight: Double) -> Double {
    let most = context.metrics.toggleWidth
    return context.metrics.quantum == nil ? min(most * style.growth, lineHeight / Self.switchRatio) : most
  }

  /// A switch's height, relative to its width.
  private static let switchRatio = 0.6

  /// The smallest scale of a font that keeps words whole.
  private static let wordScale = 0.4
  /// Smaller letters are illegible, in points.
  private static let smallestFont = 7.0
  /// The smallest scale of a button's title.
  static let buttonScale = 0.7
  /// The least distance between a button's title and its sides, in points.
  static let leastButtonInset = 6.0

  /// The smallest scale of a title that's whole then; a longer one is cut.
  private static let titleScale = 0.8
  /// The length of the longest title that gets smaller, in bytes: each of its sizes is measured.
  private static let longestTitle = 200

  /// Whether it's a text of several words with a `line_limit`, which is meant to be cut.
  var isTitle: Bool {
    guard axis == nil, node.style.lineLimit != nil, traits.contains(.text), !traits.contains(.control), !isFigure,
      let words = text?.text
    else { return false }
    return words.utf8.count > TextPlan.shortText && !isShortWord
  }

  /// How far a row shrinks numbers before it omits other views.
  var figureScale: Double { max(0.6, min(1, 9 / max(1, style.font.size))) }

  /// The smallest scale of the words of a switch or of a field's name, which are legible even in a row that's smaller.
  var leastTitleScale: Double { min(1, figureScale / max(0.5, rowScale)) }

  /// The smallest scale of the view's font.
  var smallestScale: Double { max(Self.wordScale, min(1, Self.smallestFont / max(1, style.font.size))) }

  /// The view's font, smaller if its longest word would otherwise be broken.
  private func wholeWordFont(width: Double, height: Double?) -> ResolvedFont {
    guard let text, !text.isSingleLine, node.style.lineLimit != 1 || isFigure || isShortWord, var word = longestWord,
      word.text.count <= LineBreaker.shortWord,
      word.text.unicodeScalars.allSatisfy({ $0.isOfWords })
    else { return style.font }
    var leading = symbolExtent.map { $0.width + context.metrics.iconGap } ?? 0
    if case .toggle = node.content { leading = toggleWidth(line.height) + context.metrics.iconGap }
    let space = width - leading
    if isFigure, let figure = text.text {
      // The number and its unit are on one line, unless that makes them too small.
      let whole = TextLine(figure, width: breaker.width(figure))
      let isLow = height.map { $0 < 1.5 * line.height } ?? false
      if node.style.lineLimit == 1 || isLow || space >= whole.width * figureScale { word = whole }
    }
    guard word.width > space, space > 0 else { return style.font }
    // Steps finer than a twentieth aren't visible.
    let scale = (space / word.width * 20 - 0.01).rounded(.down) / 20
    let isTitle = isFieldName || node.content.kind == .toggle
    let smallestScale = isTitle ? max(smallestScale, leastTitleScale) : smallestScale
    guard scale >= smallestScale || isShortWord || isTitle else { return style.font }
    var font = style.font
    font.size = max(1, font.size * max(scale, smallestScale))
    // A font's smaller letters can be relatively wider.
    let least = style.font.size * smallestScale
    while font.size > least, measurer.measure(word.text, font: font).width > space {
      font.size = max(least, font.size - style.font.size / 20)
    }
    return font
  }

  /// A font for a space lower than a line: smaller letters are better than none.
  private func lowered(_ font: ResolvedFont, to height: Double?) -> ResolvedFont {
    guard measurer.scalesText, let height, height > 0 else { return font }
    let line = font == style.font ? self.line.height : measurer.measure("x", font: font).height
    // Sums of heights aren't exact.
    guard line > height + 0.001 else { return font }
    var font = font
    font.size = (font.size * height / line * 20).rounded(.down) / 20
    return font.size >= min(Self.smallestFont, style.font.size) ? font : style.font
  }

  /// The view's font, or the largest size down to `min_scale` at which nothing is truncated. Without `min_scale`, the largest
  /// size at which no short word is broken.
  private func fittingFont(_ proposal: Proposal) -> ResolvedFont {
    let font = style.font
    guard measurer.scalesText, let width = proposal.width, let text, let string = text.text else { return font }
    let isButton = if case .button = node.content { true } else { false }
    let usualScale = isButton ? Self.buttonScale : isTitle && string.utf8.count <= Self.longestTitle ? Self.titleScale : nil
    guard let minimumScale = node.style.minScale ?? usualScale, minimumScale < 1, minimumScale >= 0 else {
      return wholeWordFont(width: width, height: proposal.height)
    }
    let metrics = context.metrics
    var inset = Size.zero
    if isButton { inset = Size(width: Self.leastButtonInset, height: 0) }
    func scaled(_ scale: Double) -> ResolvedFont {
      var font = font
      font.size = max(1, font.size * scale)
      return font
    }
    func fits(_ font: ResolvedFont) -> Bool {
      var space = width - 2 * inset.width
      if case .toggle = node.content { space -= toggleWidth(measurer.measure("x", font: font).height) + metrics.iconGap }
      if let symbol = text.symbol { space -= measurer.measureSymbol(symbol, font: font).width + metrics.iconGap }
      let lineHeight = measurer.measure("x", font: font).height
      var most = text.isSingleLine ? 1 : min(TextPlan.mostLines, node.style.lineLimit.map { max(1, $0) } ?? .max)
      if let height = proposal.height {
        most = min(most, TextPlan.lines(in: height - 2 * inset.height, lineHeight, spacing: style.lineSpacing))
      }
      let breaker = self.breaker(font)
      if most == 1 { return breaker.width(string) <= space && !string.contains(where: \.isLineFeed) }
      return breaker.longestWord(string).width <= space && breaker.lines(of: string, width: space, limit: most + 1).count <= most
    }
    if fits(font) { return font }
    if isTitle, node.style.minScale == nil, !fits(scaled(minimumScale)) { return font }
    // Steps finer than a twentieth aren't visible.
    let steps = Array(1...20).map { scaled(1 - (1 - minimumScale) * Double($0) / 20) }
    var (low, high) = (0, steps.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if fits(steps[middle]) { high = middle } else { low = middle + 1 }
    }
    return steps[low]
  }
}
