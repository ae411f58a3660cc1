import WidgetModel

extension LayoutElement {
  /// Text with an icon, a toggle's box or a button's insets.
  func measureText(_ proposal: Proposal) -> Measurement {
    guard let text else { return Measurement(size: .zero) }
    let metrics = context.metrics
    let font = lowered(fittingFont(proposal), to: proposal.height)
    let offered = proposal.width ?? .infinity
    // Cached, unless `min_scale` made the font smaller.
    let isOwnFont = font == style.font
    let lineHeight = isOwnFont ? line : context.measurer.measure("x", font: font)
    let lineSpacing = style.lineSpacing == 0 ? 0 : metrics.snapHeight(style.lineSpacing)
    let lineStep = lineHeight.height + lineSpacing

    var inset = Size.zero
    if case .button = node.content { inset = metrics.buttonInset }
    let isButton = text.isSingleLine && inset.width > 0
    if isButton, context.measurer.scalesText, let wanted = text.text {
      // A button that is too narrow first has smaller insets.
      let symbol = text.symbol == nil ? 0 : (symbolExtent?.width ?? 0) + (wanted.isEmpty ? 0 : metrics.iconGap)
      let title = context.measurer.measure(wanted, font: font).width
      inset.width = min(inset.width, max(Self.leastButtonInset, (offered - title - symbol) / 2))
    }
    // In a small frame the insets of a button are compressed before its title.
    if offered < 2 * inset.width + lineHeight.width, offered < 2 * inset.width + minimumTitleWidth(text, font) { inset.width = 0 }
    if let height = proposal.height {
      inset.height = min(inset.height, max(0, metrics.floorHeight((height - lineHeight.height) / 2)))
    }

    var leading = 0.0
    var symbolExtent: TextExtent?
    var box: Double?
    if case .toggle = node.content {
      box = min(metrics.toggleWidth, offered)
      leading = metrics.toggleWidth
    } else if let symbol = text.symbol {
      let extent = isOwnFont ? self.symbolExtent : context.measurer.measureSymbol(symbol, font: font)
      symbolExtent = extent
      leading = extent?.width ?? 0
    }
    if leading > 0, text.text?.isEmpty == false { leading += metrics.iconGap }
    let space = max(0, offered - 2 * inset.width - leading)
    let hasSpaceForText = space >= lineHeight.width || offered - 2 * inset.width - leading >= minimumTitleWidth(text, font)

    var maximumLines = text.isSingleLine ? 1 : node.style.lineLimit.map { max(1, $0) } ?? .max
    if let height = proposal.height {
      // Allow for rounding errors.
      maximumLines = min(maximumLines, Self.lines(in: height - 2 * inset.height, lineHeight.height, spacing: lineSpacing))
    }
    maximumLines = min(maximumLines, 2000)
    if maximumLines > 1, isShortWord, let string = text.text, context.measurer.measure(string, font: font).width > space {
      maximumLines = 1
    }
    // Don't wrap one letter per line.
    if maximumLines > 1, space < 4 * lineHeight.width, let longestWord, longestWord.width > space,
      longestWord.text.unicodeScalars.allSatisfy({ $0.value < 0x0E00 })
    {
      maximumLines = 1
    }
    let breaker = LineBreaker(measurer: context.measurer, font: font, ellipsis: context.ellipsis, keepsFigures: true)
    var lines: [TextLine] = []
    if let string = text.text, hasSpaceForText || leading == 0 {
      lines = breaker.lines(of: string, width: space, limit: maximumLines, truncation: node.style.truncation ?? .tail)
    }
    if isButton, symbolExtent != nil, let line = lines.first, line.text != text.text, line.text.count < 4 {
      // An icon alone is clearer than two letters next to it.
      lines = []
      leading = symbolExtent?.width ?? 0
      inset.width = min(metrics.buttonInset.width, max(0, (offered - leading) / 2))
    }
    let isTooLow = maximumLines < 1
    let hasSymbol = symbolExtent != nil || box != nil
    if hasSymbol, let string = text.text, lines.count == 1, isCutWithoutEllipsis(lines[0].text, of: string) {
      // An icon or a box alone is clearer than a letter next to it.
      lines = []
      leading = symbolExtent?.width ?? box ?? 0
    }
    var textWidth = lines.map(\.width).max() ?? 0
    // Lines that are broken and aligned among each other have the whole width, as in browsers.
    let paragraphs = 1 + (text.text?.utf8.count { $0 == UInt8(ascii: "\n") } ?? 0)
    if lines.count > paragraphs, proposal.width != nil, let factor = style.textAlign?.factor, factor > 0 {
      textWidth = max(textWidth, metrics.floorWidth(space))
    }
    if textWidth == 0 && !(hasSpaceForText) && hasSymbol { leading = symbolExtent?.width ?? box ?? 0 }
    let needed = 2 * inset.width + leading + textWidth
    let width = min(offered, fillsColumn && proposal.width != nil ? offered : needed)
    let rows = Double(max(lines.count, isTooLow ? 0 : 1))
    let height = min(proposal.height ?? .infinity, max(0, rows * lineStep - lineSpacing) + (isTooLow ? 0 : 2 * inset.height))

    let result = Measurement(size: Size(width: width, height: height), baseline: inset.height + lineHeight.ascent)
    if !isOwnFont { result.font = font }
    let hasText = text.text?.isEmpty == false
    result.showsNothing = (hasText || text.symbol != nil) && (isTooLow || width == 0)
    guard !isTooLow else { return result }
    let start = metrics.floorWidth(max(0, width - needed) * horizontalFactor(isRightToLeft: isRightToLeft))
    if let symbol = text.symbol, let symbolExtent {
      result.symbol = LaidOutText(
        symbol,
        frame: Frame(
          x: start + inset.width, y: inset.height, width: min(symbolExtent.width, max(0, width - inset.width)),
          height: lineHeight.height))
    }
    if let box { result.indicator = Frame(x: start, y: 0, width: min(box, width), height: lineHeight.height) }
    result.lines = lines.enumerated().map { index, line in
      let isLineRightToLeft = line.isRightToLeft && !style.isRightToLeft
      let factor =
        style.textAlign.map { isLineRightToLeft ? 1 - $0.factor : $0.factor }
        ?? (endsRow ? (isLineRightToLeft ? 0 : 1) : horizontalFactor(isRightToLeft: isLineRightToLeft))
      let slack = metrics.floorWidth(max(0, textWidth - line.width) * factor)
      // A single cluster may be wider than the view; it is clipped.
      let x = min(width, start + inset.width + leading + slack)
      return LaidOutText(
        line.text,
        frame: Frame(
          x: x, y: inset.height + Double(index) * lineStep, width: min(line.width, width - x), height: lineHeight.height)
      )
    }
    result.content = Frame(x: start, y: 0, width: min(needed, width), height: height)
    return result
  }

