import Testing
import WidgetModel

@testable import WidgetRendering

/// Unicode's own samples, including clusters that break borders.
@Suite struct UnicodeTests {
  private struct Sample {
    var text: String
    /// The boundaries in the file, in scalars from the start.
    var breaks: Set<Int>
  }

  private static func samples(_ file: String) -> [Sample] {
    file.split(separator: "\n").map { line in
      var scalars = String.UnicodeScalarView()
      var breaks: Set<Int> = []
      for part in line.split(separator: "×", omittingEmptySubsequences: false) {
        let pieces = part.split(separator: "÷", omittingEmptySubsequences: false)
        for (index, piece) in pieces.enumerated() {
          if index > 0 { breaks.insert(scalars.count) }
          if let scalar = UInt32(piece, radix: 16).flatMap(Unicode.Scalar.init) { scalars.append(scalar) }
        }
      }
      return Sample(text: String(scalars), breaks: breaks)
    }
  }

  private static let graphemes = samples(graphemeBreakSamples).map(\.text)
  private static let emoji = emojiSamples.split(whereSeparator: \.isWhitespace).map(String.init)

  @Test("all samples are parsed")
  func samples() {
    #expect(Self.graphemes.count == 602 && Self.graphemes.allSatisfy { !$0.isEmpty })
    #expect(Self.emoji.count > 4700 && Self.samples(lineBreakSamples).count > 300)
  }

  @Test("the right border is straight for every sample, and no cluster is split", arguments: WidthRule.allCases)
  func borders(rule: WidthRule) {
    var options = RenderingOptions.test
    options.widthRule = rule
    for samples in [Self.graphemes, Self.emoji] {
      // Many per drawing, one per row, so a crooked border identifies the sample.
      for start in stride(from: 0, to: samples.count, by: 40) {
        let strings = samples[start..<min(start + 40, samples.count)]
        let views = strings.map { string in
          // A mark alone would join the preceding space.
          let isMark = terminalSafe(string).unicodeScalars.first.map { ScalarSafety($0) == .joining } ?? false
          return hstack(
            text("a" + string + "b") { $0.lineLimit = 1 }, spacer(), text(isMark ? "x" + string : string) { $0.lineLimit = 1 }
          ) { $0.spacing = 0 }
        }
        for columns in [9, 14, 40] {
          let drawing = TerminalDrawing(
            snapshot(view(.vstack, views)), in: Size(width: Double(columns) * 8, height: 0), options: options)
          for (line, cells) in zip(drawing.canvas.lines, drawing.canvas.rows) {
            let printed = Self.columns(of: line, rule: rule)
            if printed != columns || !"│╮╯".contains(line.last ?? " ") {
              Issue.record("\(printed) of \(columns): \(line.debugDescription)")
            }
            // The printed text has the same clusters as the cells; a non-joiner separates neighbours, a mark ends a text.
            let clusters = cells.map(\.text).filter { !$0.isEmpty }
            if Array(line).map({ String($0).replacing("\u{200C}", with: "").replacing("\u{200E}", with: "") }).filter({
              !$0.isEmpty
            })
              != clusters.map({ $0.replacing("\u{200C}", with: "") })
            {
              Issue.record("split: \(line.debugDescription)")
            }
          }
        }
      }
    }
  }

  /// The width of a printed line, in which adjacent cells may form one cluster.
  private static func columns(of line: String, rule: WidthRule) -> Int {
    line.reduce(0) { $0 + GraphemeWidth.cells($1, rule: rule) }
  }

  @Test("an emoji is two cells by both rules, unless its default presentation is text")
  func emojiWidths() {
    for emoji in Self.emoji {
      let isPictograph =
        emoji.unicodeScalars.contains("\u{FE0F}")
        || emoji.unicodeScalars.contains { $0.properties.isEmojiPresentation || $0.properties.isEmojiModifier }
      // The six with text presentation that are ideographs or as wide as one.
      let isWide = ["〰", "〽", "🈂", "🈷", "㊗", "㊙"].contains(emoji)
      for rule in isPictograph ? WidthRule.allCases : [.graphemeClusters]
      where GraphemeWidth.cells(emoji, rule: rule) != (isPictograph || isWide ? 2 : 1) {
        let scalars = emoji.unicodeScalars.map { String($0.value, radix: 16) }
        Issue.record("\(emoji) \(scalars): \(GraphemeWidth.cells(emoji, rule: rule)) by \(rule)")
      }
    }
  }

  @Test("no line is broken inside a cluster, at any width")
  func clusters() {
    let breaker = LineBreaker(measurer: CellMeasurer(), font: ResolvedFont())
    for sample in Self.graphemes + Self.emoji {
      let safe = terminalSafe("ab" + sample + sample + "c", multiline: true)
      // As a list: in a string, the characters next to a line feed would form one cluster.
      let clusters = Array(safe).filter { !$0.isLineFeed && !$0.isBreakingSpace }
      for cells in [1, 2, 3, 5] {
        let lines = breaker.lines(of: safe, width: Double(cells) * 8)
        let kept = lines.flatMap { Array($0.text).filter { !$0.isBreakingSpace } }
        if kept != clusters { Issue.record("\(safe.debugDescription) at \(cells): \(lines.map(\.text))") }
      }
    }
  }

  @Test("line breaks of LineBreakTest.txt")
  func lineBreaks() {
    for sample in Self.samples(lineBreakSamples) {
      let characters = Array(sample.text)
      var position = 0
      for (index, character) in characters.enumerated() {
        if index > 0 {
          let may = LineBreakRules.mayBreak(characters[index - 1], character, after: index > 1 ? characters[index - 2] : nil)
          if may != sample.breaks.contains(position) {
            Issue.record("\(sample.text.unicodeScalars.map { String($0.value, radix: 16) }) at \(position): \(may)")
          }
        }
        position += character.unicodeScalars.count
      }
    }
  }

  @Test(
    "the first strong character determines the direction of a line",
    arguments: [
      ("abc", false), ("", false), ("123 …", false), ("שלום", true), ("123 שלום", true), ("مرحبا", true), ("(مرحبا) hi", true),
      ("hi مرحبا", false), ("٣٤ abc", false), ("日本 שלום", false), ("😀 שלום", true), ("éß שלום", false),
    ])
  func direction(text: String, isRightToLeft: Bool) {
    #expect(TextDirection.isRightToLeft(text[...]) == isRightToLeft)
  }
}
