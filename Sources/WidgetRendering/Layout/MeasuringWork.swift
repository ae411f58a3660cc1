/// Counts the measurements of a card's layout.
///
/// A view remembers its measurement for each size it's offered, and views usually get two or three. But with an `aspect_ratio` in
/// every one of the nested stacks, each level offers other sizes than the one before it: the number doubles from level to level.
/// Once it's spent, a view takes whatever measurement it has: see ``LayoutElement/measurementWithoutWork(_:)``.
final class MeasuringWork {
  /// The most measurements of a card.
  static let most = 100_000

  private let most: Int
  private(set) var spent = 0

  init(most: Int = MeasuringWork.most) { self.most = most }

  var isSpent: Bool { spent >= most }

  func add() { spent += 1 }
}
