public import WidgetModel

extension TerminalCanvas {
  /// The rows with SGR sequences, and OSC 8 where a cell is a link. Each row begins and ends with the terminal's own style. Cells that
  /// are left to something else are stepped over (CUF).
  ///
  /// - Parameter anchors: Says again where the cursor is (CHA) after every cluster whose width terminals disagree on, so that the
  ///   rest of the row stands where it should. For rows that begin in the terminal's first column.
  public func ansiLines(_ depth: ColorDepth, scheme: ColorScheme, anchors: Bool = false) -> [String] {
    rows.indices.map { index in
      var line = ANSILine(depth: depth, scheme: scheme)
      let holes = holes.filter { $0.rows.contains(index) }.map(\.columns)
      let cells = rows[index]
      var column = 0
      while column < cells.count {
        if let hole = holes.first(where: { $0.contains(column) }) {
          line.stepOver(hole.upperBound - column)
          column = hole.upperBound
          continue
        }
        var width = 1
        while column + width < cells.count, cells[column + width].text.isEmpty { width += 1 }
        line.append(cells[column], at: anchors ? column : nil, width: width)
        column += width
      }
      return line.finished
    }
  }
}

/// A row on its way to a terminal.
private struct ANSILine {
  let depth: ColorDepth
  let scheme: ColorScheme
  private var text = ""
  private var style = TerminalStyle.plain
  private var current: String
  private var previous = ""

  init(depth: ColorDepth, scheme: ColorScheme) {
    self.depth = depth
    self.scheme = scheme
    current = style.sgr(depth, scheme: scheme)
  }

  mutating func append(_ cell: TerminalCanvas.Cell, at column: Int?, width: Int) {
    text += TerminalCanvas.joint(previous, cell.text)
    if cell.style != style { change(to: cell.style) }
    if let column, DisputedWidth.isDisputed(cell.text) {
      // Blanks first: where the terminal takes fewer cells than we do, nothing old shines through.
      text += String(repeating: " ", count: width) + "\u{1B}[\(column + 1)G\(cell.text)\u{1B}[\(column + width + 1)G"
      previous = ""
    } else {
      text += cell.text
      if !cell.text.isEmpty { previous = cell.text }
    }
  }

  mutating func stepOver(_ count: Int) {
    guard count > 0 else { return }
    text += "\u{1B}[\(count)C"
    previous = ""
  }

  private mutating func change(to new: TerminalStyle) {
    if new.link != style.link {
      if style.link != nil { text += TerminalLink.closing }
      text += new.link?.opening ?? ""
    }
    style = new
    // Compared as written: two colours that this terminal cannot tell apart are one.
    let sgr = style.sgr(depth, scheme: scheme)
    if sgr != current {
      text += sgr
      current = sgr
    }
  }

  var finished: String { text + (style.link == nil ? "" : TerminalLink.closing) + "\u{1B}[0m" }
}

/// Which clusters old and new terminals give different widths.
enum DisputedWidth {
  /// Anything of several scalars, emoji, and what is in nobody's old tables; not letters, ideographs, lines and blocks.
  static func isDisputed(_ cluster: String) -> Bool {
    var scalars = cluster.unicodeScalars.makeIterator()
    guard let first = scalars.next(), first.value >= 0x300 || cluster.utf8.count > 4 else { return false }
    // The placeholders of pictures: what marks them is for the terminal that knows them.
    if first.value == 0x10EEEE { return false }
    if scalars.next() != nil { return true }
    return !undisputed.contains { $0.contains(first.value) }
  }

  /// Latin and what follows it to Cyrillic; general punctuation, arrows, lines, blocks and shapes as far as none is an emoji by
  /// itself; braille; Chinese, Japanese and Korean writing and its wide punctuation.
  private static let undisputed: [ClosedRange<UInt32>] = [
    0x00...0x2FF, 0x370...0x482, 0x48A...0x52F, 0x2010...0x2027, 0x2030...0x205E, 0x2190...0x2193, 0x2500...0x25FC,
    0x2800...0x28FF,
    0x2E80...0x3029, 0x3041...0x3096, 0x30A0...0x30FF, 0x3105...0x312F, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3,
    0xF900...0xFAFF, 0xFF01...0xFF5E,
  ]
}
