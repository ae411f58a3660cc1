public import WidgetModel

/// Everything a surface knows about a widget on a board, besides its snapshots.
public struct BoardWidget: Sendable, Equatable, Identifiable {
  public var entry: BoardEntry
  /// The identity, with the name, the icon and the absolute path as far as they're known.
  public var identity: WidgetIdentity
  public var isUpdating = false
  /// Whether it's in front of the others for a while.
  public var isInFront = false
  /// Whether the shown data is older than twice the interval.
  public var isStale = false
  /// When the widget was last updated without a failure, by whichever process. Without new data that is later than its snapshot.
  public var checkedAt: Double?
  /// Why the widget cannot be used at all, or why its edited script is not: the file is missing, or has an error. The failure of an
  /// update is in the snapshot.
  public var failure: Failure?
  /// The note about a widget updated less often because it was stopped several times.
  public var backOff: BackOffNote?

  public var id: String { entry.id }

  public init(entry: BoardEntry, identity: WidgetIdentity) {
    self.entry = entry
    self.identity = identity
  }
}
