public import WidgetModel
import WidgetSystem

/// A line of text as drawn.
public struct TextLine: Sendable, Equatable {
  public var text: String
  /// Points.
  public var width: Double
  /// Whether it belongs to a right-to-left paragraph. The text is in logical order.
  public var isRightToLeft: Bool
  /// Whether it's truncated, or breaks a word that usual lines have space for.
  public var isCut = false

  public init(_ text: String, width: Double, isRightToLeft: Bool = false) {
    self.text = text
    self.width = width
    self.isRightToLeft = isRightToLeft
  }
}

/// Breaks text into lines of a width.
///
/// Lines end at line feeds and at UAX 14's break opportunities: at spaces, after hyphens and dashes, at soft hyphens, next to
/// ideographs. Words wider than a line are broken between grapheme clusters, in Thai, Lao, Khmer and Burmese between written
/// syllables. Spaces at a break aren't drawn, those at the end of a paragraph are if they fit; soft hyphens are drawn only at a
/// break. Every line has at least one cluster.
public struct LineBreaker {
  let measurer: any TextMeasurer
  let font: ResolvedFont
  /// Replaces cut text: `…`, or `...` in ASCII.
  public let ellipsis: String
  /// Whether to truncate rather than break a number wider than a line: half a number is a different number.
  let keepsFigures: Bool
  /// Counts what's read and measured; nil outside a layout.
  var work: TextWork?
  /// The texts analysed so far; nil outside a layout.
  var cache: TextCache?

  public init(measurer: any TextMeasurer, font: ResolvedFont, ellipsis: String = "…", keepsFigures: Bool = false) {
    self.measurer = measurer
    self.font = font
    self.ellipsis = ellipsis
    self.keepsFigures = keepsFigures
  }

  /// - Parameters:
  ///   - width: Points; nil or not finite breaks at line feeds only.
  ///   - limit: The maximum number of lines. The last one is truncated if there's more text. Less than 1 gives no lines.
  public func lines(
    of text: String, width: Double? = nil, limit: Int? = nil, truncation: Truncation = .tail
  ) -> [TextLine] {
    let limit = limit ?? .max
    guard limit > 0 else { return [] }
    if work?.isOver == true { return [TextLine("", width: 0)] }
    let width = width.map { $0.isFinite ? max(0, $0) : .infinity } ?? .infinity
    // The common case: one line of ASCII.
    let plain = PlainText(text)
    if plain.isOneLine {
      let whole = self.width(text)
      if whole <= width { return [TextLine(text, width: whole)] }
    }
    let known = known(text)
    let key = AnalysedText.LineKey(font: font, width: width, limit: limit, truncation: truncation, keepsFigures: keepsFigures)
    if let lines = known?.lines[key] { return lines }
    let simple = plain.isOneLine && plain.breaksAtSpacesOnly ? wordLines(of: text, width: width, limit: limit) : nil
    let lines = simple ?? brokenLines(of: text, known, width: width, limit: limit, truncation: truncation)
    known?.lines[key] = lines
    return lines
  }

  private func brokenLines(
    of text: String, _ known: AnalysedText?, width: Double, limit: Int, truncation: Truncation
  ) -> [TextLine] {
    var lines: [TextLine] = []
    var rest = Substring(text)
    var index = 0
    while true {
      let (paragraph, end) = self.paragraph(index, known, of: rest)
      index += 1
      var words = Words(paragraph)
      let isRightToLeft = paragraph.isRightToLeft
      repeat {
        // Only breaking this line shows whether it's the last one. If text remains, it's truncated instead.
        let start = words.position
        var line = nextLine(&words, width: width)
        let isCut = !words.isAtEnd || end < rest.endIndex
        if lines.count == limit - 1, isCut || width < line.width {
          var remaining = words.text(from: start).filter { $0 != Self.softHyphen }
          if truncation != .tail { remaining += rest[end...].map { $0.isLineFeed ? " " : $0 } }
          line = truncated(remaining, width: width, truncation, isCut: isCut)
        }
        line.isRightToLeft = isRightToLeft
        lines.append(line)
        if lines.count == limit { return lines }
      } while !words.isAtEnd
      guard end < rest.endIndex else { return lines }
      rest = rest[rest.index(after: end)...]
    }
  }

