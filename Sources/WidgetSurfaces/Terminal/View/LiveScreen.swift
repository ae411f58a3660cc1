import WidgetRendering

/// The terminal of a live session: raw mode, input, features and the frame. Any number of cards share it.
struct LiveScreen {
  private let terminal: LiveTerminal
  private var hasQueried = false

  /// Takes the terminal.
  init(_ terminal: LiveTerminal) { self.terminal = terminal }

  var size: TerminalSize { terminal.size }
  /// Whether the keys of the terminal reach this program.
  var takesKeys: Bool { terminal.takesKeys }
  /// For one reader. Clicks are in cells of the frame.
  var events: AsyncStream<TerminalEvent> { terminal.events }

  /// Queries the terminal's features the first time.
  ///
  /// - Returns: The features if nothing had to be queried. Otherwise ``TerminalEvent/features(_:)`` follows.
  mutating func queryFeatures(_ graphics: GraphicsPreference, _ subjects: TerminalQueries.Subjects) -> TerminalFeatures? {
    guard !hasQueried else { return nil }
    hasQueried = true
    return terminal.query(graphics, subjects)
  }

  /// Reports clicks and the wheel from now on.
  func reportMouse() { terminal.reportMouse() }

  /// Draws the whole next frame, for a screen with the output of another program (Ctrl-L).
  func repaint() { terminal.repaint() }

  /// Draws a frame over the last one.
  ///
  /// - Returns: false if the terminal is gone.
  func show(_ frame: LiveFrame) -> Bool {
    do {
      try terminal.show(lines: frame.lines, widths: frame.widths, images: frame.images)
      return true
    } catch {
      return false
    }
  }

  /// Writes lines to standard error: above the frame if that is the same terminal.
  func print(_ text: String) {
    if isTerminal(2) {
      try? terminal.print(above: text)
    } else {
      try? writeAll(Array(text.utf8), to: 2)
    }
  }

  /// Lends the terminal to another program. See ``LiveTerminal/lend(_:)``.
  func lend<Value: Sendable>(_ body: @Sendable () async -> Value) async -> Value { await terminal.lend(body) }

  /// Leaves the last frame on the screen and restores the terminal.
  func close() { terminal.close() }
}

extension LiveFrame {
  /// Adds a dim line of plain text.
  mutating func append(_ text: some StringProtocol, _ capabilities: TerminalCapabilities) {
    let text = String(text)
    let isDim = capabilities.color != .none && capabilities.movesCursor
    append(isDim ? "\u{1B}[2m\(text)\u{1B}[0m" : text, width: GraphemeWidth.cells(text))
  }
}
