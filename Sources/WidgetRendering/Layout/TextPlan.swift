import WidgetModel
import WidgetSystem

/// A text being measured for a proposal: words with an icon, a toggle's box or a button's insets.
///
/// Each rule is a function changing the plan; ``measurement()`` applies them in order.
struct TextPlan {
  private let element: LayoutElement
  private let text: ViewText
  private let proposal: Proposal
  private let font: ResolvedFont
  /// Whether the font is the view's own, so its measurements are known.
  private let isOwnFont: Bool
  private let lineHeight: TextExtent
  private let lineSpacing: Double
  /// The proposed width.
  private let offered: Double
  private var inset = Size.zero
  /// The width of the icon or the box, including the gap after it.
  private var leading = 0.0
  private var symbolExtent: TextExtent?
  /// The width of a toggle's box.
  private var box: Double?
  /// The width for the words, before a rule drops them.
  private var space = 0.0
  private var hasSpaceForText = false
  private var maximumLines = Int.max
  private var lines: [TextLine] = []
  /// The size of each line, if the parts of the text have their own fonts.
  private var extents: [TextExtent] = []
  private var textWidth = 0.0

  /// Letters: a name rather than a sentence.
  static let shortText = 16

  /// The most lines of text to lay out.
  static let mostLines = 2000

  init(_ element: LayoutElement, _ text: ViewText, _ proposal: Proposal) {
    self.element = element
    self.text = text
    self.proposal = proposal
    font = element.font(for: proposal)
    isOwnFont = font == element.style.font
    lineHeight = isOwnFont ? element.line : element.measurer.measure("x", font: font)
    lineSpacing = element.style.lineSpacing == 0 ? 0 : element.context.metrics.snapHeight(element.style.lineSpacing)
    offered = proposal.width ?? .infinity
  }

  mutating func measurement() -> Measurement {
    insetButton()
    compressInsets()
    startWithSymbol()
    limitLines()
    keepWordsWhole()
    breakLines()
    leaveIconBesideFewLetters()
    leaveSymbolBesideCutText()
    measureParts()
    fillParagraph()
    leaveSymbolWithoutSpace()
    return placed()
  }

  private var metrics: SurfaceMetrics { element.context.metrics }
  private var measurer: any TextMeasurer { element.measurer }
  private var isButton: Bool { element.node.content.kind == .button }
  private var hasSymbol: Bool { symbolExtent != nil || box != nil }
  /// Not even one line fits.
  private var isTooLow: Bool { maximumLines < 1 }
}

// MARK: The rules, in the order they apply

extension TextPlan {
  /// Gives a button its insets. If it's too narrow for its title, the insets shrink first.
  private mutating func insetButton() {
    guard isButton else { return }
    inset = metrics.buttonInset
    guard text.isSingleLine, inset.width > 0, measurer.scalesText, let wanted = text.text else { return }
    let symbol = text.symbol == nil ? 0 : (element.symbolExtent?.width ?? 0) + (wanted.isEmpty ? 0 : metrics.iconGap)
    let title = element.breaker(font).width(wanted)
    let free = (offered - title - symbol) / 2
    guard free < inset.width - 0.001 else { return }
    // A little less, because sums of widths aren't exact: the title needs what's left.
    inset.width = max(LayoutElement.leastButtonInset, free - 0.001)
  }

  /// Compresses a button's insets before its title in a small frame.
  private mutating func compressInsets() {
    if offered < 2 * inset.width + lineHeight.width, offered < 2 * inset.width + minimumTitleWidth { inset.width = 0 }
    if let height = proposal.height {
      inset.height = min(inset.height, max(0, metrics.floorHeight((height - lineHeight.height) / 2)))
    }
  }

  /// Starts with a toggle's box or an icon, with a gap before the words.
  private mutating func startWithSymbol() {
    if element.node.content.kind == .toggle {
      leading = element.toggleWidth(lineHeight.height)
      box = min(leading, offered)
    } else if let symbol = text.symbol {
      symbolExtent = isOwnFont ? element.symbolExtent : measurer.measureSymbol(symbol, font: font)
      leading = symbolExtent?.width ?? 0
    }
    if leading > 0, text.text?.isEmpty == false { leading += metrics.iconGap }
    let rest = offered - 2 * inset.width - leading
    space = max(0, rest)
    hasSpaceForText = space >= lineHeight.width || rest >= minimumTitleWidth
  }

