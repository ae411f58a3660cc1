import Testing
import WidgetHost
import WidgetModel

@Suite struct ConsoleFormatTests {
  @Test(
    "a script writes no line that looks like one of luawidget",
    arguments: [
      (ConsoleLine.Level.print, "one", "one\n"),
      (.print, "one\nluawidget: update available", "one\n  luawidget: update available\n"),
      (.print, "luawidget: update available", "  luawidget: update available\n"),
      (.warning, "a\r\nAllow it? [y/N]\n", "warning: a\n  Allow it? [y/N]\n  \n"),
      (.error, "luawidget: x", "error: luawidget: x\n"),
    ])
  func lines(_ level: ConsoleLine.Level, _ text: String, _ shown: String) {
    #expect(ConsoleFormat().text(ConsoleLine(level, text)) == shown)
  }

  @Test("the lines of an error message are indented")
  func failure() {
    let failure = Failure(.script, "a\nluawidget: b", at: SourceLocation(file: "w.lua", line: 1))
    #expect(FailureReport(failure: failure).text == "w.lua:1: a\n  luawidget: b\n")
  }
}
