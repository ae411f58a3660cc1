import Testing
import WidgetModel

@testable import WidgetRendering

@Suite struct LineBreakerTests {
  private func lines(_ text: String, _ cells: Int?, limit: Int? = nil, _ truncation: Truncation = .tail) -> [String] {
    LineBreaker(measurer: CellMeasurer(), font: ResolvedFont())
      .lines(of: text, width: cells.map { Double($0) * 8 }, limit: limit, truncation: truncation).map(\.text)
  }

  @Test(
    "lines end at spaces, after hyphens and between ideographs; long words are broken",
    arguments: [
      ("the quick brown fox", 10, ["the quick", "brown fox"]), ("the quick", 9, ["the quick"]), ("a  b", 4, ["a  b"]),
      ("a      b", 4, ["a", "b"]), ("well-known fact", 6, ["well-", "known", "fact"]), ("call -x now", 5, ["call", "-x", "now"]),
      ("2026-11-21", 6, ["2026-1", "1-21"]), ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
      ("ab cdefghij", 4, ["ab", "cdef", "ghij"]),
      ("日本語です。", 6, ["日本語", "です。"]), ("日本語。", 6, ["日本", "語。"]), ("「日本」", 4, ["「日", "本」"]), ("有12個", 3, ["有", "12", "個"]),
      ("a\u{A0}b c", 3, ["a\u{A0}b", "c"]), ("x\n\ny", 5, ["x", "", "y"]), ("x\n", 5, ["x", ""]), ("", 5, [""]),
      ("  in", 5, ["  in"]),
      ("👨‍👩‍👧👨‍👩‍👧", 2, ["👨‍👩‍👧", "👨‍👩‍👧"]), ("日", 1, ["日"]), ("ab", 0, ["a", "b"]),
    ])
  func breaks(text: String, cells: Int, expected: [String]) {
    #expect(lines(text, cells) == expected)
  }

  @Test(
    "a number stays on a line with its unit",
    arguments: [
      ("up (+2.17 %)", 9, ["up", "(+2.17 %)"]), ("about 12 km east", 10, ["about", "12 km east"]),
      ("in 12 men", 5, ["in 12", "men"]),
      ("12 kWh", 3, ["12", "kWh"]),
    ])
  func units(text: String, cells: Int, expected: [String]) {
    #expect(lines(text, cells) == expected)
  }

  @Test("without a width only line feeds end a line")
  func unlimited() {
    #expect(lines("the quick brown\nfox", nil) == ["the quick brown", "fox"])
  }

  @Test(
    "the last line of a limit is truncated at the tail, the head or the middle",
    arguments: [
      ("the quick brown fox", 10, 1, Truncation.tail, ["the quick…"]), ("the quick brown fox", 10, 1, .head, ["…brown fox"]),
      ("the quick brown fox", 10, 1, .middle, ["the q… fox"]),
      ("the quick brown fox jumps", 10, 2, .tail, ["the quick", "brown fox…"]),
      ("fits", 10, 1, .head, ["fits"]), ("one\ntwo", 10, 1, .tail, ["one…"]),
      ("a\nb", 10, 1, .tail, ["a…"]), ("ab\ncd\nef", 10, 2, .tail, ["ab", "cd…"]), ("\nb", 10, 1, .tail, ["…"]),
      ("abcdef", 1, 1, .tail, ["…"]),
      ("abcdef", 0, 1, .tail, [""]),
      ("日本語", 4, 1, .tail, ["日…"]), ("abc", 3, 0, .tail, []), ("a b c", 1, 9, .tail, ["a", "b", "c"]),
    ])
  func truncation(text: String, cells: Int, limit: Int, truncation: Truncation, expected: [String]) {
    #expect(lines(text, cells, limit: limit, truncation) == expected)
  }

  @Test("no line is too wide and no text is lost, for every hostile string and width")
  func property() {
    let breaker = LineBreaker(measurer: CellMeasurer(), font: ResolvedFont())
    for string in hostileStrings {
      let safe = terminalSafe(string, multiline: true)
      for cells in 0...30 {
        let broken = breaker.lines(of: safe, width: Double(cells) * 8)
        for line in broken where line.text.count > 1 {
          #expect(GraphemeWidth.cells(line.text) <= cells, "\(line.text) in \(cells)")
        }
        let kept = broken.map(\.text).joined().filter { $0 != " " }
        #expect(kept == safe.filter { $0 != " " && $0 != "\n" && $0 != "\u{3000}" }, "\(cells) cells")
      }
    }
  }