  /// How many lines fit into a height, allowing for rounding errors.
  private static func lines(in height: Double, _ line: Double, spacing: Double) -> Int {
    func count(_ height: Double, _ step: Double) -> Int { Int(min(1e6, max(0, height / max(1, step) + 0.001))) }
    guard spacing > 0, count(height, line) > 1 else { return count(height, line) }
    return 1 + count(height - line, line + spacing)
  }

  /// The width in which no word is broken and no control is truncated.
  var unbrokenWidth: Double {
    guard let text else { return 0 }
    var inset = 0.0
    if case .button = node.content { inset = context.metrics.buttonInset.width }
    var leading = symbolExtent?.width ?? 0
    if case .toggle = node.content { leading = context.metrics.toggleWidth }
    guard let string = text.text else { return 2 * inset + leading }
    if leading > 0, !string.isEmpty { leading += context.metrics.iconGap }
    let isWhole = text.isSingleLine || isFigure
    let width = isWhole ? breaker.lines(of: string, limit: 1).first?.width : longestWord?.width
    return 2 * inset + leading + (width ?? 0)
  }

  /// The smallest scale of a font that keeps words whole.
  private static let wordScale = 0.4
  /// Smaller letters cannot be read, in points.
  private static let smallestFont = 7.0
  /// The smallest scale of a button's title.
  static let buttonScale = 0.7
  /// The smallest distance of a button's title from its sides, in points.
  static let leastButtonInset = 6.0

  /// The scale down to which a row makes the numbers in it smaller before it omits other views.
  var figureScale: Double { max(0.6, min(1, 9 / max(1, style.font.size))) }

  /// The smallest scale of the view's font.
  var smallestScale: Double { max(Self.wordScale, min(1, Self.smallestFont / max(1, style.font.size))) }

