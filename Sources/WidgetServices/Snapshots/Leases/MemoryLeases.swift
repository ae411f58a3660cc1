import Synchronization
import WidgetModel

/// Leases in memory.
final class MemoryLeases: Sendable {
  private struct Row {
    var owner = ""
    var number = 0
    var takenAt = 0.0
    var until = 0.0
    var state = InstanceState()

    func lease(_ instance: String) -> Lease { Lease(instance: instance, owner: owner, number: number, expires: until) }
  }

  private struct Contents {
    var rows: [String: Row] = [:]
    var contexts: [String: [String: [SnapshotContext]]] = [:]
    var observers: [Int: @Sendable () -> Void] = [:]
    var nextObserver = 0

    func contexts(of instance: String) -> [SnapshotContext] {
      var seen: Set<SnapshotContext> = []
      return contexts.sorted { $0.key < $1.key }.flatMap { $0.value[instance] ?? [] }.filter { seen.insert($0).inserted }
    }
  }

  private let contents = Mutex(Contents())

  func acquire(_ instance: String, owner: String, until: Double, now: Double) -> LeaseAttempt? {
    guard until.isFinite, now.isFinite else { return nil }
    return contents.withLock { contents in
      var row = contents.rows[instance] ?? Row()
      if row.owner != owner {
        if !row.owner.isEmpty, row.until > now, row.takenAt < until { return .held(row.lease(instance)) }
        row.number += 1
        row.owner = owner
      }
      row.until = until
      row.takenAt = now
      contents.rows[instance] = row
      var state = row.state
      state.contexts = contents.contexts(of: instance)
      return .acquired(row.lease(instance), state)
    }
  }

  func renew(owner: String, until: Double, now: Double) -> [Lease] {
    contents.withLock { contents in
      contents.rows.filter { $0.value.owner == owner }.keys.sorted().compactMap { instance in
        contents.rows[instance]?.until = until
        contents.rows[instance]?.takenAt = now
        return contents.rows[instance]?.lease(instance)
      }
    }
  }

  func release(_ lease: Lease) {
    contents.withLock { contents in
      guard let row = contents.rows[lease.instance], row.number == lease.number, row.owner == lease.owner else { return }
      contents.rows[lease.instance]?.owner = ""
      contents.rows[lease.instance]?.until = 0
    }
  }

  func isValid(_ lease: Lease) -> Bool {
    contents.withLock { $0.rows[lease.instance].map { $0.number == lease.number && $0.owner == lease.owner } ?? false }
  }

  func finish(_ update: FinishedUpdate, under lease: Lease, releasing: Bool) -> Bool {
    guard isValid(lease) else { return false }
    let observers = contents.withLock { contents in
      let change = (contents.rows.values.map(\.state.change).max() ?? 0) + 1
      let before = contents.rows[lease.instance]?.state.succeededAt
      contents.rows[lease.instance]?.state = InstanceState(
        change: change, updatedAt: update.time, succeededAt: update.isFailed ? before : update.time,
        nextUpdate: update.next.flatMap { $0.isNaN ? nil : $0 }, interval: update.interval.flatMap { $0.isNaN ? nil : $0 })
      return Array(contents.observers.values)
    }
    if releasing { release(lease) }
    for observer in observers { observer() }
    return true
  }

  /// Forgets the updates of one instance, or of all.
  func clear(_ instance: String?) {
    contents.withLock { contents in
      for (key, row) in contents.rows where instance == nil || key == instance {
        contents.rows[key]?.state = InstanceState(change: row.state.change)
      }
    }
  }

  func register(_ contexts: [SnapshotContext], of instance: String, host: String) {
    contents.withLock { $0.contexts[host, default: [:]][instance] = contexts.isEmpty ? nil : contexts }
  }

  func unregister(host: String) { contents.withLock { $0.contexts[host] = nil } }

  var hosts: [String] { contents.withLock { $0.contexts.filter { !$0.value.isEmpty }.keys.sorted() } }

  func state(of instance: String) -> InstanceState {
    contents.withLock { contents in
      var state = contents.rows[instance]?.state ?? InstanceState()
      state.contexts = contents.contexts(of: instance)
      return state
    }
  }

  func changes(after change: Int) -> [(instance: String, state: InstanceState)] {
    contents.withLock { contents in
      contents.rows.filter { $0.value.state.change > change }.map { (instance: $0.key, state: $0.value.state) }
        .sorted { $0.state.change < $1.state.change }
    }
  }

  func observe(_ onChange: @escaping @Sendable () -> Void) -> any Sendable {
    let id = contents.withLock { contents in
      contents.nextObserver += 1
      contents.observers[contents.nextObserver] = onChange
      return contents.nextObserver
    }
    return Observation { [weak self] in self?.contents.withLock { $0.observers[id] = nil } }
  }

  private final class Observation: Sendable {
    let end: @Sendable () -> Void
    init(_ end: @escaping @Sendable () -> Void) { self.end = end }
    deinit { end() }
  }
}
