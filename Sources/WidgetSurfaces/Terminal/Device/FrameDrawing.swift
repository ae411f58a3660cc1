/// Turns frames into the bytes that change the terminal from one to the next.
protocol FrameDrawing: Sendable {
  var size: TerminalSize { get }
  /// Whether the terminal supports synchronized output (mode 2026).
  var synchronizes: Bool { get set }
  /// The rows of the last frame on the screen.
  var drawnRows: Int { get }

  mutating func frame(_ lines: [String], widths: [Int], images: [FrameImage]) -> [UInt8]
  mutating func resize(to size: TerminalSize)
  /// Redraws the whole next frame, because something else may have written to the screen.
  mutating func repaint()
  /// The bytes that show lines of output, if there is a place for them.
  mutating func insert(above text: String) -> [UInt8]
  /// Leaves the last frame on the screen, because another program uses it now.
  mutating func finish()
  /// The bytes that remove what the terminal stores.
  mutating func leave() -> [UInt8]
}

extension FrameWriter: FrameDrawing {
  mutating func leave() -> [UInt8] { [] }
}
