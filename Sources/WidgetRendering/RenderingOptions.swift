public import WidgetModel

/// Everything besides the snapshot and the size that decides how it is drawn. The same values give the same bytes.
public struct RenderingOptions: Sendable {
  public var colorDepth: ColorDepth
  public var encoding: OutputEncoding
  /// The characters that stand for icons.
  public var icons: IconStyle
  public var colorScheme: ColorScheme
  public var textSize: TextSize
  /// ``WidthRule/graphemeClusters`` only for a terminal that has confirmed it.
  public var widthRule: WidthRule
  public var clock: CalendarClock
  /// Counts up while something spins: picks the picture of an activity indicator.
  public var frame: Int
  /// The control that is drawn as having the keyboard's focus.
  public var focusedAction: Int?
  /// Writes the view's age into the border even when all is well.
  public var showsAge: Bool
  /// The view is older than it should be: its age is written into the border, in a warning colour.
  public var isStale: Bool
  /// Draws one line instead of nothing for a widget that has no content.
  public var showsEmptyNote: Bool
  /// Cells, instead of the size's width in points. Terminals know no points.
  public var columns: Int?
  /// The contents of `private` views are not shown: bars of the same size stand in their place.
  public var isRedacted: Bool
  /// Links can be clicked, where the terminal knows OSC 8.
  public var hyperlinks: Bool
  /// Of a terminal: the size in points of a picture that is shown there; nil, or no function at all, shows its words.
  public var imageSize: (@Sendable (ImageSource) -> Size?)?
  /// Compact shows no more than 110 points of the view.
  public var displayMode: DisplayMode
  /// The host can change the mode: `Show More` and `Show Less` are controls.
  public var discloses: Bool
  /// A shape of its own instead of the panel's width and the view's height.
  public var family: WidgetFamily?

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

/// What the reader of the output understands.
public enum OutputEncoding: String, Sendable, Equatable, CaseIterable { case utf8, ascii }