  /// A single line of the text, truncated if it's wider than `width`.
  public func truncated(_ text: String, width: Double, _ truncation: Truncation) -> TextLine {
    let text = text.filter { $0 != Self.softHyphen }
    return truncated(Array(text.map { $0.isLineFeed ? " " : $0 }), width: max(0, width), truncation, isCut: false)
  }

  /// The widest part of the text without a break opportunity.
  func longestWord(_ text: String) -> TextLine {
    if work?.isOver == true { return TextLine("", width: 0) }
    // A short one is read as fast as it's found again.
    let isQuick = text.utf8.count < 64 && PlainText(text).breaksAtSpacesOnly
    guard !isQuick, let known = known(text) else { return findLongestWord(text, nil) }
    if let word = known.longestWords[font] { return word }
    let word = findLongestWord(text, known)
    known.longestWords[font] = word
    return word
  }

  private func findLongestWord(_ text: String, _ known: AnalysedText?) -> TextLine {
    var longest = TextLine("", width: 0)
    if PlainText(text).breaksAtSpacesOnly {
      var rest = text.utf8[...]
      while !rest.isEmpty {
        let end = rest.firstIndex(of: UInt8(ascii: " ")) ?? rest.endIndex
        let word = String(text[rest.startIndex..<end])
        let width = self.width(word)
        if width > longest.width { longest = TextLine(word, width: width) }
        rest = end < rest.endIndex ? rest[rest.index(after: end)...] : rest[end...]
      }
      return longest
    }
    var rest = Substring(text)
    var index = 0
    while true {
      let (paragraph, end) = self.paragraph(index, known, of: rest)
      index += 1
      var words = Words(paragraph)
      while let word = words.peek() {
        let text = atLineEnd(self.text(of: word, words))
        let width = self.width(text)
        if width > longest.width { longest = TextLine(text, width: width) }
        words.advance(word)
      }
      guard end < rest.endIndex else { return longest }
      rest = rest[rest.index(after: end)...]
    }
  }

  /// Whether the text is a short word, a number or a time, to be truncated rather than broken. Never in scripts without spaces
  /// between words.
  func isShortWord(_ text: String) -> Bool {
    text.utf8.count <= 60 && (text.isPrintableASCII ? text.utf8.count : text.count) <= Self.shortWord
      && text.unicodeScalars.allSatisfy { $0.isOfWords }
      && longestWord(text).text == text
  }

  /// Characters.
  static let shortWord = 20