  /// The view's font, smaller if its longest word would be broken otherwise.
  private func wholeWordFont(width: Double) -> ResolvedFont {
    guard let text, !text.isSingleLine, node.style.lineLimit != 1 || isFigure, var word = longestWord,
      word.text.count <= LineBreaker.shortWord,
      word.text.unicodeScalars.allSatisfy({ $0.value < 0x0E00 })
    else { return style.font }
    let space = width - (symbolExtent.map { $0.width + context.metrics.iconGap } ?? 0)
    if isFigure, let figure = text.text {
      // The number and its unit are on one line, unless that makes them too small.
      let whole = TextLine(figure, width: breaker.width(figure))
      if node.style.lineLimit == 1 || space >= whole.width * figureScale { word = whole }
    }
    guard word.width > space, space > 0 else { return style.font }
    // Steps finer than a twentieth are not visible.
    let scale = (space / word.width * 20 - 0.01).rounded(.down) / 20
    guard scale >= smallestScale || isShortWord else { return style.font }
    var font = style.font
    font.size = max(1, font.size * max(scale, smallestScale))
    // Smaller letters of a font may be relatively wider.
    let least = style.font.size * smallestScale
    while font.size > least, context.measurer.measure(word.text, font: font).width > space {
      font.size = max(least, font.size - style.font.size / 20)
    }
    return font
  }

  private func isCutWithoutEllipsis(_ line: String, of text: String) -> Bool {
    guard line != text, !line.contains(context.ellipsis) else { return false }
    func letters(_ text: String) -> Int { text.count { !$0.isWhitespace && $0 != "\u{AD}" } }
    return letters(line) < letters(text)
  }

  /// A font for a space that is lower than a line: smaller letters are better than none.
  private func lowered(_ font: ResolvedFont, to height: Double?) -> ResolvedFont {
    guard context.measurer.scalesText, let height, height > 0 else { return font }
    let line = font == style.font ? self.line.height : context.measurer.measure("x", font: font).height
    guard line > height else { return font }
    var font = font
    font.size = (font.size * height / line * 20).rounded(.down) / 20
    return font.size >= min(Self.smallestFont, style.font.size) ? font : style.font
  }

  /// The width of one letter, or of the whole title if that is narrower.
  private func minimumTitleWidth(_ text: ViewText, _ font: ResolvedFont) -> Double {
    let letter = context.measurer.measure("x", font: font).width
    guard let title = text.text, !title.isEmpty, title.utf8.count <= 16, !title.contains(where: \.isLineFeed) else {
      return letter
    }
    return min(letter, context.measurer.measure(title, font: font).width)
  }

  /// The fraction of the free space to the left of a line. Its leading side is where it starts.
  private func horizontalFactor(isRightToLeft: Bool) -> Double {
    let factor = node.style.align?.horizontalFactor ?? (isRightToLeft ? parentAlignment : nil) ?? 0
    return isRightToLeft ? 1 - factor : factor
  }

  /// The view's font, or the largest size down to `min_scale` in which nothing is truncated. Without `min_scale`, the largest size
  /// in which no short word is broken.
  private func fittingFont(_ proposal: Proposal) -> ResolvedFont {
    let font = style.font
    guard context.measurer.scalesText, let width = proposal.width, let text, let string = text.text else { return font }
    let isButton = if case .button = node.content { true } else { false }
    guard let minimumScale = node.style.minScale ?? (isButton ? Self.buttonScale : nil), minimumScale < 1, minimumScale >= 0
    else {
      return wholeWordFont(width: width)
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
      if case .toggle = node.content { space -= metrics.toggleWidth + metrics.iconGap }
      if let symbol = text.symbol { space -= context.measurer.measureSymbol(symbol, font: font).width + metrics.iconGap }
      let lineHeight = context.measurer.measure("x", font: font).height
      var most = text.isSingleLine ? 1 : node.style.lineLimit.map { max(1, $0) } ?? 2000
      if let height = proposal.height {
        most = min(most, Self.lines(in: height - 2 * inset.height, lineHeight, spacing: style.lineSpacing))
      }
      let breaker = LineBreaker(measurer: context.measurer, font: font, ellipsis: context.ellipsis)
      if most == 1 { return breaker.width(string) <= space && !string.contains(where: \.isLineFeed) }
      return breaker.longestWord(string).width <= space && breaker.lines(of: string, width: space, limit: most + 1).count <= most
    }
    if fits(font) { return font }
    // Steps finer than a twentieth are not visible.
    let steps = Array(1...20).map { scaled(1 - (1 - minimumScale) * Double($0) / 20) }
    var (low, high) = (0, steps.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if fits(steps[middle]) { high = middle } else { low = middle + 1 }
    }
    return steps[low]
  }
}
