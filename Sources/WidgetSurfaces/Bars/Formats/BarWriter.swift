public import WidgetRendering

/// Writes the protocol of one status bar. It escapes all texts of the widget; nothing before it does.
public protocol BarWriter: Sendable {
  /// The first bytes of a command that keeps running.
  var header: [UInt8] { get }
  /// Whether the bar writes clicks to the standard input of its command.
  var sendsClicks: Bool { get }
  /// Whether one output shows several widgets.
  var showsBoards: Bool { get }

  /// One update: all bytes that the bar reads as one, with the newline at the end.
  ///
  /// - Parameter isFollowing: Whether it's one of several, after ``header``.
  func bytes(_ items: [BarItem], isFollowing: Bool) -> [UInt8]

  /// One line of a message for standard error, which a bar or its user may have merged with the item: it says nothing in the protocol.
  func message(_ line: String) -> String
}

extension BarWriter {
  public var header: [UInt8] { [] }
  public var sendsClicks: Bool { false }
  public var showsBoards: Bool { false }
  public func message(_ line: String) -> String { line }
}

extension OutputFormat {
  /// The writer of a status bar's protocol; nil for any other format.
  public var barWriter: (any BarWriter)? {
    switch self {
    case .text, .ansi, .html, .markdown, .spoken, .json, .png, .svg, .pdf: nil
    case .waybar: WaybarWriter()
    case .i3bar, .swaybar: I3BarWriter()
    case .polybar: PolybarWriter()
    case .xbar: MenuWriter(dialect: XbarDialect())
    case .swiftbar: MenuWriter(dialect: SwiftBarDialect())
    case .argos: MenuWriter(dialect: ArgosDialect())
    case .tmux: TmuxWriter()
    }
  }
}
