import Synchronization
import WidgetSystem

/// A frame on the terminal's normal screen, with the user's input.
///
/// ``show(lines:widths:images:)`` draws, ``events`` reports input, and ``close()`` restores the terminal, as does every other exit (see
/// ``RawMode``). Nothing is drawn while the program is stopped or in the background; the last frame is drawn when it continues.
public final class LiveTerminal: Sendable {
  struct Screen: Sendable {
    var writer: FrameWriter
    var lines: [String] = []
    var widths: [Int] = []
    var images: [FrameImage] = []
    var detection: FeatureDetection
    /// The modes to set and to reset on exit.
    var modes: TerminalModes
    /// A click that waits for a cursor position report, which locates the frame on the screen.
    var click: (column: Int, row: Int)?
    var isClosed = false
    var isAway = false
  }

  public let capabilities: TerminalCapabilities
  /// For one reader. Ends after ``close()``. Clicks are in cells of the frame, from 0; clicks outside it are dropped.
  public var events: AsyncStream<TerminalEvent> { input.events }

  let output: Int32
  let source: Int32
  private let environment: [String: String]
  let rawMode: RawMode
  let input: TerminalInput
  let shared: SharedScreen

  /// The state shared by the input thread and the callers of `show`.
  final class SharedScreen: Sendable {
    let screen: Mutex<Screen>
    init(_ screen: consuming Screen) { self.screen = Mutex(screen) }
  }

  /// Takes the terminal: raw mode, hidden cursor, signals as events.
  ///
  /// - Parameters:
  ///   - output: Receives the frames. If it is not a terminal that can move its cursor, each frame is printed completely.
  ///   - input: Provides the keys, if it is a terminal.
  /// - Throws: ``TerminalError``. Then nothing has changed.
  public init(
    output: Int32 = 1, input: Int32 = 0, environment: [String: String]
  ) throws(TerminalError) {
    self.output = output
    source = input
    self.environment = environment
    let capabilities = TerminalCapabilities(environment: environment, isTerminal: isTerminal(output))
    self.capabilities = capabilities
    let size = TerminalSize(of: output, environment: environment)
    let shared = SharedScreen(
      Screen(
        writer: FrameWriter(size: size, capabilities: capabilities), detection: FeatureDetection(capabilities, environment),
        modes: TerminalModes(capabilities)))
    self.shared = shared
    let rawMode = RawMode(input: input, output: output, modes: TerminalModes(capabilities))
    self.rawMode = rawMode
    let hooks = TerminalInput.Hooks(
      suspend: { stop in
        shared.screen.withLock { screen in
          screen.isAway = true
          rawMode.pause()
          stop()
        }
      },
      resume: { shared.screen.withLock { LiveTerminal.comeBack(&$0, rawMode, output) } },
      filter: { key in shared.screen.withLock { LiveTerminal.locate(key, &$0, output) } },
      resized: { size in shared.screen.withLock { $0.writer.resize(to: size) } },
      received: { responses in
        shared.screen.withLock { $0.detection.receive(responses) ? LiveTerminal.settle(&$0, rawMode, output) : nil }
      },
      deadline: { shared.screen.withLock { $0.detection.deadline } },
      expired: { shared.screen.withLock { $0.detection.expire() ? LiveTerminal.settle(&$0, rawMode, output) : nil } })
    try rawMode.enter()
    do {
      self.input = try TerminalInput(input: input, output: output, hooks: hooks)
    } catch {
      rawMode.restore()
      throw error
    }
  }

  deinit { close() }

  /// The current size of the window. A frame can use all columns and all rows but one.
  public var size: TerminalSize { TerminalSize(of: output, environment: environment) }

  /// Draws a frame over the last one. Writes only what changed, and nothing after ``close()``.
  ///
  /// - Parameters:
  ///   - lines: Styled rows that end with a style reset.
  ///   - widths: The width of each line in cells.
  ///   - images: Images in cells that the lines step over.
  /// - Throws: ``OutputClosed`` if the terminal is gone.
  public func show(lines: [String], widths: [Int], images: [FrameImage] = []) throws(OutputClosed) {
    let size = size
    try shared.screen.withLock { (screen: inout Screen) throws(OutputClosed) in
      if screen.isClosed { return }
      (screen.lines, screen.widths, screen.images) = (lines, widths, images)
      if screen.isAway || !isForeground(output) {
        screen.isAway = true
        _ = LiveTerminal.comeBack(&screen, rawMode, output)
        return
      }
      screen.writer.resize(to: size)
      try writeAll(screen.writer.frame(lines, widths: widths, images: images), to: output)
    }
  }

  /// Writes lines above the frame, where they scroll like ordinary output.
  ///
  /// - Parameter text: Plain text, escaped by the caller. A missing newline is added.
  public func print(above text: String) throws(OutputClosed) {
    try shared.screen.withLock { (screen: inout Screen) throws(OutputClosed) in
      if screen.isClosed || screen.isAway { return }
      try writeAll(screen.writer.insert(above: text), to: output)
      try writeAll(screen.writer.frame(screen.lines, widths: screen.widths, images: screen.images), to: output)
    }
  }

  /// Leaves the last frame on the screen with the cursor below it, and restores the terminal. Can be called twice.
  public func close() {
    let isFirst = shared.screen.withLock { screen in
      defer { screen.isClosed = true }
      return !screen.isClosed
    }
    guard isFirst else { return }
    awaitResponses()
    rawMode.restore()
    input.stop()
  }

  /// Continues after a stop. The shell has written below the old frame, so a new one is drawn.
  private static func comeBack(_ screen: inout Screen, _ rawMode: RawMode, _ output: Int32) -> Bool {
    if screen.isClosed { return true }
    guard isForeground(output) else {
      // Another process owns the terminal and has set its modes.
      rawMode.abandon()
      return false
    }
    let stayed = rawMode.isActive
    guard rawMode.resume() else { return false }
    screen.click = nil
    screen.writer.resize(to: TerminalSize(of: output))
    if stayed, !screen.isAway { screen.writer.repaint() } else { screen.writer.finish() }
    screen.isAway = false
    // The next call of `show` reports a terminal that is gone.
    try? writeAll(screen.writer.frame(screen.lines, widths: screen.widths, images: screen.images), to: output)
    return true
  }

  /// Converts a click from screen to frame coordinates by querying the cursor position, which is below the frame.
  private static func locate(_ key: Key, _ screen: inout Screen, _ output: Int32) -> Key? {
    switch key {
    case .click(let column, let row):
      screen.click = (column, row)
      try? writeAll(Array("\u{1B}[6n".utf8), to: output)
      return nil
    case .cursorPosition(_, let cursor):
      guard let click = screen.click else { return nil }
      screen.click = nil
      let row = click.row - (cursor - screen.writer.drawnRows)
      return (0..<screen.writer.drawnRows).contains(row) ? .click(column: click.column, row: row) : nil
    default: return key
    }
  }
}
