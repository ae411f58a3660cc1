public import WidgetModel

/// A snapshot drawn for a terminal: cells, and where its controls are.
public struct TerminalDrawing: Sendable, Equatable {
  /// What can be tapped, with the number that the script's worker gave its handler.
  public struct Control: Sendable, Equatable {
    public var action: Int
    public var frame: CellFrame

    public init(action: Int, frame: CellFrame) {
      self.action = action
      self.frame = frame
    }
  }

  /// The action of the host's own control, `Show More` or `Show Less`. No script's handler has this number.
  public static let disclosure = -1

  /// Where a picture is to be shown. Its cells are blank.
  public struct Picture: Sendable, Equatable {
    public var source: ImageSource
    public var mode: ImageMode
    public var frame: CellFrame
    /// What stands there instead when it is not shown.
    public var words: String

    public init(source: ImageSource, mode: ImageMode, frame: CellFrame, words: String) {
      self.source = source
      self.mode = mode
      self.frame = frame
      self.words = words
    }
  }

  public var canvas: TerminalCanvas
  /// In the order of reading: what is inside another control comes before it.
  public var controls: [Control]
  /// The pictures that ``RenderingOptions/pictureSize`` has a size for, from back to front.
  public var pictures: [Picture]
  /// Something spins: draw it again with the next `frame`, a few times a second.
  public var isAnimated: Bool
  /// Seconds until a date, a timer or the age reads differently; nil when nothing ticks.
  public var nextChange: Double?

  /// Draws a snapshot in a titled box.
  ///
  /// - Parameters:
  ///   - size: Points; a width that is not finite counts as 80 cells. A height that is not positive and finite is no limit.
  public init(_ snapshot: Snapshot, in size: Size, options: RenderingOptions) {
    var card = TerminalCard(snapshot, in: size, options: options)
    self = card.draw()
  }

  init(canvas: TerminalCanvas, controls: [Control], pictures: [Picture] = [], isAnimated: Bool = false, nextChange: Double? = nil)
  {
    self.canvas = canvas
    self.controls = controls
    self.pictures = pictures
    self.isAnimated = isAnimated
    self.nextChange = nextChange
  }

  /// The topmost control at a cell.
  public func control(column: Int, row: Int) -> Control? { controls.first { $0.frame.contains(column: column, row: row) } }

  /// Writes a picture's words into its cells.
  public mutating func showWords(of picture: Picture, encoding: TextEncoding) {
    let words = encoding == .ascii ? ASCIIText.from(picture.words) : picture.words
    let breaker = LineBreaker(
      measurer: CellMeasurer(), font: ResolvedFont(), ellipsis: encoding == .ascii ? "..." : "…")
    let columns = picture.frame.columns
    let lines = breaker.lines(
      of: words, width: Double(columns.count) * CellMeasurer.cell.width, limit: picture.frame.rows.count)
    for (line, row) in zip(lines, picture.frame.rows) {
      canvas.draw(
        line.text, column: columns.lowerBound, row: row, style: TerminalStyle(foreground: .named(.secondary)), clip: columns)
    }
  }

  /// Lines without escape sequences, each with a line feed.
  public func text() -> String { canvas.text() }

  /// Lines with SGR sequences, each with a line feed; no other control characters, apart from links where the options allow them.
  public func ansi(_ depth: ColorDepth, scheme: ColorScheme = .dark) -> String {
    canvas.ansi(depth, scheme: scheme)
  }
}
