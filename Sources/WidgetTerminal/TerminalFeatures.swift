/// What a terminal said of itself when it was asked, and what follows from that.
public struct TerminalFeatures: Sendable, Equatable {
  /// How pictures reach the screen.
  public enum Graphics: String, Sendable, Equatable, CaseIterable {
    /// Not at all: their words stand in their place.
    case none
    /// kitty's graphics protocol, placed at the cursor.
    case kitty
    /// The same through tmux: characters that tmux can move about stand where the picture is to be seen.
    case kittyPlaceholders
    case iterm2, sixel
    /// Coloured characters.
    case blocks
  }

  /// Pixels.
  public struct CellSize: Sendable, Equatable, Hashable {
    public var width: Int
    public var height: Int

    /// - Returns: nil for sides that no cell has: less than 2 or more than 256 pixels.
    public init?(width: Int, height: Int) {
      guard (2...256).contains(width), (2...256).contains(height) else { return nil }
      (self.width, self.height) = (width, height)
    }

    private init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }

    /// What a cell is taken for when nobody knows better.
    public static let usual = CellSize(8, 16)
  }

  public var graphics: Graphics
  /// Mode 2026 is known: a frame can be shown all at once.
  public var synchronizedOutput: Bool
  /// Mode 2027 is on: the terminal gives a grapheme cluster the cells that we give it.
  public var graphemeClusters: Bool
  /// nil when the terminal does not say.
  public var cell: CellSize?

  public init(
    graphics: Graphics = .none, synchronizedOutput: Bool = false, graphemeClusters: Bool = false, cell: CellSize? = nil
  ) {
    self.graphics = graphics
    self.synchronizedOutput = synchronizedOutput
    self.graphemeClusters = graphemeClusters
    self.cell = cell
  }
}
