/// What is switched on for the live program, and how each is switched off. Terminals ignore private modes they do not know.
struct ModeSequences {
  var enter: [UInt8] = []
  var leave: [UInt8] = []

  init(_ capabilities: TerminalCapabilities, _ options: LiveTerminal.Options) {
    guard capabilities.movesCursor else { return }
    // 25 cursor, 2004 bracketed paste, 1000 and 1006 clicks; on leaving also 7 wrapping, in case the program ends in the middle of
    // a frame.
    enter = Array((options.mouse ? "\u{1B}[?25l\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1006h" : "\u{1B}[?25l\u{1B}[?2004h").utf8)
    leave = Array("\u{1B}[?7h\u{1B}[0m".utf8)
    leave += (options.mouse ? "\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?25h" : "\u{1B}[?2004l\u{1B}[?25h").utf8
  }
}
