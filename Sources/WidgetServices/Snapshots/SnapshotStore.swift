public import WidgetModel

/// The last good snapshot of each widget instance.
///
/// Several processes may use one store at once. Times are seconds since 1970.
public protocol SnapshotStore: UpdateLease {
  /// - Returns: nil if there is none that this version can read.
  func load(_ instance: String) throws(StoreError) -> Snapshot?

  /// Replaces the stored snapshot of the same instance, including its failure.
  func save(_ snapshot: Snapshot) throws(StoreError)

  /// Records why the latest update failed; the view is unchanged. Does nothing without a stored snapshot.
  func markFailure(_ failure: Failure, at time: Double, instance: String) throws(StoreError)

  /// Removes a recorded failure, if any.
  func clearFailure(instance: String) throws(StoreError)

  /// All stored snapshots sorted by instance, including those that this version cannot read.
  func list() throws(StoreError) -> [SnapshotSummary]

  func clear(instance: String) throws(StoreError)

  func clearAll() throws(StoreError)
}

/// A list entry for a stored snapshot.
public struct SnapshotSummary: Sendable, Equatable {
  public var widget: WidgetIdentity
  /// When the view last changed.
  public var updatedAt: Double
  public var failure: Failure?
  public var failedAt: Double?
  /// Bytes.
  public var size: Int

  public init(widget: WidgetIdentity, updatedAt: Double, failure: Failure? = nil, failedAt: Double? = nil, size: Int) {
    self.widget = widget
    self.updatedAt = updatedAt
    self.failure = failure
    self.failedAt = failedAt
    self.size = size
  }
}
