import WidgetModel
import WidgetSystem

/// A card in front of the others, for a while.
extension Board {
  /// How long a card can be in front, in seconds.
  public static let frontSeconds = 1.0...3600.0
  /// How long one is, unless somebody says otherwise.
  public static let defaultFrontSeconds = 60.0

  /// The card in front, and the task that ends it.
  struct Front: Sendable {
    var id: String
    var end: Task<Void, Never>
  }

  /// Puts a widget in front of the others on all surfaces of this host, even a hidden one. It replaces one that's in front.
  ///
  /// - Parameter seconds: One of ``frontSeconds``.
  /// - Returns: Whether the widget is on the board.
  @discardableResult
  func bringToFront(_ instance: String, seconds: Double) -> Bool {
    guard !isClosed, let id = widgets.first(where: { $0.identity.instance == instance })?.id else { return false }
    front?.end.cancel()
    let seconds = min(Self.frontSeconds.upperBound, max(Self.frontSeconds.lowerBound, seconds))
    front = Front(
      id: id,
      end: Task { [weak self] in
        try? await Task.pause(seconds: seconds)
        if !Task.isCancelled { await self?.endFront() }
      })
    frontChanged()
    return true
  }

  /// The same on every running host of the user.
  ///
  /// - Returns: false if this board has no such widget.
  public func bringToFrontEverywhere(_ id: String, seconds: Double) async -> Bool {
    guard let instance = widget(id)?.identity.instance else { return false }
    bringToFront(instance, seconds: seconds)
    _ = await root.announce([.show(instance: instance, seconds: seconds)], except: keeper.owner)
    return true
  }

  private func endFront() {
    front = nil
    frontChanged()
  }

  private func frontChanged() {
    markFront()
    events.send(.widgets(widgets))
    visibilityChanged()
  }

  /// Notes in the widgets which one is in front. The others are as the file says.
  func markFront() {
    let entries = Dictionary(file.entries.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for index in widgets.indices {
      guard let entry = entries[widgets[index].id] else { continue }
      widgets[index].entry = entry
      widgets[index].isInFront = front?.id == entry.id
      if widgets[index].isInFront { widgets[index].entry.isHidden = false }
    }
  }
}
