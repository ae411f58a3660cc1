import WidgetRendering
import WidgetSystem

/// A live session's terminal: raw mode, input, features and the frame. Any number of cards share it.
struct LiveScreen {
  private let terminal: LiveTerminal
  private(set) var hasQueried = false

  /// Takes the terminal.
  init(_ terminal: LiveTerminal) { self.terminal = terminal }

  var size: TerminalSize { terminal.size }
  /// Whether the terminal's keys reach this program.
  var takesKeys: Bool { terminal.takesKeys }
  /// Events for one reader. Clicks are in cells of the frame.
  var events: AsyncStream<TerminalEvent> { terminal.events }

  /// Queries the terminal's features the first time.
  ///
  /// - Returns: The features if there was nothing to query. Otherwise ``TerminalEvent/features(_:)`` follows.
  mutating func queryFeatures(_ graphics: GraphicsPreference, _ subjects: TerminalQueries.Subjects) -> TerminalFeatures? {
    guard !hasQueried else { return nil }
    hasQueried = true
    return terminal.query(graphics, subjects)
  }

  /// Reports clicks and the wheel from now on.
  func reportMouse() { terminal.reportMouse() }

  /// Draws the whole next frame, for a screen with another program's output on it (Ctrl-L).
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

  /// Writes lines to standard error, above the frame if that's the same terminal.
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

/// The lines and images of a frame, or of a part of one.
struct LiveFrame: Sendable, Equatable {
  /// Styled rows. Each starts and ends in the terminal's own style.
  private(set) var lines: [String] = []
  /// The width of each line in cells.
  private(set) var widths: [Int] = []
  /// Images in cells the lines step over.
  private(set) var images: [FrameImage] = []

  init() {}

  /// - Parameters:
  ///   - width: The width of every line in cells.
  ///   - images: Positioned in this frame.
  init(lines: [String], width: Int, images: [FrameImage] = []) {
    self.lines = lines
    widths = lines.map { _ in width }
    self.images = images
  }

  /// Adds a line below the others.
  mutating func append(_ line: String, width: Int) {
    lines.append(line)
    widths.append(width)
  }

  /// Adds another frame with its upper left corner at a cell of this one.
  ///
  /// Frames mustn't overlap, and those sharing rows are added from left to right.
  mutating func add(_ part: LiveFrame, column: Int = 0, row: Int = 0) {
    for (index, line) in part.lines.enumerated() {
      while lines.count <= row + index { append("", width: 0) }
      let space = max(0, column - widths[row + index])
      lines[row + index] += String(repeating: " ", count: space) + line
      widths[row + index] += space + part.widths[index]
    }
    for var image in part.images {
      image.column += column
      image.row += row
      images.append(image)
    }
  }
}

/// Tells a session when something on the screen changes by itself. In between it costs no wake-ups.
struct TickTimer {
  private let alarm: Alarm
  /// Seconds since 1970; nil for never.
  private var due: Double?

  /// - Parameter onTick: Also called when the clock is set, and when the machine wakes up.
  init(_ onTick: @escaping @Sendable () -> Void) { alarm = Alarm(onTick) }

  mutating func set(_ new: Double?, now: Double) {
    // A spinner keeps its pace while other events arrive.
    if let due, let new, due <= new, due > now - 1 { return }
    if due == nil, new == nil { return }
    due = new
    alarm.set(after: new.map { max(0.02, $0 - now) })
  }

  mutating func ended() { due = nil }

  func cancel() { alarm.cancel() }
}