  /// Allows as many lines as the script does and the height has space for.
  private mutating func limitLines() {
    maximumLines = text.isSingleLine ? 1 : element.node.style.lineLimit.map { max(1, $0) } ?? .max
    if let height = proposal.height {
      maximumLines = min(maximumLines, Self.lines(in: height - 2 * inset.height, lineHeight.height, spacing: lineSpacing))
    }
    maximumLines = min(maximumLines, Self.mostLines)
  }

  /// Cuts a short word too long for the space, a switch's title, and any text in a space of a few letters: nobody can read one letter
  /// per line.
  private mutating func keepWordsWhole() {
    guard maximumLines > 1 else { return }
    let isLongWord = element.isShortWord && text.text.map { measurer.measure($0, font: font).width > space } == true
    let isNarrow = space < 4 * lineHeight.width || element.node.content.kind == .toggle
    if isLongWord || isNarrow && isLongestWordBroken { maximumLines = 1 }
  }

  /// Whether the longest word is broken. Scripts without spaces between words can be broken anywhere.
  private var isLongestWordBroken: Bool {
    guard let longestWord = element.longestWord, longestWord.width > space,
      isOwnFont || measurer.measure(longestWord.text, font: font).width > space
    else { return false }
    return longestWord.text.unicodeScalars.allSatisfy { $0.isOfWords }
  }

  /// Breaks the words into lines, unless only the icon has space.
  private mutating func breakLines() {
    guard let string = text.text, hasSpaceForText || leading == 0 else { return }
    let breaker = element.breaker(font, keepsFigures: true)
    lines = breaker.lines(of: string, width: space, limit: maximumLines, truncation: element.node.style.truncation ?? .tail)
  }

  /// On a button, an icon alone is clearer than two letters next to it.
  private mutating func leaveIconBesideFewLetters() {
    guard isButton, text.isSingleLine, metrics.buttonInset.width > 0, symbolExtent != nil, let line = lines.first,
      line.text != text.text, line.text.count < 4
    else { return }
    dropWords()
    inset.width = min(metrics.buttonInset.width, max(0, (offered - leading) / 2))
  }

  /// An icon or a box alone is clearer than a letter next to it.
  private mutating func leaveSymbolBesideCutText() {
    if hasSymbol, let string = text.text, lines.count == 1, isCutWithoutEllipsis(lines[0].text, of: string) { dropWords() }
  }

  /// Measures every line with the fonts of its parts.
  private mutating func measureParts() {
    guard let measurer = element.spanMeasurer else { return }
    var runs = StyledRuns(element.node.spans)
    extents = lines.map { measurer.extent(of: runs.indexedRuns(of: $0.text), font: font) }
    for index in lines.indices { lines[index].width = min(extents[index].width, max(lines[index].width, space)) }
  }

  /// Gives the whole width to lines that are broken and aligned with each other, as in browsers.
  private mutating func fillParagraph() {
    textWidth = lines.map(\.width).max() ?? 0
    guard proposal.width != nil, let factor = element.style.textAlign?.factor, factor > 0 else { return }
    let paragraphs = 1 + (text.text?.utf8.count { $0 == UInt8(ascii: "\n") } ?? 0)
    if lines.count > paragraphs { textWidth = max(textWidth, metrics.floorWidth(space)) }
  }

  /// Drops the gap after the icon if there's no space for words.
  private mutating func leaveSymbolWithoutSpace() {
    if textWidth == 0, hasSymbol, !hasSpaceForText { leading = symbolExtent?.width ?? box ?? 0 }
  }
}

// MARK: The result

