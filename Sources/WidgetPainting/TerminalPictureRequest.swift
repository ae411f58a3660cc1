/// A picture to be written in the language of a terminal.
public struct TerminalPictureRequest: Sendable, Equatable {
  /// How a terminal shows pictures.
  public enum GraphicsProtocol: String, Sendable, Equatable, CaseIterable, Codable {
    case kitty, iterm2, sixel
    /// Coloured characters: any terminal with true colour.
    case blocks
  }

  /// PNG, JPEG, GIF or WebP; hostile.
  public var image: [UInt8]
  public var graphics: GraphicsProtocol
  /// Cells to fill, 1 to 256 each. The picture keeps its shape and stands in their upper left corner.
  public var columns: Int
  public var rows: Int
  /// All of the cells are filled, and what is too much of the picture is cut off on both sides; else it is seen whole.
  public var fills: Bool
  /// Pixels of a cell.
  public var cellWidth: Int
  public var cellHeight: Int
  /// Of `kitty`: the picture is sent through tmux, and shown by placeholder characters that tmux can move about.
  public var usesPlaceholders: Bool
  /// Of `kitty`: by what the terminal remembers the picture, 1 to 0xFFFFFF.
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

extension TerminalPictureRequest: Codable {
  private enum CodingKeys: String, CodingKey {
    case columns, rows, fills
    case graphics = "protocol"
    case cellWidth = "cell_width"
    case cellHeight = "cell_height"
    case usesPlaceholders = "placeholders"
    case imageID = "image_id"
  }

  /// Without the image, which travels beside the JSON.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      [], as: try fields.decode(GraphicsProtocol.self, forKey: .graphics),
      columns: try fields.decode(Int.self, forKey: .columns), rows: try fields.decode(Int.self, forKey: .rows),
      fills: try fields.decodeIfPresent(Bool.self, forKey: .fills) ?? false,
      cellWidth: try fields.decodeIfPresent(Int.self, forKey: .cellWidth) ?? 8,
      cellHeight: try fields.decodeIfPresent(Int.self, forKey: .cellHeight) ?? 16,
      usesPlaceholders: try fields.decodeIfPresent(Bool.self, forKey: .usesPlaceholders) ?? false,
      imageID: try fields.decodeIfPresent(Int.self, forKey: .imageID) ?? 1)
  }
}
