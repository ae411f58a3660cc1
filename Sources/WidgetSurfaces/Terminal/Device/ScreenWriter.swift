import WidgetSystem

/// Draws frames on the whole alternate screen.
///
/// It remembers the last frame and writes only the changed lines, each at its position. The first frame, and every frame after a
/// new size, begins with an erased screen. Sequences as in ECMA-48 and xterm.
struct ScreenWriter: FrameDrawing {
  private(set) var size: TerminalSize
  var synchronizes = false
  private var drawn: [FrameWriter.Line] = []
  private var frameImages = FrameImages()
  private var isErased = false

  init(size: TerminalSize) { self.size = size }

  var drawnRows: Int { drawn.count }

  /// The bytes that change the last frame into this one. Empty if nothing changed. Rows below the screen aren't drawn.
  mutating func frame(_ lines: [String], widths: [Int], images: [FrameImage]) -> [UInt8] {
    let next = lines.indices.prefix(size.rows).map { index in
      FrameWriter.Line(text: lines[index], width: index < widths.count ? max(widths[index], 0) : 0).withoutTrailingBlanks
    }
    var bytes: [UInt8] = []
    let erases = !isErased
    if erases {
      bytes += "\u{1B}[0m\u{1B}[2J".utf8
      drawn = []
      frameImages.forget()
      isErased = true
    }
    // Some terminals scroll after an image in the last row.
    let changes = frameImages.changes(to: images, rows: size.rows - 1, columns: size.columns, isErased: erases)
    for index in 0..<max(next.count, drawn.count) {
      let erasure = changes.erasure(row: index)
      let line = index < next.count ? next[index] : FrameWriter.Line(text: "", width: 0)
      let old = index < drawn.count ? drawn[index] : FrameWriter.Line(text: "", width: 0)
      if line == old, erasure.isEmpty { continue }
      bytes += "\u{1B}[\(index + 1);1H".utf8
      bytes += erasure
      FrameWriter.append(line.text, terminator: "", to: &bytes)
      // After a full line the cursor is still on its last cell, which ESC[K would erase.
      if old.width > 0 || !old.text.isEmpty, line.width < size.columns { bytes += "\u{1B}[K".utf8 }
    }
    bytes += changes.bytes()
    drawn = next
    return FrameWriter.wrapped(bytes, synchronizes: synchronizes)
  }

  mutating func resize(to size: TerminalSize) {
    guard size != self.size else { return }
    self.size = size
    repaint()
  }

  mutating func repaint() { isErased = false }

  /// Returns nothing: the alternate screen has no place above the frame.
  mutating func insert(above text: String) -> [UInt8] { [] }

  mutating func finish() { repaint() }

  mutating func leave() -> [UInt8] { frameImages.removeAll() }
}

/// The output is closed: a pipe's reader has gone, or the terminal was hung up.
///
/// This is a normal way for a program to end (`luawidget ... | head -1`). Don't report it to the user.
public struct OutputClosed: Error, Sendable, Equatable {
  /// The `errno` of the failed write: EPIPE, EIO, EBADF, ENOSPC...
  public let code: Int32

  public init(code: Int32) { self.code = code }
}

/// Ignores SIGPIPE and SIGXFSZ, so writing to a closed pipe or socket, or beyond the file size limit, fails instead of ending the
/// process.
///
/// Call this once, early. Child processes inherit the setting unless they're spawned with the default action.
public func ignoreWriteSignals() {
  signal(SIGPIPE, SIG_IGN)
  signal(SIGXFSZ, SIG_IGN)
}

/// Unblocks every signal for this thread. A program inherits the signals blocked by its parent, such as a Dispatch thread.
public func unblockSignals() {
  var none = sigset_t()
  sigemptyset(&none)
  _ = pthread_sigmask(SIG_SETMASK, &none, nil)
}

/// Writes all bytes, continuing interrupted and short writes and waiting for a full non-blocking descriptor.
///
/// - Throws: ``OutputClosed`` if the descriptor accepts no more. Earlier bytes have been written.
public func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(OutputClosed) {
  do { try FileDescriptor(rawValue: descriptor).writeAll(bytes) } catch { throw OutputClosed(code: error.code) }
}
