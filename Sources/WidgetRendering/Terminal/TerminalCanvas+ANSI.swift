public import WidgetModel

extension TerminalCanvas {
  /// The rows with SGR sequences, and OSC 8 for links. Each row starts and ends in the terminal's own style. Cells belonging to
  /// something else are skipped (CUF).
  ///
  /// - Parameter anchorColumn: The terminal column where the rows start, from 0. The cursor is then repositioned (CHA) after
  ///   every cluster whose width terminals disagree on, so the rest of the row is aligned. nil repositions nothing.
  public func ansiLines(_ depth: ColorDepth, scheme: ColorScheme, anchorColumn: Int? = nil) -> [String] {
    var writer = ANSIWriter(self, depth, scheme: scheme, anchorColumn: anchorColumn)
    return (0..<rowCount).map { row in
      writer.bytes.removeAll(keepingCapacity: true)
      writer.write(row: row)
      return String(decoding: writer.bytes, as: UTF8.self)
    }
  }

  /// The same rows, each with a line feed.
  func ansi(_ depth: ColorDepth, scheme: ColorScheme) -> String {
    var writer = ANSIWriter(self, depth, scheme: scheme, anchorColumn: nil)
    for row in 0..<rowCount {
      writer.write(row: row)
      writer.bytes.append(UInt8(ascii: "\n"))
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

/// Writes rows as bytes.
private struct ANSIWriter {
  let canvas: TerminalCanvas
  let anchorColumn: Int?
  /// Each style's SGR sequence, by number.
  private let sequences: [[UInt8]]
  var bytes: [UInt8] = []
  private var style: Int32 = 0
  private var current: Int32 = 0
  private var previous = PackedCluster.none

  init(_ canvas: TerminalCanvas, _ depth: ColorDepth, scheme: ColorScheme, anchorColumn: Int?) {
    self.canvas = canvas
    self.anchorColumn = anchorColumn
    sequences = canvas.styles.styles.map { Array($0.sgr(depth, scheme: scheme).utf8) }
    bytes.reserveCapacity(canvas.cells.count * 2)
  }

  mutating func write(row: Int) {
    (style, current, previous) = (0, 0, .none)
    let holes = canvas.holes.filter { $0.rows.contains(row) }.map(\.columns)
    let cells = canvas.cells[canvas.range(ofRow: row)]
    var column = 0
    while column < cells.count {
      if let hole = holes.first(where: { $0.contains(column) }) {
        stepOver(hole.upperBound - column)
        column = hole.upperBound
        continue
      }
      let start = cells.startIndex + column
      let cell = cells[start]
      // The common case: ASCII in the previous cell's style.
      if cell.style == style, cell.text.isASCII, !cell.text.isEmpty, previous.isASCII,
        column + 1 == cells.count || !cells[start + 1].text.isEmpty
      {
        canvas.longClusters.append(cell.text, to: &bytes)
        previous = cell.text
        column += 1
        continue
      }
      var width = 1
      while column + width < cells.count, cells[start + width].text.isEmpty { width += 1 }
      write(cells[start], column: column, width: width)
      if canvas.endsRightToLeftText(at: start, in: cells) { bytes.append(contentsOf: TerminalCanvas.leftToRightMark.utf8) }
      column += width
    }
    if canvas.styles[style].link != nil { bytes.append(contentsOf: TerminalLink.closing.utf8) }
    bytes.append(contentsOf: sequences[0])
  }

  private mutating func write(_ cell: TerminalCanvas.PackedCell, column: Int, width: Int) {
    if canvas.needsJoint(previous, cell.text) { bytes.append(contentsOf: TerminalCanvas.joint.utf8) }
    if cell.style != style { change(to: cell.style) }
    if let anchorColumn, !cell.text.isASCII, DisputedWidth.isDisputed(canvas.longClusters.string(cell.text)) {
      // Spaces first: if the terminal uses fewer cells than we do, nothing old remains.
      bytes.append(contentsOf: "\(String(repeating: " ", count: width))\u{1B}[\(anchorColumn + column + 1)G".utf8)
      canvas.longClusters.append(cell.text, to: &bytes)
      bytes.append(contentsOf: "\u{1B}[\(anchorColumn + column + width + 1)G".utf8)
      previous = .none
    } else {
      canvas.longClusters.append(cell.text, to: &bytes)
      if !cell.text.isEmpty { previous = cell.text }
    }
  }

  private mutating func stepOver(_ count: Int) {
    guard count > 0 else { return }
    bytes.append(contentsOf: "\u{1B}[\(count)C".utf8)
    previous = .none
  }

  private mutating func change(to new: Int32) {
    let (old, link) = (canvas.styles[style].link, canvas.styles[new].link)
    if link != old {
      if old != nil { bytes.append(contentsOf: TerminalLink.closing.utf8) }
      if let link { bytes.append(contentsOf: link.opening.utf8) }
    }
    style = new
    // Compares sequences, because two colours can be the same on this terminal.
    let sequence = sequences[Int(style)]
    if sequence != sequences[Int(current)] {
      bytes.append(contentsOf: sequence)
      current = style
    }
  }
}

/// The clusters whose width terminals disagree on.
enum DisputedWidth {
  /// Several scalars, emoji, and newer characters; not letters, ideographs, lines and blocks.
  static func isDisputed(_ cluster: String) -> Bool {
    var scalars = cluster.unicodeScalars.makeIterator()
    guard let first = scalars.next(), first.value >= 0x300 || cluster.utf8.count > 4 else { return false }
    // Image placeholders, sent only to terminals that know them.
    if first.value == 0x10EEEE { return false }
    if scalars.next() != nil { return true }
    return !undisputed.contains { $0.contains(first.value) }
  }

  /// Latin to Cyrillic; general punctuation, arrows, lines, blocks and shapes, except ranges containing a character that's an
  /// emoji by itself; braille; Chinese, Japanese and Korean writing and its wide punctuation.
  private static let undisputed: [ClosedRange<UInt32>] = [
    0x00...0x2FF, 0x370...0x482, 0x48A...0x52F, 0x2010...0x2027, 0x2030...0x205E, 0x2190...0x2193, 0x2500...0x25FC,
    0x2800...0x28FF,
    0x2E80...0x3029, 0x3041...0x3096, 0x30A0...0x30FF, 0x3105...0x312F, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFF01...0xFF5E,
  ]
}