extension TextPlan {
  private func placed() -> Measurement {
    let lineStep = lineHeight.height + lineSpacing
    let needed = 2 * inset.width + leading + textWidth
    let width = min(offered, element.fillsColumn && proposal.width != nil ? offered : needed)
    let rows = Double(max(lines.count, isTooLow ? 0 : 1))
    let linesHeight = extents.isEmpty ? rows * lineStep : extents.reduce(0) { $0 + $1.height + lineSpacing }
    let height = min(proposal.height ?? .infinity, max(0, linesHeight - lineSpacing) + (isTooLow ? 0 : 2 * inset.height))

    let ascent = extents.first?.ascent ?? lineHeight.ascent
    let result = Measurement(size: Size(width: width, height: height), baseline: inset.height + ascent)
    if !isOwnFont { result.font = font }
    let hasText = text.text?.isEmpty == false
    result.showsNothing = (hasText || text.symbol != nil) && (isTooLow || width == 0)
    result.isCut = result.showsNothing || isCut
    guard !isTooLow else { return result }
    let start = metrics.floorWidth(max(0, width - needed) * horizontalFactor(isRightToLeft: element.isRightToLeft))
    if let symbol = text.symbol, let symbolExtent {
      result.symbol = LaidOutText(
        symbol,
        frame: Frame(
          x: start + inset.width, y: inset.height, width: min(symbolExtent.width, max(0, width - inset.width)),
          height: lineHeight.height))
    }
    if let box {
      // In the middle of its title; in cells beside the first line, as in a list.
      let top = metrics.quantum == nil ? max(0, height - lineHeight.height) / 2 : 0
      result.indicator = Frame(x: start, y: top, width: min(box, width), height: lineHeight.height)
    }
    var top = inset.height
    result.lines = lines.enumerated().map { index, line in
      let lineHeight = extents.isEmpty ? self.lineHeight.height : extents[index].height
      defer { top += lineHeight + lineSpacing }
      let slack = metrics.floorWidth(max(0, textWidth - line.width) * slackFactor(of: line))
      // A single cluster can be wider than the view; it's clipped.
      let x = min(width, start + inset.width + leading + slack)
      return LaidOutText(
        line.text,
        frame: Frame(
          x: x, y: top, width: min(line.width, width - x), height: lineHeight)
      )
    }
    result.content = Frame(x: start, y: 0, width: min(needed, width), height: height)
    return result
  }

  /// The fraction of a short line's slack that's to the left of it, among the text's lines.
  private func slackFactor(of line: TextLine) -> Double {
    let isRightToLeft = line.isRightToLeft && !element.style.isRightToLeft
    if let align = element.style.textAlign { return isRightToLeft ? 1 - align.factor : align.factor }
    if element.endsRow { return isRightToLeft ? 0 : 1 }
    return horizontalFactor(isRightToLeft: isRightToLeft)
  }

  /// The fraction of the free space to the left of a line. Its leading side is where it starts.
  private func horizontalFactor(isRightToLeft: Bool) -> Double {
    let factor = element.node.style.align?.horizontalFactor ?? (isRightToLeft ? element.parentAlignment : nil) ?? 0
    return isRightToLeft ? 1 - factor : factor
  }

  /// Whether some of the text is missing, or smaller than the script allows. A title is meant to be cut after a word or a few
  /// letters.
  private var isCut: Bool {
    guard let words = text.text, !words.isEmpty else { return false }
    if !isOwnFont, element.node.style.minScale == nil, !isButton, !element.isTitle,
      element.isInRow || font.size < element.style.font.size * element.leastFigureScale - 0.001
    {
      return true
    }
    // A title that's smaller because its button is too low.
    if !isOwnFont, isButton, let height = proposal.height,
      height + 0.001 < element.measurer.measure("x", font: element.font(for: Proposal(width: proposal.width, height: nil))).height
    {
      return true
    }
    if lines.isEmpty { return true }
    guard lines.contains(where: \.isCut) else { return lines.count == 1 && isCutWithoutEllipsis(lines[0].text, of: words) }
    guard element.isTitle, lines.count == element.node.style.lineLimit else { return true }
    let shown = lines.map { $0.text.replacing(element.context.ellipsis, with: "") }
    return shown.reduce(0) { $0 + $1.count } < Self.shortText / 2 && !words.hasPrefix((shown.first ?? "") + " ")
  }

  private mutating func dropWords() {
    (lines, extents) = ([], [])
    leading = symbolExtent?.width ?? box ?? 0
  }

  /// The width of a letter, or of the whole title if that's narrower.
  private var minimumTitleWidth: Double {
    let letter = measurer.measure("x", font: font).width
    guard let title = text.text, !title.isEmpty, title.utf8.count <= 16, !title.contains(where: \.isLineFeed) else {
      return letter
    }
    return min(letter, measurer.measure(title, font: font).width)
  }

  private func isCutWithoutEllipsis(_ line: String, of text: String) -> Bool {
    guard line != text, !line.contains(element.context.ellipsis) else { return false }
    func letters(_ text: String) -> Int { text.count { !$0.isWhitespace && $0 != "\u{AD}" } }
    return letters(line) < letters(text)
  }

  /// How many lines fit into a height, allowing for rounding errors.
  static func lines(in height: Double, _ line: Double, spacing: Double) -> Int {
    func count(_ height: Double, _ step: Double) -> Int { Int(saturating: min(1e6, max(0, height / max(1, step) + 0.001))) }
    guard spacing > 0, count(height, line) > 1 else { return count(height, line) }
    return 1 + count(height - line, line + spacing)
  }
}
