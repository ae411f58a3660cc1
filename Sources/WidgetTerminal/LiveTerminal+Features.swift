import Synchronization
import WidgetSystem

extension LiveTerminal {
  /// Asks the terminal what it can do, once; nothing waits for the answers. ``TerminalEvent/features(_:)`` tells them, at the latest
  /// when the terminal has had its time: a fifth of a second, a second over SSH. Answers that are later are told when they are there.
  ///
  /// What comes in pieces, or is none of the answers, is neither a key nor seen.
  ///
  /// - Parameters:
  ///   - choice: How pictures are wanted.
  ///   - subjects: What else, or what less, is to be known.
  /// - Returns: What the terminal can do, when there is nothing to ask: no event follows then.
  public func ask(_ choice: GraphicsPreference, _ subjects: TerminalQueries.Subjects) -> TerminalFeatures? {
    let settled = surface.screen.withLock { (screen: inout Screen) -> TerminalFeatures? in
      if screen.isClosed || screen.detection.hasBegun { return nil }
      let canAnswer = isTerminal(source) && isTerminal(output) && !screen.isAway && isForeground(output)
      let questions = screen.detection.begin(choice, subjects, canAnswer: canAnswer, now: MonotonicTime.now())
      if questions.isEmpty { return screen.detection.features(measured: TerminalFeatures.CellSize(of: output)) }
      // A terminal that is gone is told to the next caller of `show`.
      try? writeAll(questions, to: output)
      return nil
    }
    input.wake()
    return settled
  }

  /// What the answers come to. Synchronized output and grapheme clusters are used from here on, and switched off on every way out.
  static func settle(_ screen: inout Screen, _ rawMode: RawMode, _ output: Int32) -> TerminalFeatures {
    let features = screen.detection.features(measured: TerminalFeatures.CellSize(of: output))
    screen.writer.synchronizes = features.synchronizedOutput
    // The program may end in the middle of a frame.
    var (enter, leave) = ("", features.synchronizedOutput ? "\u{1B}[?2026l" : "")
    if screen.detection.switchesGraphemesOn {
      enter += "\u{1B}[?2027h"
      leave += "\u{1B}[?2027l"
    }
    if !leave.isEmpty, !screen.isClosed { rawMode.add(enter: Array(enter.utf8), leave: Array(leave.utf8)) }
    return features
  }

  /// Answers that are still on their way must not end up in the shell's command line: as long as the terminal has time to answer,
  /// they are awaited, and what has come by then is thrown away.
  func awaitResponses() {
    while let deadline = surface.screen.withLock({ $0.detection.deadline }), MonotonicTime.now() < deadline + 0.1 {
      usleep(1000)
    }
    if surface.screen.withLock({ $0.detection.isOwed }) { rawMode.dropInput() }
  }
}
