import WidgetEngine
import WidgetModel
import WidgetPainting
import WidgetRendering
import WidgetTerminal

/// How one image is shown in one size.
struct PaintOrder: Hashable, Sendable {
  var image: Int
  var columns: Int
  var rows: Int
  var fills: Bool
  /// Counts the same image in the same size in one view: each is a picture of its own to a terminal that remembers them.
  var occurrence: Int
  var graphics: TerminalFeatures.Graphics
  var cell: TerminalFeatures.CellSize
}

/// What a painter made of an order.
struct PaintedCells: Sendable {
  /// The picture's number at the terminal.
  var id: Int
  var columns: Int
  var rows: Int
  /// For the terminal; of characters, nothing.
  var bytes: [UInt8]
  /// Characters for the cells, with their colours.
  var cells: [UInt8]
  var graphics: TerminalFeatures.Graphics
}

extension PaintedCells {
  init(_ picture: Rendering, id: Int, graphics: TerminalFeatures.Graphics) {
    func cells(_ number: Double) -> Int { Int(exactly: number.rounded()) ?? 0 }
    self.id = id
    self.graphics = graphics
    (columns, rows) = (cells(picture.width), cells(picture.height))
    (bytes, self.cells) = (picture.bytes, [])
    switch graphics {
    case .blocks: (bytes, self.cells) = ([], picture.bytes)
    case .kittyPlaceholders:
      // What goes past tmux has no control sequence of its own; the first one colours the placeholders.
      let end = zip(bytes.indices, bytes.indices.dropFirst()).first { bytes[$0] == 0x1B && bytes[$1] == 0x5B }?.0 ?? bytes.count
      self.cells = Array(bytes[end...])
      bytes.removeSubrange(end...)
    // After its end chafa breaks the line.
    case .sixel: while bytes.last == 0x0A || bytes.last == 0x0D { bytes.removeLast() }
    case .none, .kitty, .iterm2: break
    }
  }

  /// In its place in a drawing, whose cells become the picture's.
  ///
  /// - Returns: What the terminal is to be given; nil when the characters are all.
  func place(in frame: CellFrame, of drawing: inout TerminalDrawing) -> FrameImage? {
    let column = frame.columns.lowerBound + max(0, frame.columns.count - columns) / 2
    let row = frame.rows.lowerBound + max(0, frame.rows.count - rows) / 2
    let own = CellFrame(columns: column..<(column + columns), rows: row..<(row + rows))
    let picture = FrameImage(
      id: id, column: column, row: row, columns: columns, rows: rows, bytes: bytes, again: again, removal: removal)
    switch graphics {
    case .none: return nil
    case .blocks:
      drawing.canvas.draw(blocks: cells, in: own)
      return nil
    case .kittyPlaceholders: drawing.canvas.draw(blocks: cells, in: own)
    case .kitty, .iterm2, .sixel: drawing.canvas.stepOver(own)
    }
    return picture
  }

  /// As in kitty's graphics protocol: `a=p` shows an image that was sent, `a=d,d=I` forgets it and its data.
  private var again: [UInt8]? {
    switch graphics {
    case .kitty: Array("\u{1B}_Ga=p,q=2,i=\(id),p=1,C=1,z=-1,c=\(columns),r=\(rows)\u{1B}\\".utf8)
    // The placeholders show it wherever they are.
    case .kittyPlaceholders: []
    case .none, .iterm2, .sixel, .blocks: nil
    }
  }

  private var removal: [UInt8] {
    let sequence = "\u{1B}_Ga=d,d=I,q=2,i=\(id)\u{1B}\\"
    switch graphics {
    case .kitty: return Array(sequence.utf8)
    case .kittyPlaceholders: return Array(TmuxPassthrough.wrapped(sequence).utf8)
    case .none, .iterm2, .sixel, .blocks: return []
    }
  }
}

extension TerminalImageRequest {
  /// - Returns: nil when nothing is painted.
  init?(_ order: PaintOrder, _ bytes: [UInt8], id: Int) {
    let graphics: GraphicsProtocol
    switch order.graphics {
    case .none: return nil
    case .kitty, .kittyPlaceholders: graphics = .kitty
    case .iterm2: graphics = .iterm2
    case .sixel: graphics = .sixel
    case .blocks: graphics = .blocks
    }
    // A painter takes cells of up to 64 x 128 pixels; of a larger one, the shape is what counts.
    let factor = max(1, (order.cell.width + 63) / 64, (order.cell.height + 127) / 128)
    self.init(
      bytes, as: graphics, columns: min(256, order.columns), rows: min(256, order.rows), fills: order.fills,
      cellWidth: max(1, order.cell.width / factor), cellHeight: max(1, order.cell.height / factor),
      usesPlaceholders: order.graphics == .kittyPlaceholders, imageID: id)
  }
}
