import Synchronization
import WidgetSystem

/// A frame on the terminal's normal or alternate screen, with the user's input.
///
/// ``show(lines:widths:images:)`` draws, ``events`` reports input, and ``close()`` restores the terminal, as does every other
/// exit (see ``RawMode``). Nothing is drawn while the program is stopped or in the background; the last frame is drawn when it
/// continues.
public final class LiveTerminal: Sendable {
  /// Where to draw the frames.
  public enum Place: Sendable {
    /// Below earlier output. The last frame stays.
    case normalScreen
    /// On a separate screen, which disappears at the end.
    case alternateScreen
  }

  struct Screen: Sendable {
    var writer: any FrameDrawing
    var lines: [String] = []
    var widths: [Int] = []
    var images: [FrameImage] = []
    var detection: FeatureDetection
    /// The modes to set, and to reset on exit.
    var modes: TerminalModes
    /// A click waiting for a cursor position report, which locates the frame on the screen.
    var click: (column: Int, row: Int)?
    var isClosed = false
    var isAway = false
    /// Whether another program has the terminal: see ``LiveTerminal/lend(_:)``.
    var isLent = false
  }

  public let capabilities: TerminalCapabilities
  /// Events for one reader, until ``close()``. Clicks are in cells of the frame, from 0; clicks outside it are dropped.
  public var events: AsyncStream<TerminalEvent> { input.events }

  /// Whether the input is a terminal, so keys and clicks arrive.
  public var takesKeys: Bool { isTerminal(source) }

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
  ///   - output: Receives the frames. Unless it's a terminal with a movable cursor, each frame is printed completely.
  ///   - input: Provides the keys, if it's a terminal.
  /// - Throws: ``TerminalError``, with nothing changed.
  public init(
    output: Int32 = 1, input: Int32 = 0, environment: [String: String], on place: Place = .normalScreen
  ) throws(TerminalError) {
    self.output = output
    source = input
    self.environment = environment
    let capabilities = TerminalCapabilities(environment: environment, isTerminal: isTerminal(output))
    self.capabilities = capabilities
    let size = TerminalSize(of: output, environment: environment)
    let isAlternate = place == .alternateScreen && capabilities.movesCursor
    let modes = TerminalModes(capabilities, usesAlternateScreen: isAlternate)
    let writer: any FrameDrawing = isAlternate ? ScreenWriter(size: size) : FrameWriter(size: size, capabilities: capabilities)
    let shared = SharedScreen(
      Screen(writer: writer, detection: FeatureDetection(capabilities, environment), modes: modes))
    self.shared = shared
    let rawMode = RawMode(input: input, output: output, modes: modes)
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
      // On the alternate screen, the frame's cells are the screen's.
      filter: { key in isAlternate ? key : shared.screen.withLock { LiveTerminal.locate(key, &$0, output) } },
      resized: { size in shared.screen.withLock { $0.writer.resize(to: size) } },
      received: { responses in
        shared.screen.withLock { $0.detection.receive(responses) ? LiveTerminal.settle(&$0, rawMode, output) : nil }
      },
      deadline: { shared.screen.withLock { $0.detection.deadline } },
      expectsResponses: { shared.screen.withLock { $0.detection.expectsResponses(at: MonotonicTime.now()) } },
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

  /// The window's current size. A frame can use all columns and all rows but one.
  public var size: TerminalSize { TerminalSize(of: output, environment: environment) }

  /// Draws a frame over the last one. Writes only what changed, and nothing after ``close()``.
  ///
  /// - Parameters:
  ///   - lines: Styled rows ending in a style reset.
  ///   - widths: Each line's width in cells.
  ///   - images: Images in cells the lines step over.
  /// - Throws: ``OutputClosed`` if the terminal is gone.
  public func show(lines: [String], widths: [Int], images: [FrameImage] = []) throws(OutputClosed) {
    let size = size
    try shared.screen.withLock { (screen: inout Screen) throws(OutputClosed) in
      if screen.isClosed || screen.isLent { return }
      (screen.lines, screen.widths, screen.images) = (lines, widths, images)
      if screen.isAway || !isForeground(output) {
        screen.isAway = true
        _ = LiveTerminal.comeBack(&screen, rawMode, output)
        return
      }
      screen.writer.resize(to: size)
      try LiveTerminal.write(screen.writer.frame(lines, widths: widths, images: images), to: output)
    }
  }

  /// Draws the whole next frame, because another program may have written to the terminal.
  public func repaint() { shared.screen.withLock { $0.writer.repaint() } }

  /// Writes lines above the frame, where they scroll like ordinary output.
  ///
  /// - Parameter text: Plain text, already escaped. A missing newline is added.
  public func print(above text: String) throws(OutputClosed) {
    try shared.screen.withLock { (screen: inout Screen) throws(OutputClosed) in
      if screen.isClosed || screen.isAway || screen.isLent { return }
      try LiveTerminal.write(screen.writer.insert(above: text), to: output)
      try LiveTerminal.write(screen.writer.frame(screen.lines, widths: screen.widths, images: screen.images), to: output)
    }
  }

  /// Leaves the last frame on the screen with the cursor below it, and restores the terminal. You can call it twice.
  public func close() {
    let isFirst = shared.screen.withLock { screen in
      defer { screen.isClosed = true }
      return !screen.isClosed
    }
    guard isFirst else { return }
    awaitResponses()
    shared.screen.withLock { screen in
      let removal = screen.writer.leave()
      if !removal.isEmpty, !screen.isAway { try? LiveTerminal.write(removal, to: output) }
    }
    rawMode.restore()
    input.stop()
  }

  /// Writes to the terminal. After a request to end, a terminal that reads nothing doesn't hold up the program.
  static func write(_ bytes: [UInt8], to output: Int32) throws(OutputClosed) {
    try TerminalRestoration.writing { () throws(OutputClosed) in try writeAll(bytes, to: output) }
  }

  /// Continues after a stop. The shell has written below the old frame, so a new one is drawn.
  static func comeBack(_ screen: inout Screen, _ rawMode: RawMode, _ output: Int32) -> Bool {
    if screen.isClosed || screen.isLent { return true }
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
    // The next call of `show` reports that the terminal is gone.
    try? LiveTerminal.write(screen.writer.frame(screen.lines, widths: screen.widths, images: screen.images), to: output)
    return true
  }

  /// Converts a click from screen to frame coordinates by querying the cursor position, which is below the frame.
  private static func locate(_ key: Key, _ screen: inout Screen, _ output: Int32) -> Key? {
    switch key {
    case .click(let column, let row):
      screen.click = (column, row)
      try? LiveTerminal.write(Array("\u{1B}[6n".utf8), to: output)
      return nil
    case .cursorPosition(_, let cursor):
      guard let click = screen.click else { return nil }
      screen.click = nil
      let row = click.row - (cursor - screen.writer.drawnRows)
      return (0..<screen.writer.drawnRows).contains(row) ? .click(column: click.column, row: row) : nil
    // Their place in the frame is unknown.
    case .drag, .release: return nil
    default: return key
    }
  }
}
