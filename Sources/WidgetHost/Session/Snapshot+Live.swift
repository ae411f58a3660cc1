public import WidgetModel

extension Snapshot {
  /// The snapshot with the view of a redraw during an update or a tap, which knows only that, or with the failure of a widget that has no
  /// view of its own yet, such as one with new settings.
  ///
  /// - Parameter live: nil when no call is in progress.
  public func showing(_ live: Snapshot?) -> Snapshot {
    guard let live else { return self }
    var shown = self
    guard live.view != nil else {
      if view == nil { return live }
      shown.failure = live.failure ?? failure
      return shown
    }
    (shown.view, shown.insets, shown.preferredSize, shown.hasContent) =
      (live.view, live.insets, live.preferredSize, live.hasContent)
    return shown
  }
}
