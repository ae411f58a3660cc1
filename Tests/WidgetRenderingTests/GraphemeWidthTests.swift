import Testing
import WidgetRendering

@Suite struct GraphemeWidthTests {
  @Test(
    "cells of a text by grapheme clusters",
    arguments: [
      ("", 0), ("a", 1), ("Boarding", 8), ("é", 1), ("e\u{301}", 1), ("\u{301}", 0), ("日本", 4), ("한국", 4),
      ("\u{1112}\u{1161}\u{11AB}", 2),
      ("Ａ", 2), ("ｱ", 1), ("😀", 2), ("☁", 1), ("☁\u{FE0F}", 2), ("😀\u{FE0E}", 1), ("✈", 1), ("❤️", 2), ("⌚", 2), ("⌚\u{FE0E}", 1),
      ("🇩🇪", 2), ("🇩🇪🇫🇷", 4), ("👨‍👩‍👧‍👦", 2), ("👍🏽", 2), ("☝🏽", 2), ("❤️‍🔥", 2), ("👁️‍🗨️", 2), ("1️⃣", 2), ("1", 1), ("1\u{FE0F}", 1),
      ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("နာ", 2), ("नमस्ते", 3), ("क्षि", 1), ("का", 1), ("ที่นี้", 2), ("กำ", 1), ("ⓐ", 1), ("±", 1), ("—", 1), ("…", 1),
      ("\u{AD}", 0),
      ("\u{1B}", 0), ("\u{7F}", 0), ("\u{200B}", 0), ("〰", 2), ("a🏿", 3), ("1🏽", 3), ("☝🏽a🏿", 5), ("\u{3000}", 2), ("𠀀", 2),
      ("\u{FF61}", 1), ("שלום", 4),
      ("مرحبا", 5),
    ])
  func cells(text: String, cells: Int) {
    #expect(GraphemeWidth.cells(text) == cells)
  }

  @Test(
    "the code point rule adds up the letters and spacing marks of a cluster, and leaves emoji alone",
    arguments: [
      ("क्षि", 3), ("का", 2), ("กำ", 2), ("नमस्ते", 4), ("👨‍👩‍👧‍👦", 2), ("🇩🇪", 2), ("👍🏽", 2), ("❤️", 2), ("e\u{301}", 1), ("日本", 4),
    ])
  func codePoints(text: String, cells: Int) {
    #expect(GraphemeWidth.cells(text, rule: .codePoints) == cells)
  }

  @Test("every scalar is zero, one or two cells, and controls have no width")
  func sweep() {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let cells = GraphemeWidth.cells(Character(scalar))
      if !(0...2).contains(cells) || value < 0x20 && cells != 0 { Issue.record("U+\(String(value, radix: 16)): \(cells)") }
    }
  }
}
