import WidgetModel

extension TerminalCanvas {
  /// Draws an image the painter made from coloured blocks, or from kitty placeholders.
  ///
  /// Copies only blocks, spaces, placeholders and their colours.
  ///
  /// - Parameter text: Lines with SGR sequences.
  public mutating func draw(blocks text: [UInt8], in frame: CellFrame) {
    var (column, row) = (frame.columns.lowerBound, frame.rows.lowerBound)
    var style = TerminalStyle.plain
    var rest = Substring(String(decoding: text, as: UTF8.self))
    while let character = rest.popFirst() {
      switch character {
      case "\n", "\r\n": (column, row) = (frame.columns.lowerBound, row + 1)
      case "\u{1B}":
        guard rest.first == "[" else { continue }
        rest.removeFirst()
        let end = rest.firstIndex { !("0"..."9").contains($0) && $0 != ";" } ?? rest.endIndex
        let codes = rest[..<end].split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        if end < rest.endIndex, rest[end] == "m" { style.take(codes[...]) }
        rest = end < rest.endIndex ? rest[rest.index(after: end)...] : rest[end...]
      default:
        if frame.contains(column: column, row: row) {
          place(Self.isOfImage(character) ? String(character) : " ", column: column, row: row, style: style)
        }
        column += 1
      }
    }
  }

  private static func isOfImage(_ character: Character) -> Bool {
    guard let first = character.unicodeScalars.first else { return false }
    if first.value == 0x10EEEE { return character.unicodeScalars.count <= 4 }
    return character.unicodeScalars.count == 1 && (first == " " || (0x2580...0x259F).contains(first.value))
  }
}

extension TerminalStyle {
  /// The SGR parameters used by the painter.
  fileprivate mutating func take(_ codes: ArraySlice<Int>) {
    var codes = codes
    while let code = codes.popFirst() {
      switch code {
      case 0: self = .plain
      case 7: reverse = true
      case 39: foreground = nil
      case 49: background = nil
      case 38, 48:
        guard codes.popFirst() == 2, codes.count >= 3, codes.prefix(3).allSatisfy({ (0...255).contains($0) }) else { return }
        let color = Color.rgb(codes.prefix(3).reduce(0) { $0 << 8 | UInt32($1) })
        codes = codes.dropFirst(3)
        if code == 38 { foreground = color } else { background = color }
      default: break
      }
    }
  }
}

extension Gradient {
  /// The colour behind the middle of a view.
  func color(behind view: CellFrame, in whole: CellFrame) -> Color {
    func fraction(_ range: Range<Int>, _ whole: Range<Int>) -> Double {
      (Double(range.lowerBound + range.upperBound) / 2 - Double(whole.lowerBound)) / Double(max(1, whole.count))
    }
    return color(at: self.fraction(x: fraction(view.columns, whole.columns), y: fraction(view.rows, whole.rows)))
  }
}

extension TerminalCanvas {
  /// Colours the background of cells.
  ///
  /// - Parameter whole: The gradient's space, which can be larger than the cells.
  mutating func fill(_ cells: CellFrame, _ gradient: Gradient, of whole: CellFrame) {
    func fraction(_ position: Int, _ range: Range<Int>) -> Double {
      (Double(position - range.lowerBound) + 0.5) / Double(max(1, range.count))
    }
    switch gradient.direction {
    case .down:
      for row in cells.rows {
        fill(columns: cells.columns, rows: row..<(row + 1), background: gradient.color(at: fraction(row, whole.rows)))
      }
    case .right:
      for column in cells.columns {
        fill(columns: column..<(column + 1), rows: cells.rows, background: gradient.color(at: fraction(column, whole.columns)))
      }
    case .diagonal, .radial:
      for row in cells.rows {
        for column in cells.columns {
          let place = gradient.fraction(x: fraction(column, whole.columns), y: fraction(row, whole.rows))
          fill(columns: column..<(column + 1), rows: row..<(row + 1), background: gradient.color(at: place))
        }
      }
    }
  }
}
