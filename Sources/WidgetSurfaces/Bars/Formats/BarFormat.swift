/// The status bars whose protocols are written, by the names of `--format`.
public enum BarFormat: String, Sendable, Equatable, CaseIterable {
  case waybar, i3bar, swaybar, polybar, xbar, swiftbar, argos, tmux

  var writer: any BarWriter {
    switch self {
    case .waybar: WaybarWriter()
    case .i3bar, .swaybar: I3BarWriter()
    case .polybar: PolybarWriter()
    case .xbar: MenuWriter(dialect: XbarDialect())
    case .swiftbar: MenuWriter(dialect: SwiftBarDialect())
    case .argos: MenuWriter(dialect: ArgosDialect())
    case .tmux: TmuxWriter()
    }
  }

  /// Whether the bar writes clicks to the standard input of its command.
  public var sendsClicks: Bool { self == .i3bar || self == .swaybar }

  /// Whether one output shows several widgets.
  public var showsBoards: Bool { sendsClicks || self == .tmux }

  /// What a command that keeps running writes first.
  public var header: [UInt8] { writer.header }

  /// One update: all bytes that the bar reads as one, with the newline at the end.
  ///
  /// - Parameter isFollowing: Whether it is one of several, after ``header``.
  public func bytes(_ items: [BarItem], isFollowing: Bool = false) -> [UInt8] {
    writer.bytes(items, isFollowing: isFollowing)
  }
}

/// Writes the protocol of one status bar. It escapes all texts of the widget; nothing before it does.
protocol BarWriter: Sendable {
  var header: [UInt8] { get }
  func bytes(_ items: [BarItem], isFollowing: Bool) -> [UInt8]
}

extension BarWriter {
  var header: [UInt8] { [] }
}
