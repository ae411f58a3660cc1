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

  public var canvas: TerminalCanvas
  /// In the order of reading: what is inside another control comes before it.
  public var controls: [Control]
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

  init(canvas: TerminalCanvas, controls: [Control], isAnimated: Bool = false, nextChange: Double? = nil) {
    self.canvas = canvas
    self.controls = controls
    self.isAnimated = isAnimated
    self.nextChange = nextChange
  }

  /// The topmost control at a cell.
  public func control(column: Int, row: Int) -> Control? { controls.first { $0.frame.contains(column: column, row: row) } }

  /// Lines without escape sequences, each with a line feed.
  public func text() -> String { canvas.lines.reduce(into: "") { $0 += $1 + "\n" } }

  /// Lines with SGR sequences, each with a line feed; no other control characters, apart from links where the options allow them.
  public func ansi(_ depth: ColorDepth, scheme: ColorScheme = .dark) -> String {
    canvas.ansiLines(depth, scheme: scheme).reduce(into: "") { $0 += $1 + "\n" }
  }
}
