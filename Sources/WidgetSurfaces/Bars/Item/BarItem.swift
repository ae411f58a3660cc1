/// A widget's item in a status bar, for all protocols. Each text is one line without control characters.
public struct BarItem: Sendable, Equatable {
  /// The widget's state, as a class for style sheets.
  public enum State: String, Sendable, Equatable, CaseIterable {
    case fresh, stale, failed
    /// There's nothing to show.
    case empty
  }

  /// A part of the bar's text.
  public struct Segment: Sendable, Equatable {
    public var text: String
    /// 0xRRGGBB; nil is the bar's own colour.
    public var color: UInt32?
    public var isStrong = false
    /// The control pressed by a click.
    public var tap: TapID?
    /// Whether it's an icon without a text.
    public var isIcon = false

    public init(_ text: String, color: UInt32? = nil, isStrong: Bool = false, tap: TapID? = nil) {
      self.text = text
      self.color = color
      self.isStrong = isStrong
      self.tap = tap
    }
  }

  /// A line of the menu.
  public enum MenuEntry: Sendable, Equatable {
    case text(Segment)
    case separator
    /// A button, or a toggle with its state.
    case control(String, isOn: Bool?, target: TapTarget)
    case link(String, url: String)
  }

  /// The widget's name for readers.
  public var name: String
  /// The widget's name for style sheets: lowercase letters, digits and hyphens.
  public var className: String
  /// The name in clicks: the class, and something that differs for other settings of the widget.
  public var blockName: String
  public var state: State
  /// Whether the data is older than it should be, even after a failure.
  public var isStale: Bool
  /// Empty hides the item.
  public var segments: [Segment]
  /// The first progress or gauge, 0...100.
  public var percentage: Int?
  public var tooltip: [String]
  public var menu: [MenuEntry]
  /// The clicks that have an effect.
  public var gestures: Set<Gesture>
  /// The words of a command, followed by a ``TapTarget``; nil makes the item inert.
  public var tapCommand: [String]?

  public var text: String { segments.map(\.text).joined(separator: " ") }

  /// How many segments remain where there's little space: the icons in front and the first text.
  var shortCount: Int { (segments.firstIndex { !$0.isIcon } ?? 0) + 1 }

  /// The classes for style sheets.
  public var classes: [String] {
    [state.rawValue] + (state == .failed && isStale ? ["stale"] : []) + [className] + (blockName == className ? [] : [blockName])
  }

  public init(
    name: String, className: String, blockName: String? = nil, state: State, isStale: Bool = false, segments: [Segment] = [],
    percentage: Int? = nil,
    tooltip: [String] = [], menu: [MenuEntry] = [], gestures: Set<Gesture> = [], tapCommand: [String]? = nil
  ) {
    self.name = name
    self.className = className
    self.blockName = blockName ?? className
    self.state = state
    self.isStale = isStale
    self.segments = segments
    self.percentage = percentage
    self.tooltip = tooltip
    self.menu = menu
    self.gestures = gestures
    self.tapCommand = tapCommand
  }

  /// A click's shell command; nil for an inert item.
  func shellCommand(_ target: TapTarget) -> String? {
    tapCommand.map { ($0 + [target.text]).map(BarText.shellWord).joined(separator: " ") }
  }
}
