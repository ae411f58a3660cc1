public import WidgetModel

/// A terminal's features, according to its responses.
public struct TerminalFeatures: Sendable, Equatable {
  /// How to show images.
  public enum Graphics: String, Sendable, Equatable, CaseIterable {
    /// Images are shown as their alternative text.
    case none
    /// kitty's graphics protocol, at the cursor.
    case kitty
    /// kitty's graphics protocol through tmux, with Unicode placeholders, which tmux can move.
    case kittyPlaceholders
    case iterm2, sixel
    /// Coloured block characters.
    case blocks
  }

  /// Pixels.
  public struct CellSize: Sendable, Equatable, Hashable {
    public var width: Int
    public var height: Int

    /// - Returns: nil for implausible sides: less than 2 or more than 256 pixels.
    public init?(width: Int, height: Int) {
      guard (2...256).contains(width), (2...256).contains(height) else { return nil }
      (self.width, self.height) = (width, height)
    }

    private init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }

    /// The assumed cell size if the terminal doesn't report it.
    public static let usual = CellSize(8, 16)
  }

  public var graphics: Graphics
  /// Whether mode 2026 is supported, which shows a frame all at once.
  public var synchronizedOutput: Bool
  /// Whether mode 2027 is on: the terminal measures text by grapheme clusters.
  public var graphemeClusters: Bool
  /// nil if the terminal doesn't report it.
  public var cell: CellSize?
  /// Whether the background is light or dark; nil if the terminal doesn't report it.
  public var background: ColorScheme?

  public init(
    graphics: Graphics = .none, synchronizedOutput: Bool = false, graphemeClusters: Bool = false, cell: CellSize? = nil,
    background: ColorScheme? = nil
  ) {
    self.graphics = graphics
    self.synchronizedOutput = synchronizedOutput
    self.graphemeClusters = graphemeClusters
    self.cell = cell
    self.background = background
  }
}
