import Testing
import WidgetSystem
import WidgetTesting

@testable import WidgetSurfaces

/// Feature detection in a live terminal.
extension TerminalDeviceTests {
  private static let environment = [
    "TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8", "SSH_TTY": "/dev/pts/1",
  ]
  private static let everything =
    "\u{1B}[>0q\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[?2026$p\u{1B}[?2027$p\u{1B}[16t\u{1B}[c"
  private static let leave = "\u{1B}[?7h\u{1B}[0m\u{1B}[?2004l\u{1B}[?25h"

  private func open(_ terminal: PseudoTerminal, _ environment: [String: String] = environment) throws -> LiveTerminal {
    let live = try LiveTerminal(output: terminal.device, input: terminal.device, environment: environment)
    _ = terminal.output()
    return live
  }

  /// Waits until the program has read all input.
  private func read(_ terminal: PseudoTerminal) {
    var waiting = pollfd(fd: terminal.device, events: Int16(POLLIN), revents: 0)
    while poll(&waiting, 1, 0) == 1 { sched_yield() }
  }

  @Test("Supported terminals get synchronized frames and grapheme clusters, and both are reset on exit")
  func features() async throws {
    let terminal = try PseudoTerminal()
    let live = try open(terminal)
    var events = live.events.makeAsyncIterator()
    #expect(live.query(.auto, [.modes, .graphics, .cellSize]) == nil)
    #expect(terminal.output() == Self.everything)
    // Drawn at once, and before the responses, as for a terminal without features.
    try live.show(lines: ["one"], widths: [3])
    #expect(terminal.output() == "\u{1B}[?7lone\r\n\u{1B}[?7h")
    try terminal.type("x" + TerminalPersonality.ghostty.response(to: Self.everything))
    #expect(await events.next() == .key(.character("x")))
    #expect(
      await events.next()
        == .features(
          TerminalFeatures(
            graphics: .kitty, synchronizedOutput: true, graphemeClusters: true,
            cell: TerminalFeatures.CellSize(width: 16, height: 34))))
    #expect(terminal.output() == "\u{1B}[?2027h")
    try terminal.type("y")
    #expect(await events.next() == .key(.character("y")))
    try live.show(lines: ["two"], widths: [3])
    #expect(terminal.output() == "\u{1B}[?2026h\u{1B}[?7l\u{1B}[1Atwo\u{1B}[K\r\n\u{1B}[?7h\u{1B}[?2026l")
    // Queried once.
    #expect(live.query(.auto, .modes) == nil)
    #expect(terminal.output() == "")
    live.close()
    #expect(terminal.output() == "\u{1B}[?2026l\u{1B}[?2027l" + Self.leave)
  }

  @Test("Signals that end or stop the process leave no mode set")
  func modesOfSignals() async throws {
    let terminal = try PseudoTerminal()
    let live = try open(terminal)
    defer { live.close() }
    var events = live.events.makeAsyncIterator()
    _ = live.query(.none, .modes)
    let queries = terminal.output()
    #expect(queries == "\u{1B}[?2026$p\u{1B}[?2027$p\u{1B}[c")
    try terminal.type(TerminalPersonality.ghostty.response(to: queries))
    _ = await events.next()
    _ = terminal.output()
    // As a signal handler does.
    TerminalRestoration.leave()
    #expect(terminal.output() == "\u{1B}[?2026l\u{1B}[?2027l" + Self.leave)
    TerminalRestoration.enter()
    #expect(terminal.output() == "\u{1B}[?25l\u{1B}[?2004h\u{1B}[?2027h")
  }

  @Test("A mode that was already set stays set")
  func alreadySet() async throws {
    let terminal = try PseudoTerminal()
    let live = try open(terminal)
    var events = live.events.makeAsyncIterator()
    _ = live.query(.none, .modes)
    try terminal.type(TerminalPersonality.foot.response(to: terminal.output()))
    #expect(await events.next() == .features(TerminalFeatures(synchronizedOutput: true, graphemeClusters: true)))
    live.close()
    #expect(terminal.output() == "\u{1B}[?2026l" + Self.leave)
  }

  @Test("A silent terminal times out, and its late responses are used when they arrive")
  func mute() async throws {
    let terminal = try PseudoTerminal()
    let live = try open(terminal, ["TERM": "xterm-256color", "LANG": "C.UTF-8"])
    defer { live.close() }
    var events = live.events.makeAsyncIterator()
    #expect(live.query(.auto, [.graphics, .cellSize]) == nil)
    let queries = terminal.output()
    #expect(queries == "\u{1B}[>0q\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[16t\u{1B}[c")
    #expect(await events.next() == .features(TerminalFeatures(graphics: .blocks)))
    try live.show(lines: ["one"], widths: [3])
    #expect(terminal.output() == "\u{1B}[?7lone\r\n\u{1B}[?7h")
    try terminal.type(TerminalPersonality.kitty.response(to: queries))
    let late = await events.next()
    #expect(late == .features(TerminalFeatures(graphics: .kitty, cell: TerminalFeatures.CellSize(width: 10, height: 20))))
    try terminal.type("q")
    #expect(await events.next() == .key(.character("q")))
  }

  @Test("Responses may arrive in pieces", arguments: [TerminalPersonality.kitty, .iTerm2, .foot])
  func pieces(_ personality: TerminalPersonality) async throws {
    let terminal = try PseudoTerminal()
    let live = try open(terminal)
    defer { live.close() }
    var events = live.events.makeAsyncIterator()
    _ = live.query(.auto, [.modes, .graphics, .cellSize])
    // A lone ESC may be the Escape key, so the next byte arrives with it.
    var piece: [UInt8] = []
    for byte in personality.response(to: terminal.output()).utf8 {
      piece.append(byte)
      if byte == 0x1B { continue }
      try writeAll(piece, to: terminal.master)
      piece = []
      read(terminal)
    }
    try terminal.type("q")
    guard case .features(let features) = await events.next() else { throw PseudoTerminal.Unavailable() }
    #expect(features.graphics != .blocks && features.cell != nil)
    #expect(await events.next() == .key(.character("q")))
  }

  @Test("Responses that arrive after the end do not reach the shell", arguments: [false, true])
  func leaving(isSlow: Bool) async throws {
    let terminal = try PseudoTerminal()
    let live = try open(terminal)
    _ = live.query(.auto, [.modes, .graphics, .cellSize])
    let response = TerminalPersonality.kitty.response(to: terminal.output())
    // An unterminated response, or one that arrives while the program exits.
    try terminal.type(isSlow ? String(response.dropLast(20)) : response)
    live.close()
    var waiting = pollfd(fd: terminal.device, events: Int16(POLLIN), revents: 0)
    #expect(poll(&waiting, 1, 0) == 0)
    for await event in live.events { if case .key = event { Issue.record("\(event)") } }
    // A mode confirmed during the exit isn't set.
    #expect(terminal.output().hasSuffix(Self.leave))
  }

  @Test(
    "Nothing is queried if no response can arrive", arguments: [("dumb", GraphicsPreference.auto), ("xterm-256color", .none)])
  func withoutQueries(_ term: String, _ choice: GraphicsPreference) throws {
    let terminal = try PseudoTerminal()
    let live = try open(terminal, ["TERM": term, "LANG": "C.UTF-8"])
    defer { live.close() }
    #expect(live.query(choice, term == "dumb" ? [.modes, .graphics] : choice.subjects) == TerminalFeatures())
    #expect(terminal.output() == "")
  }

  @Test("Nothing is queried if the keys do not come from the terminal")
  func otherInput() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw PseudoTerminal.Unavailable() }
    defer { for end in ends { close(end) } }
    let terminal = try PseudoTerminal()
    let live = try LiveTerminal(output: terminal.device, input: ends[0], environment: Self.environment)
    defer { live.close() }
    _ = terminal.output()
    #expect(live.query(.auto, [.modes, .graphics]) == TerminalFeatures(graphics: .blocks))
    #expect(terminal.output() == "")
  }
}
