import WidgetGraphics

/// One appearance of one image: the image, its size in cells, and the terminal's graphics protocol.
struct ImageKey: Hashable, Sendable {
  var image: Int
  var columns: Int
  var rows: Int
  var fills: Bool
  /// Counts the appearances of the same image in the same size within one view: a terminal that stores images needs an id for each.
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