  @Test("invalid widths are no limit", arguments: [Double.nan, .infinity, -.infinity, -1, 1e308])
  func oddWidths(width: Double) {
    let breaker = LineBreaker(measurer: CellMeasurer(), font: ResolvedFont())
    #expect(breaker.lines(of: "a b", width: width, limit: 5).map(\.text).joined(separator: " ") == "a b")
  }

  @Test(
    "a soft hyphen is drawn where a line ends and nowhere else",
    arguments: [
      ("Donau\u{AD}dampf\u{AD}schiff", 8, ["Donau-", "dampf-", "schiff"]),
      ("Donau\u{AD}dampf\u{AD}schiff", 12, ["Donaudampf-", "schiff"]),
      ("Donau\u{AD}dampf\u{AD}schiff", 30, ["Donaudampfschiff"]), ("soft\u{AD}hyphen", 5, ["soft-", "hyphe", "n"]),
      // Without space for the hyphen the word is broken like any other.
      ("soft\u{AD}hyphen", 4, ["soft", "hyph", "en"]), ("a soft\u{AD}", 9, ["a soft"]),
      ("one soft\u{AD}er", 8, ["one", "softer"]),
      ("one soft\u{AD}er", 9, ["one soft-", "er"]),
    ])
  func softHyphens(text: String, cells: Int, expected: [String]) { #expect(lines(text, cells) == expected) }

  @Test("a text in a view breaks at its soft hyphens")
  func softHyphensInViews() {
    #expect(drawn(WidgetRenderingTests.text("Donau\u{AD}dampf"), width: 64) == "|Donau-  |\n|dampf   |")
    #expect(drawn(WidgetRenderingTests.text("Donau\u{AD}dampf"), width: 128) == "|Donaudampf      |")
    #expect(drawn(WidgetRenderingTests.text("Donau\u{AD}dampf"), width: 64, encoding: .ascii) == "|Donau-  |\n|dampf   |")
  }

  @Test(
    "Thai, Lao, Khmer and Burmese are not broken inside a written syllable",
    arguments: [
      ("เกเกเก", 3, ["เก", "เก", "เก"]), ("ภาษาไทย", 4, ["ภาษา", "ไทย"]), ("ເກເກ", 3, ["ເກ", "ເກ"]),
      ("ក្កក្កក្ក", 2, ["ក្ក", "ក្ក", "ក្ក"]),
      ("မြန်မြန်", 3, ["မြန်", "မြန်"]),
    ])
  func writtenSyllables(text: String, cells: Int, expected: [String]) { #expect(lines(text, cells) == expected) }

  private static let unspaced = [
    "ภาษาไทยไม่มีช่องว่างระหว่างคำน้ำแข็ง", "ພາສາລາວບໍ່ມີຊ່ອງຫວ່າງ", "ភាសាខ្មែរមិនមានចន្លោះ", "မြန်မာဘာသာစကားတွင်စကားလုံး",
  ]

  /// Terminals of both kinds, pages, and a font with equally wide letters.
  private static let measurers: [any TextMeasurer] = [
    CellMeasurer(rule: .graphemeClusters), CellMeasurer(rule: .codePoints), EstimatedMeasurer(),
  ]

  @Test("no line starts with a sign that belongs to the line before, however text is measured", arguments: unspaced)
  func writtenSyllablesAtAnyWidth(_ text: String) {
    for measurer in Self.measurers {
      let breaker = LineBreaker(measurer: measurer, font: ResolvedFont())
      // Wide enough for the longest written syllable.
      for cells in 16...40 {
        let lines = breaker.lines(of: text, width: Double(cells) * 8, limit: nil, truncation: .tail).map(\.text)
        #expect(lines.joined() == text)
        for (one, other) in zip(lines, lines.dropFirst()) {
          guard let left = one.last, let right = other.first else { continue }
          #expect(OrthographicCluster.mayBreak(left, right), "\(one) | \(other)")
        }
      }
    }
  }

  @Test("an ellipsis does not divide a written syllable", arguments: unspaced)
  func truncatedSyllables(_ text: String) {
    for measurer in Self.measurers {
      let breaker = LineBreaker(measurer: measurer, font: ResolvedFont())
      for cells in 8...30 {
        let tail = breaker.lines(of: text, width: Double(cells) * 8, limit: 1, truncation: .tail).first?.text ?? ""
        guard tail.hasSuffix("…"), let left = tail.dropLast().last else { continue }
        let rest = text.dropFirst(tail.count - 1)
        if let right = rest.first { #expect(OrthographicCluster.mayBreak(left, right), "\(tail)") }
      }
    }
  }
}
