import Testing
import WidgetSurfaces

@Suite struct TerminalCapabilitiesTests {
  @Test(
    "Colours follow TERM, COLORTERM and the user's choice",
    arguments: [
      ([:], .none),
      (["TERM": "dumb", "COLORTERM": "truecolor"], .none),
      (["TERM": "xterm"], .ansi16),
      (["TERM": "linux"], .ansi16),
      (["TERM": "vt100"], .none),
      (["TERM": "xterm-256color"], .ansi256),
      (["TERM": "xterm-kitty"], .trueColor),
      (["TERM": "foot-extra"], .trueColor),
      (["TERM": "footwear"], .ansi16),
      (["TERM": "xterm-direct"], .trueColor),
      (["TERM": "xterm", "COLORTERM": "truecolor"], .trueColor),
      (["TERM": "tmux-256color", "COLORTERM": "24bit", "TMUX": "/tmp/t,1,0"], .trueColor),
      (["TERM": "screen.xterm-256color", "COLORTERM": "truecolor", "STY": "1.pts"], .ansi256),
      (["TERM": "xterm-256color", "NO_COLOR": "1"], .none),
      (["TERM": "xterm-256color", "NO_COLOR": ""], .ansi256),
      (["TERM": "xterm-256color", "NO_COLOR": "1", "FORCE_COLOR": "3"], .none),
      (["TERM": "xterm", "FORCE_COLOR": "3"], .trueColor),
      (["TERM": "xterm-256color", "FORCE_COLOR": "0"], .none),
      (["TERM": "xterm-256color", "FORCE_COLOR": "1"], .ansi256),
      (["TERM": "xterm-256color", "CLICOLOR": "0"], .none),
      (["CLICOLOR_FORCE": "1"], .ansi16),
    ] as [([String: String], ColorCapability)])
  func colors(_ environment: [String: String], _ expected: ColorCapability) {
    #expect(TerminalCapabilities(environment: environment).color == expected)
  }

  @Test("A pipe has colours only if they are forced")
  func pipe() {
    let term = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
    #expect(TerminalCapabilities(environment: term, isTerminal: false).color == .none)
    #expect(TerminalCapabilities(environment: term, isTerminal: false).movesCursor == false)
    let forced = term.merging(["CLICOLOR_FORCE": "1"]) { $1 }
    #expect(TerminalCapabilities(environment: forced, isTerminal: false).color == .trueColor)
    #expect(TerminalCapabilities(environment: ["FORCE_COLOR": "1"], isTerminal: false).color == .ansi16)
  }

  @Test(
    "The first locale variable that is set determines the charset",
    arguments: [
      ([:], false),
      (["LANG": "C"], false),
      (["LANG": "POSIX"], false),
      (["LANG": "C.UTF-8"], true),
      (["LANG": "en_GB.utf8"], true),
      (["LANG": "de_DE.UTF-8@euro"], true),
      (["LANG": "de_DE@euro"], false),
      (["LANG": "ja_JP.eucJP"], false),
      (["LC_CTYPE": "UTF-8"], true),
      (["LANG": "en_GB.UTF-8", "LC_CTYPE": "C"], false),
      (["LANG": "en_GB.UTF-8", "LC_CTYPE": ""], true),
      (["LANG": "C", "LC_CTYPE": "C", "LC_ALL": "C.UTF-8"], true),
      (["LANG": "en_GB.UTF-8", "LC_ALL": "C"], false),
      (["LANG": "."], false),
      (["LANG": "@"], false),
    ] as [([String: String], Bool)])
  func characterSet(_ environment: [String: String], _ expected: Bool) {
    #expect(TerminalCapabilities(environment: environment).isUTF8 == expected)
  }

  @Test("Multiplexers are detected by their variables, then by TERM")
  func multiplexer() {
    func found(_ environment: [String: String]) -> TerminalMultiplexer? {
      TerminalCapabilities(environment: environment).multiplexer
    }
    #expect(found(["TERM": "xterm"]) == nil)
    #expect(found(["TERM": "screen-256color", "TMUX": "x"]) == .tmux)
    #expect(found(["TERM": "tmux"]) == .tmux)
    #expect(found(["TERM": "screen"]) == .screen)
    #expect(found(["TERM": "xterm", "STY": "x"]) == .screen)
  }

  @Test("Queries and line wrapping are not assumed in terminals that lack them")
  func modes() {
    #expect(TerminalCapabilities(environment: ["TERM": "xterm-256color"]).supportsModeQueries)
    #expect(!TerminalCapabilities(environment: ["TERM": "linux"]).supportsModeQueries)
    #expect(!TerminalCapabilities(environment: ["TERM": "dumb"]).supportsModeQueries)
    #expect(!TerminalCapabilities(environment: ["TERM": "xterm", "TERM_PROGRAM": "Apple_Terminal"]).supportsModeQueries)
    #expect(TerminalCapabilities(environment: ["TERM": "xterm-256color"]).wrapsOnResize)
    #expect(!TerminalCapabilities(environment: ["TERM": "xterm", "XTERM_VERSION": "XTerm(379)"]).wrapsOnResize)
  }
}

@Suite struct TerminalSizeTests {
  @Test("Without a terminal the size is COLUMNS and LINES, else 80 x 24")
  func fallback() {
    #expect(TerminalSize(of: -1) == TerminalSize(columns: 80, rows: 24))
    #expect(TerminalSize(of: -1, environment: ["COLUMNS": "100"]) == TerminalSize(columns: 100, rows: 24))
    #expect(TerminalSize(of: -1, environment: ["COLUMNS": "0", "LINES": "-3"]) == .fallback)
    #expect(TerminalSize(of: -1, environment: ["COLUMNS": "99999999999999999999", "LINES": "x"]) == .fallback)
    #expect(TerminalSize(of: -1, environment: ["COLUMNS": "9999999"]).columns == 10_000)
  }
}
