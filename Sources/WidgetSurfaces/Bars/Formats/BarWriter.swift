public import WidgetRendering

/// Writes a status bar's protocol. It escapes all of the widget's texts; nothing before it does.
public protocol BarWriter: Sendable {
  /// The first bytes of a command that keeps running.
  var header: [UInt8] { get }
  /// Whether the bar writes clicks to its command's standard input.
  var sendsClicks: Bool { get }
  /// Whether a single output shows several widgets.
  var showsBoards: Bool { get }

  /// One update: all bytes the bar reads as one, with the newline at the end.
  ///
  /// - Parameter isFollowing: Whether it's one of several, after ``header``.
  func bytes(_ items: [BarItem], isFollowing: Bool) -> [UInt8]

  /// A line of a message for standard error, which a bar or its user may have merged with the item: it means nothing in the
  /// protocol.
  func message(_ line: String) -> String
}

extension BarWriter {
  public var header: [UInt8] { [] }
  public var sendsClicks: Bool { false }
  public var showsBoards: Bool { false }
  public func message(_ line: String) -> String { line }
}

extension OutputFormat {
  /// The writer for a status bar's protocol; nil for other formats.
  public var barWriter: (any BarWriter)? {
    switch self {
    case .text, .ansi, .html, .markdown, .spoken, .json, .png, .svg, .pdf: nil
    case .waybar: WaybarWriter()
    case .i3bar, .swaybar: I3BarWriter()
    case .i3blocks: I3BlocksWriter()
    case .polybar: PolybarWriter(isLemonbar: false)
    case .lemonbar: PolybarWriter(isLemonbar: true)
    case .genmon: GenmonWriter()
    case .xbar: MenuWriter(dialect: .xbar)
    case .swiftbar: MenuWriter(dialect: .swiftBar)
    case .argos: MenuWriter(dialect: .argos)
    case .tmux: TmuxWriter()
    case .plain: PlainWriter()
    case .plainJSON: PlainJSONWriter()
    }
  }
}
