import Synchronization
public import WidgetModel

/// Snapshots and leases in memory.
public final class MemorySnapshotStore: SnapshotStore {
  private struct Contents {
    /// Oldest first.
    var snapshots: [Entry] = []

    /// Removes the entries saved first.
    mutating func evict(keeping count: Int, where isCounted: (Entry) -> Bool) {
      let excess = snapshots.filter(isCounted).count - count
      guard excess > 0 else { return }
      var removed = 0
      snapshots.removeAll { entry in
        guard removed < excess, isCounted(entry) else { return false }
        removed += 1
        return true
      }
    }
  }

  private struct Entry {
    var snapshot: Snapshot
    var revision: Int
    var size: Int
    var failedAt: Double?

    var instance: String { snapshot.widget.instance }
    var context: SnapshotContext { snapshot.context }
  }

  private let contents = Mutex(Contents())
  private let leases = MemoryLeases()

  public init() {}

  public func nearest(to context: SnapshotContext, of instance: String) throws(StoreError) -> NearestSnapshot? {
    try StoreLimits().check(name: instance)
    return contents.withLock { contents in
      let entries = contents.snapshots.filter { $0.instance == instance }
      func rank(_ entry: Entry) -> (Int, Int, Int, Int) {
        (
          entry.context.appearanceKey == context.appearanceKey ? 1 : 0, entry.context.family == context.family ? 1 : 0,
          entry.revision, entry.context == context ? 1 : 0
        )
      }
      // The last saved of equal entries.
      guard let best = entries.reversed().max(by: { rank($0) < rank($1) }) else { return nil }
      let newest = entries.map(\.revision).max()
      return NearestSnapshot(best.snapshot, isCurrent: best.context == context && best.revision == newest)
    }
  }

  public func load(_ instance: String, for context: SnapshotContext) throws(StoreError) -> Snapshot? {
    try StoreLimits().check(name: instance)
    return contents.withLock { $0.snapshots.first { $0.instance == instance && $0.context == context }?.snapshot }
  }

  public func save(_ snapshot: Snapshot, under lease: Lease?, finishing update: FinishedUpdate?) throws(StoreError) {
    let instance = snapshot.widget.instance
    try StoreLimits().check(name: instance)
    try check(lease)
    // Its size in a file.
    let size = StoredSnapshot(snapshot).size
    let failedAt = snapshot.failure.map { _ in snapshot.updatedAt }
    contents.withLock { contents in
      let newest = contents.snapshots.filter { $0.instance == instance }.map(\.revision).max() ?? 0
      contents.snapshots.removeAll { $0.instance == instance && $0.context == snapshot.context }
      contents.snapshots.append(
        Entry(
          snapshot: snapshot, revision: newest + (snapshot.result == .newData ? 1 : 0), size: size, failedAt: failedAt))
      let key = snapshot.context.appearanceKey
      contents.evict(keeping: SnapshotLimits.sizes) { $0.instance == instance && $0.context.appearanceKey == key }
      contents.evict(keeping: SnapshotLimits.contexts) { $0.instance == instance }
      for index in contents.snapshots.indices where contents.snapshots[index].instance == instance {
        contents.snapshots[index].snapshot.failure = snapshot.failure
        contents.snapshots[index].failedAt = failedAt
      }
    }
    if let lease, let update { _ = leases.finish(update, under: lease, releasing: true) }
  }

  private func check(_ lease: Lease?) throws(StoreError) {
    if let lease, !leases.isValid(lease) { throw .leaseLost(instance: lease.instance) }
  }

  public func markFailure(_ failure: Failure, at time: Double, instance: String, under lease: Lease?) throws(StoreError) {
    try check(lease)
    try setFailure(failure, at: time, instance)
  }

  public func clearFailure(instance: String, under lease: Lease?) throws(StoreError) {
    try check(lease)
    try setFailure(nil, at: nil, instance)
  }

  private func setFailure(_ failure: Failure?, at time: Double?, _ instance: String) throws(StoreError) {
    try StoreLimits().check(name: instance)
    contents.withLock { contents in
      for index in contents.snapshots.indices where contents.snapshots[index].instance == instance {
        contents.snapshots[index].snapshot.failure = failure
        contents.snapshots[index].failedAt = time
      }
    }
  }

  public func list() throws(StoreError) -> [SnapshotSummary] {
    contents.withLock { contents in
      contents.snapshots.enumerated().sorted { left, right in
        (left.element.instance, -left.element.revision, -left.offset) < (
          right.element.instance, -right.element.revision, -right.offset
        )
      }.map { _, entry in
        SnapshotSummary(
          widget: entry.snapshot.widget, context: entry.context, updatedAt: entry.snapshot.updatedAt,
          failure: entry.snapshot.failure, failedAt: entry.failedAt, size: entry.size)
      }
    }
  }

  public func clear(instance: String) throws(StoreError) {
    try StoreLimits().check(name: instance)
    contents.withLock { contents in contents.snapshots.removeAll { $0.instance == instance } }
    leases.clear(instance)
  }

  public func clearAll() throws(StoreError) {
    contents.withLock { contents in contents.snapshots = [] }
    leases.clear(nil)
  }

  // MARK: LeaseStore

  public func acquire(_ instance: String, owner: String, until: Double, now: Double) throws(StoreError) -> LeaseAttempt {
    try StoreLimits().check(name: instance)
    try StoreLimits().check(name: owner)
    guard let attempt = leases.acquire(instance, owner: owner, until: until, now: now) else {
      throw .unavailable(StoreLocation("memory"), reason: StoreError.noTime)
    }
    return attempt
  }

  public func renew(owner: String, until: Double, now: Double) throws(StoreError) -> [Lease] {
    leases.renew(owner: owner, until: until, now: now)
  }

  public func release(_ lease: Lease) throws(StoreError) { leases.release(lease) }

  public func finish(_ update: FinishedUpdate, under lease: Lease, releasing: Bool) throws(StoreError) -> Bool {
    leases.finish(update, under: lease, releasing: releasing)
  }

  public func register(_ contexts: [SnapshotContext], of instance: String, host: String) throws(StoreError) {
    leases.register(contexts, of: instance, host: host)
  }

  public func unregister(host: String) throws(StoreError) { leases.unregister(host: host) }

  public func hosts() throws(StoreError) -> [String] { leases.hosts }

  public func state(of instance: String) throws(StoreError) -> InstanceState { leases.state(of: instance) }

  public func changes(after change: Int) throws(StoreError) -> [(instance: String, state: InstanceState)] {
    leases.changes(after: change)
  }

  public func observe(_ onChange: @escaping @Sendable () -> Void) -> (any Sendable)? { leases.observe(onChange) }
}
