public import WidgetModel

/// The last good snapshot of each widget instance.
///
/// Several processes may use one store at once. Times are seconds since 1970.
public protocol SnapshotStore: UpdateLease {
  /// - Returns: nil when there is none, or none that this version can read.
  func load(_ instance: String) throws(StoreError) -> Snapshot?

  /// Replaces what was stored for the snapshot's instance, its failure included.
  func save(_ snapshot: Snapshot) throws(StoreError)

  /// Notes why the newest update failed; the view stays as it is. Without a stored snapshot nothing happens.
  func markFailure(_ failure: Failure, at time: Double, instance: String) throws(StoreError)

  /// Takes a noted failure back. Without one nothing happens.
  func clearFailure(instance: String) throws(StoreError)

  /// Everything stored, sorted by instance; also what this version cannot read.
  func list() throws(StoreError) -> [SnapshotSummary]

  func clear(instance: String) throws(StoreError)

  func clearAll() throws(StoreError)
}

/// A stored snapshot without its view: for lists.
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
