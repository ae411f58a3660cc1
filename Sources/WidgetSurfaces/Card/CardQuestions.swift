package import WidgetRuntime

/// The permission questions of one card, and which input may answer them.
///
/// A decision only ever answers the question that was on the screen: one that has been drawn, hasn't changed for ``pause``, and is
/// still open. Surfaces pass on what the user pressed; this is the only place that decides whether it counts.
package struct CardQuestions: Sendable {
  package enum Answer: Sendable, Equatable {
    case accepted
    /// The question isn't drawn yet, or has just appeared: the input was meant for what was there before.
    case ignored
    /// The question is no longer open.
    case refused
  }

  /// Seconds without input after a question appears or changes.
  package static let pause = 0.5

  /// The permissions that the user hasn't decided about.
  package private(set) var request: PermissionRequest?
  /// When the card was first drawn with these questions; nil before that.
  private var drawnAt: Double?

  package init() {}

  package var current: PermissionQuestion? { request?.questions.first }

  /// - Parameter new: nil, or a request without permissions, asks nothing.
  package mutating func ask(_ new: PermissionRequest?) {
    let new = new?.permissions.isEmpty == true ? nil : new
    guard new != request else { return }
    request = new
    drawnAt = nil
  }

  /// The card is on the screen as it is now.
  package mutating func drawn(at now: Double) { if drawnAt == nil { drawnAt = now } }

  /// The questions are covered or scrolled away. When they're back, they have just appeared.
  mutating func hidden() { drawnAt = nil }

  /// A decision about a question that isn't open.
  package func stale(at now: Double) -> Answer { isQuiet(at: now) ? .ignored : .refused }

  /// Removes the question if it may be answered now.
  package mutating func answer(_ question: PermissionQuestion, at now: Double) -> Answer {
    guard !isQuiet(at: now), request?.questions.contains(question) == true else { return stale(at: now) }
    request?.permissions.removeAll { $0 == question.permission }
    if request?.permissions.isEmpty == true { request = nil }
    drawnAt = nil
    return .accepted
  }

  private func isQuiet(at now: Double) -> Bool { drawnAt.map { (0..<Self.pause).contains(now - $0) } ?? true }
}