  /// The lines of a text that breaks only at single spaces, as ``nextLine(_:width:)`` would break them.
  ///
  /// - Returns: nil if a word is too long or the text has to be truncated.
  private func wordLines(of text: String, width: Double, limit: Int) -> [TextLine]? {
    let space = self.width(" ")
    var lines: [TextLine] = []
    var start = text.startIndex
    var end = text.startIndex
    var used = 0.0
    for word in text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false) {
      guard !word.isEmpty else { return nil }
      let wordWidth = self.width(String(Substring(word)))
      guard wordWidth <= width else { return nil }
      if end > text.startIndex, used + space + wordWidth > width {
        let line = String(text[start..<end])
        lines.append(TextLine(line, width: self.width(line)))
        guard lines.count < limit else { return nil }
        start = word.startIndex
        used = wordWidth
      } else {
        used += (end > text.startIndex ? space : 0) + wordWidth
      }
      end = word.endIndex
    }
    let line = String(text[start..<end])
    lines.append(TextLine(line, width: self.width(line)))
    return lines
  }

  /// The width of the text if it breaks only at line feeds.
  func longestLine(_ text: String) -> Double {
    guard text.utf8.contains(where: { $0 == 10 || $0 == 13 || $0 >= 0x80 }) else { return width(text) }
    return text.split(whereSeparator: \.isLineFeed).map { width(String($0)) }.max() ?? 0
  }

  func width(_ text: String) -> Double {
    work?.add(text.utf8.count)
    return measurer.measure(text, font: font).width
  }

  private func text(of word: Words.Word, _ words: Words) -> String {
    work?.add(word.characters.count)
    return words.text(of: word)
  }

  private func known(_ text: String) -> AnalysedText? {
    guard let cache else { return nil }
    work?.add(lookup: text.utf8.count)
    return cache[text]
  }

  /// The next paragraph of a text, and where it ends.
  private func paragraph(
    _ index: Int, _ known: AnalysedText?, of rest: Substring
  ) -> (paragraph: Paragraph, end: Substring.Index) {
    if let known, index < known.paragraphs.count { return known.paragraphs[index] }
    let text = rest.prefix { !$0.isLineFeed }
    work?.add(text.utf8.count)
    let paragraph = Paragraph(text)
    known?.paragraphs.append((paragraph, text.endIndex))
    return (paragraph, text.endIndex)
  }

  private static let softHyphen: Character = "\u{AD}"

  /// A line ending here: a soft hyphen at its end is drawn, others aren't.
  private func atLineEnd(_ line: String) -> String {
    guard line.unicodeScalars.contains("\u{AD}") else { return line }
    let visible = line.filter { $0 != Self.softHyphen }
    return line.last == Self.softHyphen ? visible + "-" : visible
  }

  private func nextLine(_ words: inout Words, width: Double) -> TextLine {
    var line = ""
    var used = 0.0
    var pendingSpace = ""
    // The last position where the line needs no hyphen, and those after it where it does. With a hyphen it may be too wide, which
    // is measured only at the end: measuring the line at each of them would take quadratic time.
    var fitting: (length: Int, words: Words)?
    var hyphenated: [(length: Int, words: Words)] = []
    let start = words
    while let word = words.peek() {
      let spaceWidth = pendingSpace.isEmpty ? 0 : self.width(pendingSpace)
      let available = width - used - spaceWidth
      // Measure only as much of a long word as can fit.
      let count = word.characters.count > 40 ? self.fitting(word.characters, width: available) : word.characters.count
      let text = count == word.characters.count ? self.text(of: word, words) : ""
      let wordWidth = count == word.characters.count ? self.width(text) : .infinity
      if wordWidth <= available {
        line += pendingSpace + text
        used += spaceWidth + wordWidth
        pendingSpace = word.spaces
        words.advance(word)
        if word.characters.last == Self.softHyphen {
          hyphenated.append((line.utf8.count, words))
        } else {
          fitting = (line.utf8.count, words)
          hyphenated.removeAll(keepingCapacity: true)
        }
        continue
      }
      // The word doesn't fit: it starts the next line, or is too long for any line.
      if !line.isEmpty { break }
      return brokenWord(&words, width: width)
    }
    // At the end of the paragraph a soft hyphen isn't drawn.
    if words.isAtEnd {
      if !pendingSpace.isEmpty, used + self.width(pendingSpace) <= width { line += pendingSpace }
      let visible = line.filter { $0 != Self.softHyphen }
      return TextLine(visible, width: self.width(visible))
    }
    if self.width(atLineEnd(line)) > width {
      func part(_ length: Int) -> String { String(decoding: line.utf8.prefix(length), as: UTF8.self) }
      let count = largestFit(hyphenated.count) { $0 == 0 || self.width(atLineEnd(part(hyphenated[$0 - 1].length))) <= width }
      guard let fitting = count > 0 ? hyphenated[count - 1] : fitting else {
        // There's no space for the hyphen even after the first part, so the word is broken as if it had no soft hyphens.
        words = start
        return brokenWord(&words, width: width)
      }
      words = fitting.words
      line = part(fitting.length)
    }
    line = atLineEnd(line)
    return TextLine(line, width: self.width(line))
  }

  /// The part of the next word that fits.
  private func brokenWord(_ words: inout Words, width: Double) -> TextLine {
    guard let word = words.peek() else { return TextLine("", width: 0) }
    // A long word has many lines: making a text of the rest for each would take quadratic time.
    if keepsFigures, word.characters.count <= FigureText.longest, FigureText.isFigure(text(of: word, words)) {
      words.advance(word)
      return truncated(Array(word.characters), width: width, .tail, isCut: false)
    }
    let fitting = self.fitting(word.characters, width: width)
    if let unit = word.characters.prefix(fitting + 1).lastIndex(where: \.isBreakingSpace),
      let line = spaced(word, before: unit, &words)
    {
      return line
    }
    let count = OrthographicCluster.breakable(word.characters, upTo: max(1, fitting))
    let line = String(word.characters.prefix(count).filter { $0 != Self.softHyphen })
    let isBeforeHyphen = word.characters.dropFirst(count).first == Self.softHyphen
    words.advance(by: isBeforeHyphen ? count + 1 : count, of: word)
    var broken = TextLine(line, width: self.width(line))
    broken.isCut =
      word.characters.count <= Self.shortWord && count < word.characters.count
      && word.characters.allSatisfy { $0.unicodeScalars.allSatisfy { $0.isOfWords } }
    return broken
  }

  /// The part of a word before its last space, if a number and its unit are too wide together.
  private func spaced(_ word: Words.Word, before space: Int, _ words: inout Words) -> TextLine? {
    let line = String(word.characters[..<space])
    guard let last = line.last, FigureText.isUnit(word.characters[(space + 1)...], after: last) else { return nil }
    words.advance(by: space + 1 - word.characters.startIndex, of: word)
    return TextLine(line, width: width(line))
  }

  /// How many of the characters fit.
  private func fitting(_ characters: ArraySlice<Character>, width: Double) -> Int {
    largestFit(characters.count) { self.width(String(characters.prefix($0))) <= width }
  }

  private func truncated(_ text: [Character], width: Double, _ truncation: Truncation, isCut: Bool) -> TextLine {
    let whole = String(text)
    if !isCut || truncation != .tail {
      let full = self.width(whole)
      if full <= width { return TextLine(whole, width: full) }
    }
    let ellipsis = self.width(self.ellipsis) <= width ? self.ellipsis : ""
    let available = width - self.width(ellipsis)
    func head(_ count: Int) -> String { String(text.prefix(count)) }
    func tail(_ count: Int) -> String { String(text.suffix(count)) }
    let line: String
    switch truncation {
    case .tail:
      let count = largestFit(text.count) { self.width(head($0)) <= available }
      line = CutWords.head(of: text, upTo: count) + ellipsis
    case .head:
      let count = largestFit(text.count) { self.width(tail($0)) <= available }
      line = ellipsis + CutWords.tail(of: text, upTo: count)
    case .middle:
      let last = largestFit(text.count) { self.width(tail($0)) <= available / 2 }
      let used = self.width(tail(last))
      let first = largestFit(text.count - last) { self.width(head($0)) + used <= available }
      let ends = CutWords.ends(text, first: first, last: last)
      line = ends.head + ellipsis + ends.tail
    }
    var cut = TextLine(line, width: self.width(line))
    cut.isCut = true
    return cut
  }

  /// The largest count for which `fits` is true, if it's true for every smaller one. Never tests more than twice the result.
  private func largestFit(_ count: Int, _ fits: (Int) -> Bool) -> Int {
    var low = 0
    var high = 1
    while high < count, fits(high) {
      low = high
      high *= 2
    }
    high = min(high, count)
    if fits(high) { return high }
    while low + 1 < high {
      let middle = (low + high) / 2
      if fits(middle) { low = middle } else { high = middle }
    }
    return low
  }
}
