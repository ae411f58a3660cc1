/// Many cards on one picture, in rows with captions: what an author looks at before publishing.
public struct SheetRequest: Sendable, Equatable, Codable {
  /// At the head of the sheet.
  public var title: String
  public var format: PictureFormat
  /// Pixels of a PNG for each point.
  public var scale: Double
  public var fonts: FontSet
  public var rows: [Row]
  /// The pictures that the views refer to, for all cards together.
  public var resources: [PictureRequest.Resource] = []

  public struct Row: Sendable, Equatable, Codable {
    public var caption: String
    public var cells: [Cell]

    public init(caption: String, cells: [Cell]) {
      self.caption = caption
      self.cells = cells
    }
  }

  public struct Cell: Sendable, Equatable, Codable {
    public var caption: String
    /// Its format, scale, fonts and resources are the sheet's.
    public var picture: PictureRequest

    public init(caption: String, picture: PictureRequest) {
      self.caption = caption
      self.picture = picture
    }
  }

  public init(
    title: String, as format: PictureFormat, scale: Double = 2, fonts: FontSet = .user, rows: [Row],
    resources: [PictureRequest.Resource] = []
  ) {
    self.title = title
    self.format = format
    self.scale = scale
    self.fonts = fonts
    self.rows = rows
    self.resources = resources
  }

  /// Cards of one sheet.
  public static let mostCells = 200

  private enum CodingKeys: String, CodingKey { case title, format, scale, fonts, rows }
}
