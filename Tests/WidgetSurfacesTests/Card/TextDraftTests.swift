import Testing
import WidgetModel
import WidgetTesting

@testable import WidgetSurfaces

@Suite struct TextDraftTests {
  private func draft(_ text: String = "", lines: Int = 1, _ keys: Key...) -> TextDraft {
    var draft = TextDraft(text, lines: lines)
    for key in keys { _ = draft.handle(key) }
    return draft
  }

  @Test("keys edit whole characters")
  func characters() {
    #expect(draft("ab", .left, .character("x")).text == "axb")
    #expect(draft("a👨‍👩‍👧", .backspace).text == "a")
    #expect(draft("ab", .home, .delete).text == "b")
    #expect(draft("ab", .home, .backspace).text == "ab")
    #expect(draft("one two", .control("w")).text == "one ")
    #expect(draft("one two", .left, .left, .control("k")).text == "one t")
    #expect(draft("one two", .left, .left, .control("u")).text == "wo")
    #expect(draft("ab", .control("a"), .character("x"), .end, .character("y")).text == "xaby")
  }

  @Test("a mark that's typed joins the character before it")
  func marks() {
    let typed = draft("", .character("e"), .character("\u{301}"), .character("x"))
    #expect(typed.text == "e\u{301}x" && typed.cursor == 2)
    #expect(draft("e\u{301}", .backspace).text == "")
  }

  @Test("typing anywhere gives what the whole text would be read as, flags, families and marks too")
  func joining() {
    var generator = SeededGenerator(seed: 7)
    let pieces = ["a", "\u{301}", "🇩", "🇪", "👩", "\u{200D}", "🏽", "क", "\u{94D}", "ष", " ", "한", "\r\n", "ᄀ", "ᅡ"]
    for _ in 0..<300 {
      var draft = TextDraft("", lines: 3)
      var (text, cursor) = (Array(""), 0)
      for _ in 0..<40 {
        switch Int.random(in: 0..<6, using: &generator) {
        case 0:
          _ = draft.handle(.left)
          cursor = max(0, cursor - 1)
        case 1:
          _ = draft.handle(.backspace)
          if cursor > 0 {
            text = Array(String(text[..<(cursor - 1)]) + String(text[cursor...]))
            cursor = min(cursor - 1, text.count)
          }
        default:
          let piece = pieces.randomElement(using: &generator)!
          _ = draft.handle(.paste(piece))
          let before = String(text[..<cursor]) + InputField.accepted(piece, lines: 3)
          text = Array(before + String(text[cursor...]))
          cursor = min(before.count, text.count)
        }
        #expect(draft.text == String(text) && draft.cursor == cursor)
      }
    }
  }

  @Test("a paste loses what a field doesn't take, and a megabyte is cut")
  func paste() {
    #expect(draft("a", .paste("b\nc\u{1B}[31m")).text == "ab c[31m")
    #expect(draft("a", lines: 3, .paste("b\r\nc")).text == "ab\nc")
    let long = draft("start ", .paste(String(repeating: "x", count: 1 << 20)), .character("y"))
    #expect(long.text.utf8.count == InputField.maximumBytes && long.text.hasPrefix("start x"))
  }

  @Test("other keys aren't for the text")
  func others() {
    for key in [Key.tab, .backTab, .up, .down, .pageUp, .control("c"), .control("d"), .scrollUp, .click(column: 1, row: 1)] {
      var draft = TextDraft("a", lines: 1)
      #expect(draft.handle(key) == nil && draft.text == "a")
    }
  }

  @Test("the caret is shown, and a long text from shortly before it")
  func shown() {
    #expect(draft("abc", .left).shown(caret: "|", isSecure: false) == "ab|c")
    #expect(draft("abc").shown(caret: nil, isSecure: true) == "•••")
    let long = draft(String(repeating: "x", count: 100)).shown(caret: "|", isSecure: false)
    #expect(long == "…" + String(repeating: "x", count: 20) + "|")
  }
}
