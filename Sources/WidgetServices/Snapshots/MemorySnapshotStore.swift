import Synchronization
public import WidgetModel

/// Snapshots and update leases in memory.
public final class MemorySnapshotStore: SnapshotStore {
  private struct Contents {
    var snapshots: [String: Entry] = [:]
    var leases: [String: Lease] = [:]
  }

  private struct Entry {
    var snapshot: Snapshot
    var size: Int
    var failedAt: Double?
  }

  private struct Lease {
    var owner: String
    var takenAt: Double
    var until: Double
  }

  private let contents = Mutex(Contents())

  public init() {}

  public func load(_ instance: String) throws(StoreError) -> Snapshot? {
    try StoreLimits().check(name: instance)
    return contents.withLock { $0.snapshots[instance]?.snapshot }
  }

  public func save(_ snapshot: Snapshot) throws(StoreError) {
    try StoreLimits().check(name: snapshot.widget.instance)
    // The size that it would have in a file.
    let size = (try? StoredSnapshot(snapshot)).map { $0.json.count + ($0.images?.count ?? 0) } ?? 0
    let entry = Entry(snapshot: snapshot, size: size, failedAt: snapshot.failure.map { _ in snapshot.updatedAt })
    contents.withLock { $0.snapshots[snapshot.widget.instance] = entry }
  }

  public func markFailure(_ failure: Failure, at time: Double, instance: String) throws(StoreError) {
    try StoreLimits().check(name: instance)
    contents.withLock {
      $0.snapshots[instance]?.snapshot.failure = failure
      $0.snapshots[instance]?.failedAt = time
    }
  }

  public func clearFailure(instance: String) throws(StoreError) {
    try StoreLimits().check(name: instance)
    contents.withLock {
      $0.snapshots[instance]?.snapshot.failure = nil
      $0.snapshots[instance]?.failedAt = nil
    }
  }

  public func list() throws(StoreError) -> [SnapshotSummary] {
    contents.withLock { contents in
      contents.snapshots.sorted { $0.key < $1.key }.map { _, entry in
        SnapshotSummary(
          widget: entry.snapshot.widget, updatedAt: entry.snapshot.updatedAt, failure: entry.snapshot.failure,
          failedAt: entry.failedAt, size: entry.size)
      }
    }
  }

  public func clear(instance: String) throws(StoreError) {
    try StoreLimits().check(name: instance)
    contents.withLock { $0.snapshots[instance] = nil }
  }

  public func clearAll() throws(StoreError) { contents.withLock { $0.snapshots = [:] } }

  // MARK: UpdateLease

  public func acquire(_ instance: String, owner: String, until: Double, now: Double) throws(StoreError) -> Bool {
    try StoreLimits().check(name: instance)
    try StoreLimits().check(name: owner)
    guard until.isFinite, now.isFinite else { return false }
    return contents.withLock { contents in
      if let lease = contents.leases[instance], lease.owner != owner, lease.until > now, lease.takenAt <= now { return false }
      contents.leases[instance] = Lease(owner: owner, takenAt: now, until: until)
      return true
    }
  }

  public func release(_ instance: String, owner: String) throws(StoreError) {
    try StoreLimits().check(name: instance)
    try StoreLimits().check(name: owner)
    contents.withLock { if $0.leases[instance]?.owner == owner { $0.leases[instance] = nil } }
  }
}
