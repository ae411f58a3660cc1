import Testing
import WidgetRendering

@Suite struct TerminalSafeTests {
  @Test(
    "the safe form of a text",
    arguments: [
      ("Boarding 12:05", "Boarding 12:05"), ("", ""), ("a\tb", "a    b"), ("\u{1B}[31m", "\\u{1B}[31m"),
      ("\u{9B}31m", "\\u{9B}31m"),
      ("a\nb", "a\\u{A}b"), ("a\r\nb", "a\\u{D}\\u{A}b"), ("\u{7F}\u{0}", "\\u{7F}\\u{0}"), ("a\u{202E}b", "a\\u{202E}b"),
      ("\u{2066}x\u{2069}", "\\u{2066}x\\u{2069}"), ("a\u{200E}b\u{200F}c\u{61C}d", "abcd"),
      ("a\u{200B}b\u{2060}c\u{FEFF}d", "abcd"),
      ("a\u{2028}b\u{2029}c", "a\\u{2028}b\\u{2029}c"), ("soft\u{AD}hyphen", "softhyphen"), ("👨‍👩‍👧", "👨‍👩‍👧"), ("❤️", "❤️"),
      ("☁\u{FE0E}", "☁\u{FE0E}"),
      ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🏴"), ("\u{E0041}\u{E0042}", ""), ("\u{FFFE}", "\\u{FFFE}"), ("日本 עברית العربية", "日本 עברית العربية"),
      ("می\u{200C}خواهم", "می\u{200C}خواهم"), ("back\\slash", "back\\slash"),
    ])
  func singleLine(text: String, shown: String) {
    #expect(Array(terminalSafe(text).unicodeScalars) == Array(shown.unicodeScalars))
  }

  @Test("in multiline text, line feeds stay and a lone carriage return becomes visible")
  func multiline() {
    #expect(terminalSafe("a\nb\r\nc\rd\te", multiline: true) == "a\nb\nc\\u{D}d    e")
  }

  @Test("at most eight marks follow one character")
  func marks() {
    let storm = "a" + String(repeating: "\u{300}", count: 1000) + "b\u{301}"
    #expect(terminalSafe(storm).unicodeScalars.count == 1 + 8 + 2)
    #expect(terminalSafe(String(repeating: "\u{200D}", count: 100)).unicodeScalars.count == 8)
  }

  @Test(
    "a limit counts characters, the ellipsis included",
    arguments: [
      ("abcdef", 6, "abcdef"), ("abcdef", 5, "abcd…"), ("abcdef", 1, "…"), ("abcdef", 0, ""), ("", 3, ""), ("👨‍👩‍👧🇩🇪x", 2, "👨‍👩‍👧…"),
      ("ab", -5, ""),
    ])
  func limit(text: String, limit: Int, shown: String) {
    #expect(terminalSafe(text, limit: limit) == shown)
  }

  @Test("a limit bounds the time for a hostile text")
  func hugeLimit() {
    #expect(terminalSafe(String(repeating: "\u{1B}", count: 100_000), limit: 10).count == 10)
    #expect(terminalSafe("ab\u{7}", limit: .max) == "ab\\u{7}")
  }

  @Test("no safe text controls a terminal or the direction, and making it safe twice changes nothing")
  func sweep() {
    for start in stride(from: UInt32(0), to: 0x110000, by: 0x400) {
      // Letters between them, so no scalar hides behind its neighbour.
      var block = String.UnicodeScalarView()
      for value in start..<(start + 0x400) {
        guard let scalar = Unicode.Scalar(value) else { continue }
        block.append("a")
        block.append(scalar)
      }
      for isMultiline in [false, true] {
        let safe = terminalSafe(String(block), multiline: isMultiline)
        for shown in safe.unicodeScalars where Self.isDangerous(shown) && !(isMultiline && shown == "\n") {
          Issue.record("U+\(String(shown.value, radix: 16)) is shown")
        }
        #expect(terminalSafe(safe, multiline: isMultiline) == safe)
      }
    }
  }

  /// Independent of the code under test.
  private static func isDangerous(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB,
      0xE0000...0xE007F:
      true
    default: false
    }
  }
}
