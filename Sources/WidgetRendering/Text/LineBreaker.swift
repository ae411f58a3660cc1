public import WidgetModel

/// A line of text as it is drawn.
public struct TextLine: Sendable, Equatable {
  public var text: String
  /// Points.
  public var width: Double
  /// Belongs to a paragraph that reads from the right; the text is in its logical order all the same.
  public var isRightToLeft: Bool

  public init(_ text: String, width: Double, isRightToLeft: Bool = false) {
    self.text = text
    self.width = width
    self.isRightToLeft = isRightToLeft
  }
}

/// Breaks a text into lines of a width.
///
/// Lines end at line feeds and where UAX 14 allows it: at spaces, after hyphens and dashes, beside ideographs; a word that is
/// wider than a line is broken between grapheme clusters. The spaces at a break are not drawn. A line has at least one cluster, however narrow it is.
public struct LineBreaker {
  let measurer: any TextMeasurer
  let font: ResolvedFont
  /// What stands for the text that was cut: `…`, or `...` where there is only ASCII.
  let ellipsis: String

  public init(measurer: any TextMeasurer, font: ResolvedFont, ellipsis: String = "…") {
    self.measurer = measurer
    self.font = font
    self.ellipsis = ellipsis
  }

  /// - Parameters:
  ///   - width: Points; nil or not finite breaks at line feeds only.
  ///   - limit: The most lines; the last one is cut with an ellipsis when there is more text. Less than 1 gives none.
  public func lines(
    of text: String, width: Double? = nil, limit: Int? = nil, truncation: Truncation = .tail
  ) -> [TextLine] {
    let limit = limit ?? .max
    guard limit > 0 else { return [] }
    let width = width.map { $0.isFinite ? max(0, $0) : .infinity } ?? .infinity
    // Most texts: one line that nothing can go wrong with.
    let plain = PlainText(text)
    if plain.isOneLine {
      let whole = self.width(text)
      if whole <= width { return [TextLine(text, width: whole)] }
      if plain.breaksAtSpacesOnly, let lines = wordLines(of: text, width: width, limit: limit) { return lines }
    }
    var lines: [TextLine] = []
    var rest = Substring(text)
    while true {
      let paragraph = rest.prefix { !$0.isLineFeed }
      var words = Words(paragraph)
      let isRightToLeft = TextDirection.isRightToLeft(paragraph)
      repeat {
        // Whether this is the last line to draw shows only after it: break it, look if text remains, then cut it again.
        let start = words.position
        var line = nextLine(&words, width: width)
        let isCut = !words.isAtEnd || paragraph.endIndex < rest.endIndex
        if lines.count == limit - 1, isCut || width < line.width {
          var remaining = words.text(from: start)
          if truncation != .tail { remaining += rest[paragraph.endIndex...].map { $0.isLineFeed ? " " : $0 } }
          line = truncated(remaining, width: width, truncation, isCut: isCut)
        }
        line.isRightToLeft = isRightToLeft
        lines.append(line)
        if lines.count == limit { return lines }
      } while !words.isAtEnd
      guard paragraph.endIndex < rest.endIndex else { return lines }
      rest = rest[rest.index(after: paragraph.endIndex)...]
    }
  }

  /// One line of the text, cut where the truncation says when it is wider than `width`.
  public func truncated(_ text: String, width: Double, _ truncation: Truncation) -> TextLine {
    truncated(Array(text.map { $0.isLineFeed ? " " : $0 }), width: max(0, width), truncation, isCut: false)
  }

  /// The widest part of the text that has no place to break a line.
  func longestWord(_ text: String) -> TextLine {
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
    for paragraph in text.split(whereSeparator: \.isLineFeed) {
      var words = Words(paragraph)
      while let word = words.peek() {
        let width = self.width(word.text)
        if width > longest.width { longest = TextLine(word.text, width: width) }
        words.advance(word)
      }
    }
    return longest
  }

  /// The lines of a text that breaks at single spaces only, by the same rule as ``nextLine(_:width:)``.
  ///
  /// - Returns: nil when a word is too long or the text has to be cut.
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

  func width(_ text: String) -> Double { measurer.measure(text, font: font).width }

  private func nextLine(_ words: inout Words, width: Double) -> TextLine {
    var line = ""
    var used = 0.0
    var pendingSpace = ""
    while let word = words.peek() {
      let spaceWidth = pendingSpace.isEmpty ? 0 : self.width(pendingSpace)
      let room = width - used - spaceWidth
      // Of a long word no more is measured than fits.
      let count = word.characters.count > 40 ? fitting(word.characters, width: room) : word.characters.count
      let wordWidth = count == word.characters.count ? self.width(word.text) : .infinity
      if wordWidth <= room {
        line += pendingSpace + word.text
        used += spaceWidth + wordWidth
        pendingSpace = word.spaces
        words.advance(word)
        continue
      }
      // The word does not fit: it begins the next line, or is itself too long for any line.
      if !line.isEmpty { break }
      let some = max(1, fitting(word.characters, width: width))
      line = String(word.characters.prefix(some))
      words.advance(by: some, of: word)
      break
    }
    return TextLine(line, width: self.width(line))
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
    let room = width - self.width(ellipsis)
    func head(_ count: Int) -> String { String(text.prefix(count)) }
    func tail(_ count: Int) -> String { String(text.suffix(count)) }
    let line: String
    switch truncation {
    case .tail:
      line = head(largestFit(text.count) { self.width(head($0)) <= room }).droppingTrailingSpaces + ellipsis
    case .head:
      line = ellipsis + String(tail(largestFit(text.count) { self.width(tail($0)) <= room }).drop { $0.isBreakingSpace })
    case .middle:
      let last = largestFit(text.count) { self.width(tail($0)) <= room / 2 }
      let used = self.width(tail(last))
      let first = largestFit(text.count - last) { self.width(head($0)) + used <= room }
      line = head(first) + ellipsis + tail(last)
    }
    return TextLine(line, width: self.width(line))
  }

  /// The largest count for which `fits` holds, when it holds for every smaller one. Looks no further than twice the answer.
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
