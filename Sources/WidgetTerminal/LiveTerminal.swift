import Synchronization
import WidgetSystem

/// A frame that lives in the terminal's normal screen, and what the person does with it.
///
/// ``show(lines:widths:)`` draws, ``events`` tells, ``close()`` gives the terminal back; so does every other way out (see ``RawMode``).
/// While the program is stopped or in the background nothing is drawn; when it is back, the last frame is.
public final class LiveTerminal: Sendable {
  public struct Options: Sendable, Equatable {
    /// Whether clicks and the wheel are reported. The terminal's own selection of text then needs a modifier key.
    public var mouse: Bool

    public init(mouse: Bool = false) { self.mouse = mouse }
  }

  struct Screen: Sendable {
    var writer: FrameWriter
    var lines: [String] = []
    var widths: [Int] = []
    var pictures: [FrameImage] = []
    var detection: FeatureDetection
    /// A click waits for the answer to "where is the cursor?": only that tells where on the screen the frame is.
    var click: (column: Int, row: Int)?
    var isClosed = false
    var isAway = false
  }

  public let capabilities: TerminalCapabilities
  /// For one consumer. Ends after ``close()``. Clicks are in cells of the frame, from 0; others do not arrive.
  public var events: AsyncStream<TerminalEvent> { input.events }

  let output: Int32
  let source: Int32
  private let environment: [String: String]
  let rawMode: RawMode
  let input: TerminalInput
  let surface: Surface

  /// What the input's thread shares with the callers of `show`.
  final class Surface: Sendable {
    let screen: Mutex<Screen>
    init(_ screen: consuming Screen) { self.screen = Mutex(screen) }
  }

  /// Takes the terminal: raw mode, hidden cursor, signals as events.
  ///
  /// - Parameters:
  ///   - output: Where frames go. When it is no terminal, or one that cannot move its cursor, each new frame is printed whole.
  ///   - input: Where keys come from. When it is no terminal there are none.
  /// - Throws: ``TerminalError``; nothing has changed then.
  public init(
    output: Int32 = 1, input: Int32 = 0, environment: [String: String], options: Options = Options()
  ) throws(TerminalError) {
    self.output = output
    source = input
    self.environment = environment
    let capabilities = TerminalCapabilities(environment: environment, isTerminal: isTerminal(output))
    self.capabilities = capabilities
    let size = TerminalSize(of: output, environment: environment)
    let surface = Surface(
      Screen(
        writer: FrameWriter(size: size, capabilities: capabilities), detection: FeatureDetection(capabilities, environment)))
    self.surface = surface
    let modes = ModeSequences(capabilities, options)
    let rawMode = RawMode(
      input: input, output: output, enterSequence: modes.enter, leaveSequence: modes.leave, dropsInput: options.mouse)
    self.rawMode = rawMode
    let hooks = TerminalInput.Hooks(
      suspend: { stop in
        surface.screen.withLock { screen in
          screen.isAway = true
          rawMode.pause()
          stop()
        }
      },
      resume: { surface.screen.withLock { LiveTerminal.comeBack(&$0, rawMode, output) } },
      filter: { key in surface.screen.withLock { LiveTerminal.locate(key, &$0, output) } },
      resized: { size in surface.screen.withLock { $0.writer.resize(to: size) } },
      answered: { answers in
        surface.screen.withLock { $0.detection.take(answers) ? LiveTerminal.settle(&$0, rawMode, output) : nil }
      },
      deadline: { surface.screen.withLock { $0.detection.deadline } },
      overdue: { surface.screen.withLock { $0.detection.expire() ? LiveTerminal.settle(&$0, rawMode, output) : nil } })
    try rawMode.enter()
    do {
      self.input = try TerminalInput(input: input, output: output, hooks: hooks)
    } catch {
      rawMode.restore()
      throw error
    }
  }

  deinit { close() }

  /// The window's size now. A frame may use all columns and one row less than there are.
  public var size: TerminalSize { TerminalSize(of: output, environment: environment) }

  /// Draws a frame over the last one. Nothing is written when nothing changed, and nothing after ``close()``.
  ///
  /// - Parameters:
  ///   - lines: Each one row, styled, ending with its style reset.
  ///   - widths: The cells each line takes.
  ///   - pictures: Of cells that the lines step over. Those that stand where they stood are not drawn again.
  /// - Throws: ``OutputClosed`` when the terminal is gone.
  public func show(lines: [String], widths: [Int], pictures: [FrameImage] = []) throws(OutputClosed) {
    let size = size
    try surface.screen.withLock { (screen: inout Screen) throws(OutputClosed) in
      if screen.isClosed { return }
      (screen.lines, screen.widths, screen.pictures) = (lines, widths, pictures)
      if screen.isAway || !isForeground(output) {
        screen.isAway = true
        _ = LiveTerminal.comeBack(&screen, rawMode, output)
        return
      }
      screen.writer.resize(to: size)
      try writeAll(screen.writer.frame(lines, widths: widths, pictures: pictures), to: output)
    }
  }

  /// Writes lines above the frame, where they scroll away like a program's usual output.
  ///
  /// - Parameter text: Plain, made safe for a terminal by the caller; a line feed at the end is added when missing.
  public func print(above text: String) throws(OutputClosed) {
    try surface.screen.withLock { (screen: inout Screen) throws(OutputClosed) in
      if screen.isClosed || screen.isAway { return }
      try writeAll(screen.writer.insert(above: text), to: output)
      try writeAll(screen.writer.frame(screen.lines, widths: screen.widths, pictures: screen.pictures), to: output)
    }
  }

  /// Leaves the last frame where it is, the cursor below it, and gives the terminal back. Doing it twice does no harm.
  public func close() {
    let isFirst = surface.screen.withLock { screen in
      defer { screen.isClosed = true }
      return !screen.isClosed
    }
    guard isFirst else { return }
    awaitResponses()
    rawMode.restore()
    input.stop()
  }

  /// The process goes on after a stop. What was drawn has scrolled away under the shell's lines, so the frame starts anew.
  private static func comeBack(_ screen: inout Screen, _ rawMode: RawMode, _ output: Int32) -> Bool {
    if screen.isClosed { return true }
    guard isForeground(output) else {
      // Whoever has the terminal now has set its modes; nothing of ours is left to undo.
      rawMode.abandon()
      return false
    }
    let stayed = rawMode.isActive
    guard rawMode.resume() else { return false }
    screen.click = nil
    screen.writer.resize(to: TerminalSize(of: output))
    if stayed, !screen.isAway { screen.writer.repaint() } else { screen.writer.finish() }
    screen.isAway = false
    // A terminal that is gone is told to the next caller of `show`.
    try? writeAll(screen.writer.frame(screen.lines, widths: screen.widths, pictures: screen.pictures), to: output)
    return true
  }

  /// Turns a click on the screen into one on the frame, by asking where the cursor is: it rests below the frame.
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
