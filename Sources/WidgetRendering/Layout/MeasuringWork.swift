/// Counts the measurements of a card's layout, and ends them.
///
/// A view remembers its measurement for each size it's offered, and views usually get two or three. But in nested stacks with an
/// `aspect_ratio` each, every level offers other sizes than the one before it: the number doubles from level to level. So a view
/// that has got many sizes takes rounded ones (``Proposal/rounded(_:)``), of which there are few. Whatever else a script nests:
/// once the work is spent, a view takes a measurement it already has.
final class MeasuringWork {
  /// The most measurements of a card.
  static let most = 100_000

  private let most: Int
  private(set) var spent = 0

  init(most: Int = MeasuringWork.most) { self.most = most }

  var isSpent: Bool { spent >= most }

  func add(_ count: Int = 1) { spent += count }

  /// Counts a text that's measured: a long one costs as much as several short views.
  func add(text: String?) { spent += (text?.utf8.count ?? 0) / 24 }
}

extension Proposal {
  /// A size at most a fifth smaller, from the few that all sizes are rounded to, in whole cells.
  func rounded(_ metrics: SurfaceMetrics) -> Proposal {
    func rounded(_ length: Double) -> Double {
      guard length >= 1, length.isFinite else { return length.isFinite ? 0 : length }
      // Four of them from a power of two to the next.
      let step = max(1, length.binade / 4)
      return (length / step).rounded(.down) * step
    }
    return Proposal(width: width.map { metrics.floorWidth(rounded($0)) }, height: height.map { metrics.floorHeight(rounded($0)) })
  }
}
