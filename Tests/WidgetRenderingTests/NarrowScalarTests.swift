import Testing

@testable import WidgetRendering

@Suite struct NarrowScalarTests {
  /// Marks, joiners, modifiers, jamo, flags, an emoji and prepended marks.
  private static let neighbours = [
    "a", "\u{301}", "\u{200D}", "\u{FE0F}", "\u{20E3}", "\u{1F3FD}", "\u{1161}", "🇩", "😀", "\u{600}", "\n", "\u{903}",
  ]

  @Test("each is one cell wide by both rules, and never joins its neighbours")
  func all() {
    var count = 0
    for scalar in (UInt32(0)..<0x3000).compactMap(Unicode.Scalar.init) where NarrowScalar.contains(scalar) {
      count += 1
      let character = Character(scalar)
      for rule in WidthRule.allCases where GraphemeWidth.cells(character, rule: rule) != 1 {
        Issue.record("U+\(String(scalar.value, radix: 16)) \(rule)")
      }
      // Only prepended marks (U+0600) join the next character, and these are excluded.
      for before in ["a", "é", "Ж", "…", "─", "⠿", "\u{301}", "\u{1161}", "🇩", "😀\u{200D}", "\n", "\u{903}"]
      where (before + String(scalar)).count != before.count + 1 {
        Issue.record("\(before.debugDescription) U+\(String(scalar.value, radix: 16))")
      }
    }
    #expect(count == 0x5F + 12 + 0x251 + 0x113 + 0xA6 + 24 + 160 + 256)
  }

  @Test("narrow scalars are counted, other texts are not")
  func texts() {
    #expect(NarrowScalar.cells("") == 0)
    #expect(NarrowScalar.cells(" Grüße — Привет… ██░░ ⠋ ") == 24)
    for other in Self.neighbours.dropFirst() + ["日", "✈", "\u{7F}", "\u{AD}", "e\u{301}"] {
      #expect(NarrowScalar.cells("a" + other) == nil)
      #expect(NarrowScalar.cells(other + "a") == nil)
    }
  }

  @Test("a text is drawn the same alone and before wide characters and marks")
  func mixed() {
    let texts = ["plain", " Grüße…", "██░░", "Привет", "a\u{301}b", "日本", "✈ LY315", "👨‍👩‍👧‍👦", "🏴󠁧󠁢󠁥󠁮󠁧󠁿!", "x\u{7}y"]
    for one in texts {
      for other in texts {
        var whole = TerminalCanvas(columns: 24, rows: 1)
        whole.draw(one + other, column: 1, row: 0, style: .plain, clip: 2..<20)
        var parts = TerminalCanvas(columns: 24, rows: 1)
        parts.draw(one, column: 1, row: 0, style: .plain, clip: 2..<20)
        parts.draw(other, column: 1 + GraphemeWidth.cells(one), row: 0, style: .plain, clip: 2..<20)
        #expect(whole == parts)
        #expect(whole.rows == parts.rows)
      }
    }
  }
}
