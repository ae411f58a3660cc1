public import WidgetModel

/// A widget's views for a bar.
public struct BarSnapshots: Sendable, Equatable {
  /// The snapshot for the tooltip and the menu.
  public var full: Snapshot
  /// The snapshot for the bar itself; nil if the widget has no separate view for the `inline` family.
  public var inline: Snapshot?
  /// When the widget was last updated without a failure. If there was no new data, that's later than the snapshot.
  public var checkedAt: Double?

  public init(full: Snapshot, inline: Snapshot? = nil, checkedAt: Double? = nil) {
    self.full = full
    self.inline = inline
    self.checkedAt = checkedAt
  }

  /// When the data were last known to be current; 0 for never.
  var currentAt: Double { full.view == nil ? 0 : full.current(at: checkedAt).updatedAt }

  /// The moment carried in tap ids.
  var number: UInt64 {
    let milliseconds = full.updatedAt * 1000
    return milliseconds > 0 && milliseconds < 1e18 ? UInt64(saturating: milliseconds) : 0
  }
}
