import WidgetHost

/// A board's page on its way to browsers: while one is being made and for a second after, the same session's requests for the same
/// window get that one, unless something has changed. Making it takes long; handing it out doesn't.
struct SharedPage {
  /// The key of a page: everything it's made for. Its forms have the session's token.
  struct Key: Hashable {
    var session: String
    var context: PageContext
  }

  /// A page as bytes.
  struct Made: Sendable {
    var bytes: [UInt8]
    var styleHash: String
  }

  /// The number of the last change when it was begun.
  var serial: Int
  var widgets: [BoardWidget]
  var making: Task<Made, Never>
  /// When it was complete, by the clock that a fixed time stops; nil while it's being made.
  var completed: Double?

  /// Whether the page would be made the same way now.
  func isCurrent(_ serial: Int, _ widgets: [BoardWidget], at now: Double, for seconds: Double) -> Bool {
    serial == self.serial && widgets == self.widgets && isInUse(at: now, for: seconds)
  }

  func isInUse(at now: Double, for seconds: Double) -> Bool { completed.map { now >= $0 && now - $0 < seconds } ?? true }
}

/// A card that is being drawn.
struct CardDrawing {
  /// The card's last change when it was begun.
  var change: Int?
  var widget: BoardWidget
  var task: Task<BoardServer.RenderedCard, Never>
}
