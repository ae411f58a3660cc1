package import WidgetRuntime

/// A card's permission questions, and which input can answer them.
///
/// A decision only ever answers the question that was on the screen: one that has been drawn, hasn't changed for ``pause``, and
/// is still open. Surfaces pass on whatever the user pressed; this is the only place deciding whether it counts.
package struct CardQuestions: Sendable {
  package enum Answer: Sendable, Equatable {
    case accepted
    /// The question isn't drawn yet, or has only just appeared: the input was meant for whatever was there before.
    case ignored
    /// The question isn't open any more.
    case refused
  }

  /// Seconds without input after a question appears or changes.
  package static let pause = 0.5

  /// Permissions the user hasn't decided about.
  package private(set) var request: PermissionRequest?
  /// When the card was first drawn with these questions; nil before that.
  private var drawnAt: Double?

  package init() {}

  package var current: PermissionQuestion? { request?.questions.first }

  /// - Parameter new: The request; nil, or one without permissions, asks nothing.
  package mutating func ask(_ new: PermissionRequest?) {
    let new = new?.permissions.isEmpty == true ? nil : new
    guard new != request else { return }
    request = new
    drawnAt = nil
  }

  /// Notes that the card is on the screen as it is now.
  package mutating func drawn(at now: Double) { if drawnAt == nil { drawnAt = now } }

  /// Notes that the questions are covered or scrolled away. When they come back, they've only just appeared.
  mutating func hidden() { drawnAt = nil }

  /// The answer to a decision about a question that isn't open.
  package func stale(at now: Double) -> Answer { isQuiet(at: now) ? .ignored : .refused }

  /// Removes the question if it can be answered now.
  package mutating func answer(_ question: PermissionQuestion, at now: Double) -> Answer {
    guard !isQuiet(at: now), request?.questions.contains(question) == true else { return stale(at: now) }
    request?.permissions.removeAll { $0 == question.permission }
    if request?.permissions.isEmpty == true { request = nil }
    drawnAt = nil
    return .accepted
  }

  /// Whether input is about the question on the screen.
  package func takesInput(at now: Double) -> Bool { current != nil && !isQuiet(at: now) }

  private func isQuiet(at now: Double) -> Bool { drawnAt.map { (0..<Self.pause).contains(now - $0) } ?? true }
}
