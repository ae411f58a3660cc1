public import WidgetModel

/// A request to encode an image for a terminal.
public struct TerminalImageRequest: Sendable, Equatable {
  /// How a terminal displays images.
  public enum GraphicsProtocol: String, Sendable, Equatable, CaseIterable, FieldValue {
    case kitty, iterm2, sixel
    /// Coloured block characters, for any terminal with colours.
    case blocks
  }

  /// PNG, JPEG, GIF or WebP: untrusted bytes.
  public var image: [UInt8] = []
  public var graphics: GraphicsProtocol
  /// The available cells, 1 to 256 each. The image keeps its aspect ratio and is aligned to the upper left corner.
  public var columns: Int
  public var rows: Int
  /// Whether the image fills all cells, cropped equally on both sides. Otherwise all of it is visible.
  public var fills: Bool
  /// The size of a cell in pixels.
  public var cellWidth: Int
  public var cellHeight: Int
  /// With `kitty`: passes the image through tmux and displays it with Unicode placeholders, which tmux can move.
  public var usesPlaceholders: Bool
  /// With `kitty`: the image id in the terminal, 1 to 0xFFFFFF.
  public var imageID: Int

  public init(
    _ image: [UInt8], as graphics: GraphicsProtocol, columns: Int, rows: Int, fills: Bool = false, cellWidth: Int = 8,
    cellHeight: Int = 16, usesPlaceholders: Bool = false, imageID: Int = 1
  ) {
    self.image = image
    self.graphics = graphics
    self.columns = columns
    self.rows = rows
    self.fills = fills
    self.cellWidth = cellWidth
    self.cellHeight = cellHeight
    self.usesPlaceholders = usesPlaceholders
    self.imageID = imageID
  }
}

/// Without the image, which follows the header.
extension TerminalImageRequest: FieldCoded {
  public init() { self.init([], as: .blocks, columns: 0, rows: 0) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("protocol", &graphics)
    coder.code("columns", &columns)
    coder.code("rows", &rows)
    coder.code("fills", &fills)
    coder.code("cell_width", &cellWidth)
    coder.code("cell_height", &cellHeight)
    coder.code("placeholders", &usesPlaceholders)
    coder.code("image_id", &imageID)
  }
}
