import Synchronization

/// The in-memory implementation, for tests.
public final class MemoryGrantStore: GrantStore {
  private struct Decisions {
    var manifest: [UInt8]
    var records: [Permission: GrantRecord]
  }

  private struct State {
    var widgets: [String: Decisions] = [:]
    /// The number of the latest revocation of each widget and permission; nil stands for all.
    var revoked: [String?: [Permission?: Int]] = [:]
    var revocations = 0
    var changes = 0

    func revocations(of widget: String) -> Revocations {
      var result = Revocations()
      for (permission, number) in [revoked[nil], revoked[widget]].flatMap({ $0 ?? [:] }) {
        if let permission {
          result.single[permission] = max(number, result.single[permission] ?? 0)
        } else {
          result.all = max(number, result.all)
        }
      }
      return result
    }
  }

  private let state = Mutex(State())

  public init() {}

  public func decisions(of widget: String, manifest: [UInt8]) throws(StoreError) -> StoredDecisions {
    state.withLock { state in
      var decisions = StoredDecisions(revocations: state.revocations(of: widget))
      if let found = state.widgets[widget], found.manifest == manifest {
        decisions.records = found.records.values.sorted { $0.permission < $1.permission }
      }
      return decisions
    }
  }

  public func revision() throws(StoreError) -> GrantRevision? { .memory(state.withLock { $0.changes }) }

  public func remember(
    _ records: [GrantRecord], of widget: String, manifest: [UInt8], unlessRevokedSince revocations: Revocations?
  ) throws(StoreError) -> [GrantRecord] {
    state.withLock { state in
      state.changes += 1
      if state.widgets[widget]?.manifest != manifest { state.widgets[widget] = Decisions(manifest: manifest, records: [:]) }
      let now = state.revocations(of: widget)
      let valid = records.filter { (revocations ?? now).latest($0.permission) == now.latest($0.permission) }
      for record in valid { state.widgets[widget]?.records[record.permission] = record }
      return valid
    }
  }

  public func list() throws(StoreError) -> [GrantEntry] {
    state.withLock { state in
      state.widgets.sorted { $0.key < $1.key }.flatMap { widget in
        widget.value.records.values.sorted { $0.permission < $1.permission }.map { GrantEntry(widget: widget.key, record: $0) }
      }
    }
  }

  public func revoke(_ permission: Permission?, of widget: String?) throws(StoreError) -> Int {
    state.withLock { state in
      var count = 0
      for id in state.widgets.keys where widget == nil || widget == id {
        for known in state.widgets[id]?.records.keys.map({ $0 }) ?? [] where permission == nil || permission == known {
          state.widgets[id]?.records[known] = nil
          count += 1
        }
      }
      state.revocations += 1
      state.changes += 1
      state.revoked[widget, default: [:]][permission] = state.revocations
      return count
    }
  }
}
