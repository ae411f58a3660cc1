/// Draws frames over each other on the normal screen, so earlier output stays above them and in the scrollback.
///
/// It remembers the last frame and returns the bytes that change it into the next one. Only changed lines are written: first the
/// new text, then `ESC[K` for the rest of the line, so nothing flickers. Between frames the cursor is at the start of the line
/// below the frame, so the shell's prompt appears there whenever the program ends. Automatic wrapping is off while drawing, so a
/// character of ambiguous width can't add a row.
///
/// Sequences as in ECMA-48 and xterm; synchronized output (mode 2026) as in the contour-terminal specification.
public struct FrameWriter: Sendable {
  struct Line: Sendable, Equatable {
    var text: String
    /// Cells.
    var width: Int

    /// The line without trailing spaces in the default colours: the rest of it is erased anyway, and terminals differ in whether
    /// such spaces count when a narrower window wraps the line.
    var withoutTrailingBlanks: Line {
      let bytes = text.utf8
      let content = bytes.reversed().drop { $0 == 0x20 }
      let blanks = bytes.count - content.count
      let isPlain = content.starts(with: "m0[\u{1B}".utf8) || content.starts(with: "m[\u{1B}".utf8) || !content.contains(0x1B)
      if blanks == 0 || !isPlain { return self }
      return Line(text: String(text.dropLast(blanks)), width: max(width - blanks, 0))
    }
  }

  public private(set) var size: TerminalSize
  private let movesCursor: Bool
  /// Whether the terminal supports synchronized output (mode 2026).
  public var synchronizes = false
  private let wrapsOnResize: Bool
  private var drawn: [Line] = []
  private var frameImages = FrameImages()
  /// The old frame's rows if its lines may not take one row each any more.
  private var disturbedRows: Int?

  public init(size: TerminalSize, capabilities: TerminalCapabilities = TerminalCapabilities()) {
    self.size = size
    movesCursor = capabilities.movesCursor
    wrapsOnResize = capabilities.wrapsOnResize
  }

  /// The last frame's rows on the screen.
  public var drawnRows: Int { disturbedRows ?? drawn.count }

  /// The bytes that change the last frame into this one. Empty if nothing changed.
  ///
  /// A frame higher than the terminal is truncated, and its last visible line counts the hidden ones.
  ///
  /// - Parameters:
  ///   - lines: Styled rows ending in a style reset. Control characters other than ESC are drawn as spaces.
  ///   - widths: Each line's width in cells. A missing width counts as 0.
  ///   - images: Images in cells the lines step over. An image that isn't completely visible isn't drawn.
  public mutating func frame(_ lines: [String], widths: [Int], images: [FrameImage] = []) -> [UInt8] {
    let next = visible(lines, widths)
    if !movesCursor {
      defer { drawn = next }
      var bytes: [UInt8] = []
      if next != drawn { for line in next { Self.append(Self.withoutStyles(line.text), terminator: "\n", to: &bytes) } }
      return bytes
    }
    let changes = frameImages.changes(
      to: images, rows: next.count < lines.count ? next.count - 1 : next.count, columns: size.columns,
      isErased: disturbedRows != nil)
    var bytes: [UInt8] = []
    if let rows = disturbedRows {
      // There's no telling how the terminal wrapped the old lines, so erase from their first row and draw everything.
      append(moveUp: min(rows, size.rows - 1), to: &bytes)
      bytes += "\u{1B}[J".utf8
      for line in next { append(line, isFresh: true, to: &bytes) }
    } else {
      let first = [firstDifference(next), changes.erased.keys.min()].compactMap { $0 }.min()
      guard first != nil || !changes.isEmpty else { return [] }
      if let first, first < max(next.count, drawn.count) {
        append(moveUp: drawn.count - first, to: &bytes)
        appendChanges(next, from: first, changes, to: &bytes)
        if next.count < drawn.count { bytes += "\u{1B}[J".utf8 }
      }
    }
    bytes += changes.bytes(below: next.count)
    drawn = next
    disturbedRows = nil
    return wrapped(bytes)
  }

  /// Sets a new size. The next frame erases the old one and draws all lines.
  ///
  /// Most terminals wrap lines that are now too wide. The widths tell how many rows they take.
  public mutating func resize(to size: TerminalSize) {
    guard size != self.size else { return }
    self.size = size
    repaint()
  }

  /// Redraws the whole next frame over the last one, because something else may have written to the screen.
  public mutating func repaint() {
    guard movesCursor, !drawn.isEmpty else { return }
    disturbedRows = drawn.reduce(0) { rows, line in
      rows + (wrapsOnResize && line.width > size.columns ? (line.width + size.columns - 1) / size.columns : 1)
    }
  }

