public import WidgetModel
public import WidgetRendering

/// A request to draw many cards on one sheet, in rows with captions.
public struct SheetRequest: Sendable, Equatable {
  /// Shown at the top of the sheet.
  public var title: String
  public var format: OutputFormat
  /// A PNG's pixels per point.
  public var scale: Double
  public var fonts: FontSet
  public var rows: [Row]
  /// The images of all cards.
  public var resources: [RenderingRequest.Resource] = []

  /// Cards beside each other, below a caption.
  public struct Row: Sendable, Equatable {
    public var caption: String
    public var cells: [Cell]

    public init(caption: String, cells: [Cell]) {
      self.caption = caption
      self.cells = cells
    }
  }

  /// A card with a caption.
  public struct Cell: Sendable, Equatable {
    public var caption: String
    /// The sheet's format, scale, fonts and resources override the cell's.
    public var rendering: RenderingRequest

    public init(caption: String, rendering: RenderingRequest) {
      self.caption = caption
      self.rendering = rendering
    }
  }

  public init(
    title: String, as format: OutputFormat, scale: Double = 2, fonts: FontSet = .user, rows: [Row],
    resources: [RenderingRequest.Resource] = []
  ) {
    self.title = title
    self.format = format
    self.scale = scale
    self.fonts = fonts
    self.rows = rows
    self.resources = resources
  }

  /// The most cards on a sheet.
  public static let mostCells = 200
}

/// Without the resources, which follow the header.
extension SheetRequest: FieldCoded {
  public init() { self.init(title: "", as: .png, rows: []) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("title", &title)
    coder.code("format", &format)
    coder.code("scale", &scale)
    coder.code("fonts", &fonts)
    coder.code("rows", &rows)
  }
}

extension SheetRequest.Row: FieldCoded {
  public init() { self.init(caption: "", cells: []) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("caption", &caption)
    coder.code("cells", &cells)
  }
}

extension SheetRequest.Cell: FieldCoded {
  public init() { self.init(caption: "", rendering: RenderingRequest()) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("caption", &caption)
    coder.code("rendering", &rendering)
  }
}
