import Testing

@testable import WidgetSurfaces

@Suite struct LiveFooterTests {
  @Test("hints stay whole and take as many lines as they need")
  func keys() {
    let footer = LiveFooter(keys: ["r refresh", "Tab select", "Enter press", "q quit"])
    #expect(footer.lines(columns: 80) == ["r refresh  Tab select  Enter press  q quit"])
    #expect(footer.lines(columns: 28) == ["r refresh  Tab select", "Enter press  q quit"])
    #expect(footer.lines(columns: 12) == ["r refresh", "Tab select", "Enter press", "q quit"])
    #expect(footer.lines(columns: 10) == ["r refresh", "Tab", "Enter", "q quit"])
    #expect(footer.lines(columns: 4) == ["r", "Tab", "q"])
  }

  @Test("keys that don't fit below the card lose their words, then their first line")
  func fewRows() {
    let footer = LiveFooter(keys: ["r refresh", "Tab select", "Enter press", "q quit"])
    #expect(footer.lines(columns: 20, rows: 3) == ["r refresh", "Tab select", "Enter press  q quit"])
    #expect(footer.lines(columns: 20, rows: 1) == ["r  Tab  Enter  q"])
    #expect(footer.lines(columns: 8, rows: 1) == ["q"])
    #expect(footer.lines(columns: 20, rows: 0) == [])
  }

  @Test("an update replaces the keys and leaves the error")
  func updating() {
    var footer = LiveFooter(failure: "w.lua:2: oops\n  try: this\n", keys: ["q quit"])
    #expect(footer.lines(columns: 40) == ["w.lua:2: oops", "  try: this", "q quit"])
    footer.spinnerFrame = 10
    #expect(footer.lines(columns: 40) == ["w.lua:2: oops", "  try: this", "⠋ updating"])
    footer.isUTF8 = false
    #expect(footer.lines(columns: 40).last == "- updating")
  }

  @Test("denied permissions that the script ignored are listed, at most three")
  func denials() {
    var footer = LiveFooter(keys: ["q quit"])
    footer.denials.add("permission denied: env \"HOME\"")
    #expect(footer.lines(columns: 40) == ["permission denied: env \"HOME\"", "q quit"])
    footer.denials = CardDenials()
    for denial in ["a", "b", "c", "c", "d", "e"] { footer.denials.add(denial) }
    #expect(footer.lines(columns: 40) == ["a", "b", "c", "and 2 more denials", "q quit"])
  }

  @Test(
    "long lines break at spaces, long words anywhere, and continuation lines keep the indentation",
    arguments: [
      ("one two three", 7, ["one two", "three"]), ("  > one two", 8, ["  > one", "  two"]),
      ("abcdefgh", 3, ["abc", "def", "gh"]),
      ("日本語", 4, ["日本", "語"]), ("", 5, [""]), ("x", 0, ["x"]),
    ])
  func wraps(_ text: String, _ columns: Int, _ lines: [String]) {
    #expect(LineWrapping.lines(text, columns: columns) == lines)
  }
}
