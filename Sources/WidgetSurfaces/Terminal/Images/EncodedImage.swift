import WidgetGraphics
import WidgetRendering

/// An image encoded for the terminal by the painter.
struct EncodedImage: Sendable {
  /// The image id in the terminal.
  var id: Int
  var columns: Int
  var rows: Int
  /// The graphics protocol's bytes. Empty for block characters.
  var bytes: [UInt8]
  /// Styled characters for the cells: blocks or placeholders.
  var cells: [UInt8]
  var graphics: TerminalFeatures.Graphics
}

extension EncodedImage {
  init(_ rendering: Rendering, id: Int, graphics: TerminalFeatures.Graphics) {
    func cells(_ number: Double) -> Int { Int(exactly: number.rounded()) ?? 0 }
    self.id = id
    self.graphics = graphics
    (columns, rows) = (cells(rendering.width), cells(rendering.height))
    (bytes, self.cells) = (rendering.bytes, [])
    switch graphics {
    case .blocks: (bytes, self.cells) = ([], rendering.bytes)
    case .kittyPlaceholders:
      // The passthrough part contains no CSI. The first one sets the placeholders' colour.
      let end = zip(bytes.indices, bytes.indices.dropFirst()).first { bytes[$0] == 0x1B && bytes[$1] == 0x5B }?.0 ?? bytes.count
      self.cells = Array(bytes[end...])
      bytes.removeSubrange(end...)
    // chafa ends the image with a line break.
    case .sixel: while bytes.last == 0x0A || bytes.last == 0x0D { bytes.removeLast() }
    case .none, .kitty, .iterm2: break
    }
  }

  /// Puts the image into a drawing, centred in a frame.
  ///
  /// - Returns: The image to send to the terminal, with its position in the drawing; nil if its characters are enough.
  func place(in frame: CellFrame, of drawing: inout TerminalDrawing) -> FrameImage? {
    let column = frame.columns.lowerBound + max(0, frame.columns.count - columns) / 2
    let row = frame.rows.lowerBound + max(0, frame.rows.count - rows) / 2
    let own = CellFrame(columns: column..<(column + columns), rows: row..<(row + rows))
    let image = FrameImage(
      id: id, column: column, row: row, columns: columns, rows: rows, bytes: bytes, redisplay: redisplay, removal: removal)
    switch graphics {
    case .none: return nil
    case .blocks:
      drawing.canvas.draw(blocks: cells, in: own)
      return nil
    case .kittyPlaceholders: drawing.canvas.draw(blocks: cells, in: own)
    case .kitty, .iterm2, .sixel: drawing.canvas.stepOver(own)
    }
    return image
  }

  /// Displays a stored image again (`a=p` in kitty's graphics protocol).
  private var redisplay: [UInt8]? {
    switch graphics {
    case .kitty: Array("\u{1B}_Ga=p,q=2,i=\(id),p=1,C=1,c=\(columns),r=\(rows)\u{1B}\\".utf8)
    // The placeholders display it.
    case .kittyPlaceholders: []
    case .none, .iterm2, .sixel, .blocks: nil
    }
  }

  /// Deletes a stored image and its data (`a=d,d=I`).
  private var removal: [UInt8] {
    let sequence = "\u{1B}_Ga=d,d=I,q=2,i=\(id)\u{1B}\\"
    switch graphics {
    case .kitty: return Array(sequence.utf8)
    case .kittyPlaceholders: return Array(TmuxPassthrough.wrapped(sequence).utf8)
    case .none, .iterm2, .sixel, .blocks: return []
    }
  }
}

/// One appearance of one image: the image, its size in cells, and the terminal's graphics protocol.
struct ImageKey: Hashable, Sendable {
  var image: Int
  var columns: Int
  var rows: Int
  var fills: Bool
  /// Counts the same image's appearances at the same size within one view: a terminal that stores images needs an id for each.
  var occurrence: Int
  var graphics: TerminalFeatures.Graphics
  var cell: TerminalFeatures.CellSize
}

extension TerminalImageRequest {
  /// - Returns: nil if the terminal shows no images.
  init?(_ key: ImageKey, _ bytes: [UInt8], id: Int) {
    let graphics: GraphicsProtocol
    switch key.graphics {
    case .none: return nil
    case .kitty, .kittyPlaceholders: graphics = .kitty
    case .iterm2: graphics = .iterm2
    case .sixel: graphics = .sixel
    case .blocks: graphics = .blocks
    }
    // The painter accepts cells of up to 64 x 128 pixels. For larger cells only the aspect ratio matters.
    let factor = max(1, (key.cell.width + 63) / 64, (key.cell.height + 127) / 128)
    self.init(
      bytes, as: graphics, columns: min(256, key.columns), rows: min(256, key.rows), fills: key.fills,
      cellWidth: max(1, key.cell.width / factor), cellHeight: max(1, key.cell.height / factor),
      usesPlaceholders: key.graphics == .kittyPlaceholders, imageID: id)
  }
}
