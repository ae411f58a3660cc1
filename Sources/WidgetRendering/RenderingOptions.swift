public import WidgetModel

/// Everything the output depends on besides the snapshot and the size. Equal values give equal bytes.
public struct RenderingOptions: Sendable {
  public var colorDepth: ColorDepth
  public var encoding: OutputEncoding
  /// The characters for icons.
  public var icons: IconStyle
  public var colorScheme: ColorScheme
  public var textSize: TextSize
  /// ``WidthRule/graphemeClusters`` only for a terminal that has confirmed it.
  public var widthRule: WidthRule
  public var clock: CalendarClock
  /// The animation frame of activity indicators.
  public var frame: Int
  /// The control with the keyboard focus.
  public var focusedAction: Int?
  /// Shows the age even if the view is current.
  public var showsAge: Bool
  /// Shows the age in a warning colour, because the view is older than it should be.
  public var isStale: Bool
  /// Draws one line instead of nothing for an empty widget.
  public var showsEmptyNote: Bool
  /// The width in cells, instead of the size's width in points.
  public var columns: Int?
  /// Replaces the contents of `private` views with bars.
  public var isRedacted: Bool
  /// Writes links as OSC 8 sequences.
  public var hyperlinks: Bool
  /// The size in points of an image the terminal shows. nil, or no function, shows alternative text.
  public var imageSize: (@Sendable (ImageSource) -> Size?)?
  /// Compact shows at most 110 points of the view.
  public var displayMode: DisplayMode
  /// The host can change the mode: `Show More` and `Show Less` are controls.
  public var discloses: Bool
  /// `Show More` appears only where a compact view is clipped, `Show Less` only where it would be.
  public var disclosesOnlyClipped = false
  /// How many rows a compact view may be higher than 110 points, because a terminal has space for them.
  public var extraRows = 0
  /// A fixed size, instead of the panel's width and the view's height.
  public var family: WidgetFamily?
  /// An update is running: a terminal's title has a spinner.
  public var isUpdating = false
  /// This card, among several, has the keyboard focus.
  public var isFocused = false
  /// Ages under a minute are `just now`, so a card changes at most once a minute.
  public var agesInMinutes = false
  /// Shown below the view and its failure.
  public var notices: [CardNotice] = []
  /// Whether the view is known to be too much work at this width (``TerminalDrawing/isNotice``), so that it isn't tried again.
  public var isTooMuchWork = false

  public init(
    colorDepth: ColorDepth = .trueColor, encoding: OutputEncoding = .utf8, icons: IconStyle = .unicode,
    colorScheme: ColorScheme = .dark,
    textSize: TextSize = .large, widthRule: WidthRule = .codePoints, clock: CalendarClock = CalendarClock(now: 0), frame: Int = 0,
    focusedAction: Int? = nil, showsAge: Bool = false, isStale: Bool = false, showsEmptyNote: Bool = false, columns: Int? = nil,
    isRedacted: Bool = false, hyperlinks: Bool = false, imageSize: (@Sendable (ImageSource) -> Size?)? = nil,
    displayMode: DisplayMode = .expanded, discloses: Bool = false, family: WidgetFamily? = nil
  ) {
    self.colorDepth = colorDepth
    self.encoding = encoding
    self.icons = icons
    self.colorScheme = colorScheme
    self.textSize = textSize
    self.widthRule = widthRule
    self.clock = clock
    self.frame = frame
    self.focusedAction = focusedAction
    self.showsAge = showsAge
    self.isStale = isStale
    self.showsEmptyNote = showsEmptyNote
    self.columns = columns
    self.isRedacted = isRedacted
    self.hyperlinks = hyperlinks
    self.imageSize = imageSize
    self.displayMode = displayMode
    self.discloses = discloses
    self.family = family
  }
}

/// The characters the output can contain.
public enum OutputEncoding: String, Sendable, Equatable, CaseIterable { case utf8, ascii }
