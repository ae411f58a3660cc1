/// Counts the work of laying out a card, and ends it.
///
/// A view remembers its measurement for each size it's offered, and views usually get two or three. But in nested stacks with an
/// `aspect_ratio` each, every level offers other sizes than the one before it: the number doubles from level to level. So a view
/// that has got many sizes takes rounded ones (``Proposal/rounded(_:)``), of which there are few. Whatever else a script nests:
/// once the work is spent, a view takes a measurement it already has, and the card shows a notice instead (``WorkNotice``).
///
/// The work is counted, not timed, so every program and every computer ends at the same place. The most takes about 0.2 s; a hundred
/// rows need 2,000.
final class MeasuringWork {
  /// The most measurements of a card, together with the text that's read and the views that are prepared for it.
  static let most = 100_000
  /// Reading this much text costs as much as measuring a view, in bytes.
  static let bytesOfOne = 24
  /// Preparing this many views to be measured, or considering them for rows to leave out, costs as much as measuring one.
  static let viewsOfOne = 8

  private let most: Int
  private var measurements = 0
  private var bytes = 0
  private var views = 0
  /// The texts of the card, analysed once.
  let texts = TextCache()

  init(most: Int = MeasuringWork.most) { self.most = most }

  var spent: Int { measurements + bytes / Self.bytesOfOne + views / Self.viewsOfOne }

  var isSpent: Bool { spent >= most }

  func add(_ count: Int = 1) { measurements += count }

  /// Counts text that's read.
  func add(bytes: Int) { self.bytes += bytes }

  /// Counts views that are prepared.
  func add(views: Int) { self.views += views }
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