  /// The bytes for replacing the frame with lines. The next frame goes below them.
  public mutating func insert(above text: String) -> [UInt8] {
    var bytes: [UInt8] = []
    if movesCursor {
      append(moveUp: min(drawnRows, size.rows - 1), to: &bytes)
      bytes += "\u{1B}[J".utf8
    }
    for line in text.split(separator: "\n").flatMap({ LineWrapping.lines($0, columns: size.columns) }) {
      bytes += "\(line)\r\n".utf8
    }
    startBelow()
    return bytes
  }

  /// Leaves the last frame on the screen. The next one goes below the cursor.
  ///
  /// Needs no bytes, because the cursor is already below the frame.
  public mutating func finish() {
    startBelow()
    // Another program has the terminal.
    frameImages.forget()
  }

  private mutating func startBelow() {
    drawn = []
    disturbedRows = nil
    frameImages.leave()
  }

  // MARK: - Lines

  private func visible(_ lines: [String], _ widths: [Int]) -> [Line] {
    func line(_ index: Int) -> Line {
      Line(text: lines[index], width: index < widths.count ? max(widths[index], 0) : 0).withoutTrailingBlanks
    }
    // The cursor needs the row below the frame.
    let available = max(size.rows - 1, 1)
    if !movesCursor || lines.count <= available { return lines.indices.map(line) }
    let hidden = lines.count - (available - 1)
    let note = String("(\(hidden) more \(hidden == 1 ? "line" : "lines"))".prefix(size.columns))
    return lines.indices.prefix(max(0, available - 1)).map(line) + [Line(text: note, width: note.count)]
  }

  private func firstDifference(_ next: [Line]) -> Int? {
    let common = min(next.count, drawn.count)
    return (0..<common).first { next[$0] != drawn[$0] } ?? (next.count == drawn.count ? nil : common)
  }

  private func appendChanges(_ next: [Line], from first: Int, _ changes: FrameImageChanges, to bytes: inout [UInt8]) {
    var skipped = 0
    for (index, line) in next.enumerated().dropFirst(first) {
      let erasure = changes.erasure(row: index)
      if index < drawn.count, drawn[index] == line, erasure.isEmpty {
        skipped += 1
        continue
      }
      append(moveDown: skipped, to: &bytes)
      skipped = 0
      bytes += erasure
      append(line, isFresh: index >= drawn.count, to: &bytes)
    }
    append(moveDown: skipped, to: &bytes)
  }

  // MARK: - Bytes

  private func append(_ line: Line, isFresh: Bool, to bytes: inout [UInt8]) {
    Self.append(line.text, terminator: "", to: &bytes)
    // After a full line the cursor is still on its last cell, which ESC[K would erase.
    if !isFresh, line.width < size.columns { bytes += "\u{1B}[K".utf8 }
    bytes += "\r\n".utf8
  }

  private func append(moveUp count: Int, to bytes: inout [UInt8]) {
    if count > 0 { bytes += "\u{1B}[\(count)A".utf8 }
  }

  private func append(moveDown count: Int, to bytes: inout [UInt8]) {
    if count > 0 { bytes += "\u{1B}[\(count)B".utf8 }
  }

  /// The text of a styled row, for a terminal that would show the sequences themselves.
  private static func withoutStyles(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    var isSequence = false
    for scalar in text.unicodeScalars {
      if scalar == "\u{1B}" {
        isSequence = true
      } else if !isSequence {
        result.append(scalar)
      } else if scalar != "[", (0x40...0x7E).contains(scalar.value) {
        isSequence = false
      }
    }
    return String(result)
  }

  static func append(_ text: String, terminator: String, to bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + text.utf8.count + 8)
    for byte in text.utf8 { bytes.append((byte < 0x20 && byte != 0x1B) || byte == 0x7F ? 0x20 : byte) }
    bytes += terminator.utf8
  }

  private func wrapped(_ bytes: [UInt8]) -> [UInt8] { Self.wrapped(bytes, synchronizes: synchronizes) }

  /// Wraps bytes so they're shown all at once and without automatic wrapping.
  static func wrapped(_ bytes: [UInt8], synchronizes: Bool) -> [UInt8] {
    if bytes.isEmpty { return [] }
    let begin = synchronizes ? "\u{1B}[?2026h\u{1B}[?7l" : "\u{1B}[?7l"
    let end = synchronizes ? "\u{1B}[?7h\u{1B}[?2026l" : "\u{1B}[?7h"
    return Array(begin.utf8) + bytes + Array(end.utf8)
  }
}
