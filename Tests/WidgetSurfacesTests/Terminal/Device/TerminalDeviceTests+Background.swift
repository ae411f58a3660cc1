import Testing
import WidgetModel
import WidgetSystem
import WidgetTesting

@testable import WidgetSurfaces

/// The background of a terminal that something is printed to once.
extension TerminalDeviceTests {
  private static let capabilities = TerminalCapabilities(color: .trueColor, isUTF8: true)
  /// Answers may take a second.
  private static let remote = ["SSH_TTY": "/dev/pts/1"]

  @Test(
    "a terminal's answer about its background counts", arguments: [("ffff/ffff/ffff", ColorScheme.light), ("0000/0/0", .dark)])
  func background(color: String, expected: ColorScheme) throws {
    let terminal = try PseudoTerminal()
    // A thread: asking blocks, and the other tests may have all tasks' threads.
    try DetachedThread.start(stackBytes: 256 << 10) {
      guard terminal.waitForOutput(containing: "\u{1B}]11;?\u{1B}\\") else { return }
      try? terminal.type("\u{1B}]11;rgb:\(color)\u{1B}\\\u{1B}[?62c")
    }
    let background = TerminalBackground.ask(
      Self.capabilities, environment: Self.remote, input: terminal.device, output: terminal.device)
    #expect(background == expected)
  }

  @Test("a terminal that doesn't answer, or that would print the question, has an unknown background")
  func unknownBackground() throws {
    let terminal = try PseudoTerminal()
    let modes = terminal.localModes
    #expect(
      TerminalBackground.ask(Self.capabilities, environment: [:], input: terminal.device, output: terminal.device) == nil)
    #expect(terminal.localModes == modes)
    _ = terminal.output()
    let dumb = TerminalCapabilities(movesCursor: false)
    #expect(TerminalBackground.ask(dumb, environment: [:], input: terminal.device, output: terminal.device) == nil)
    #expect(terminal.output().isEmpty)
  }
}
