import Synchronization
import Testing
import WidgetServices

@Suite struct TerminalClipboardTests {
  private final class Terminal: Sendable {
    private let bytes = Mutex<[UInt8]>([])
    var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }
    func write(_ new: [UInt8]) -> Bool {
      bytes.withLock { $0 += new }
      return true
    }
  }

  @Test("a terminal gets the text as OSC 52, unless it would print it")
  func terminal() throws {
    let terminal = Terminal()
    try TerminalClipboard(environment: ["TERM": "xterm-256color"], write: terminal.write).write("hé", for: "x")
    #expect(terminal.text == "\u{1B}]52;c;aMOp\u{1B}\\")
    for term in ["linux", "dumb", ""] {
      let terminal = Terminal()
      #expect(throws: ClipboardProblem("this terminal has no clipboard")) {
        try TerminalClipboard(environment: ["TERM": term], write: terminal.write).write("h", for: "x")
      }
      #expect(terminal.text == "")
    }
    #expect(throws: ClipboardProblem("there is no terminal, browser or desktop with a clipboard")) {
      try TerminalClipboard(environment: ["TERM": "xterm"], write: { _ in false }).write("h", for: "x")
    }
  }
}
