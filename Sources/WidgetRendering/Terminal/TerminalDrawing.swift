public import WidgetModel

/// A snapshot drawn for a terminal: cells, controls and images.
public struct TerminalDrawing: Sendable, Equatable {
  /// An area to tap, and the worker's number for its handler.
  public struct Control: Sendable, Equatable {
    public var action: Int
    public var frame: CellFrame

    public init(action: Int, frame: CellFrame) {
      self.action = action
      self.frame = frame
    }
  }

  /// The action of the host's own control, `Show More` or `Show Less`. No script handler has this number.
  public static let disclosure = -1

  /// The place of an image. Its cells are blank.
  public struct Image: Sendable, Equatable {
    public var source: ImageSource
    public var mode: ImageMode
    public var frame: CellFrame
    public var alternativeText: String

    public init(source: ImageSource, mode: ImageMode, frame: CellFrame, alternativeText: String) {
      self.source = source
      self.mode = mode
      self.frame = frame
      self.alternativeText = alternativeText
    }
  }

  public var canvas: TerminalCanvas
  /// The controls in reading order; nested ones come before the outer one.
  public var controls: [Control]
  /// The images ``RenderingOptions/imageSize`` has a size for, from back to front.
  public var images: [Image]
  /// The rows of ``RenderingOptions/notices``.
  public var noticeRows = 0..<0
  /// How many rows of a compact view are cut off.
  public var hiddenRows = 0
  /// How many rows it's higher than compact, of ``RenderingOptions/extraRows``.
  public var extraRows = 0
  /// Everything the view had to leave out.
  public var report = FitReport()
  /// Whether a notice replaces the view, which is too much work.
  public var isNotice = false
  /// Whether there's an activity indicator: draw again with the next `frame`, a few times a second.
  public var isAnimated: Bool
  /// Seconds until a date, a timer or the age changes; nil if nothing does.
  public var nextChange: Double?

  /// Draws a snapshot in a titled box.
  ///
  /// - Parameters:
  ///   - size: Points; a width that isn't finite counts as 80 cells. Only a positive, finite height is a limit.
  public init(_ snapshot: Snapshot, in size: Size, options: RenderingOptions) {
    var card = TerminalCard(snapshot, in: size, options: options)
    self = card.draw()
  }

  init(canvas: TerminalCanvas, controls: [Control], images: [Image] = [], isAnimated: Bool = false, nextChange: Double? = nil) {
    self.canvas = canvas
    self.controls = controls
    self.images = images
    self.isAnimated = isAnimated
    self.nextChange = nextChange
  }

  /// The topmost control at a cell.
  public func control(column: Int, row: Int) -> Control? { controls.first { $0.frame.contains(column: column, row: row) } }

  /// Writes an image's alternative text into its cells.
  public mutating func showAlternativeText(of image: Image, encoding: OutputEncoding) {
    let text = encoding == .ascii ? ASCIIText.from(image.alternativeText) : image.alternativeText
    let breaker = LineBreaker(
      measurer: CellMeasurer(), font: ResolvedFont(), ellipsis: encoding == .ascii ? "..." : "…")
    let columns = image.frame.columns
    let lines = breaker.lines(
      of: text, width: Double(columns.count) * CellMeasurer.cell.width,
      limit: breaker.isShortWord(text) ? 1 : image.frame.rows.count)
    for (line, row) in zip(lines, image.frame.rows) {
      canvas.draw(
        line.text, column: columns.lowerBound, row: row, style: TerminalStyle(foreground: .named(.secondary)), clip: columns)
    }
  }

  /// Lines without escape sequences, each with a line feed.
  public func text() -> String { canvas.text() }

  /// Lines with SGR sequences, each with a line feed. No other control characters, except links if the options allow them.
  public func ansi(_ depth: ColorDepth, scheme: ColorScheme = .dark) -> String {
    canvas.ansi(depth, scheme: scheme)
  }
}
