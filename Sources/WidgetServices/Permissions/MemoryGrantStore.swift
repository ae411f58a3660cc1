import Synchronization

/// The in-memory implementation, for tests.
public final class MemoryGrantStore: GrantStore {
  private struct Decisions {
    var manifest: [UInt8]
    var records: [Permission: GrantRecord]
  }

  private let widgets = Mutex<[String: Decisions]>([:])

  public init() {}

  public func records(of widget: String, manifest: [UInt8]) throws(StoreError) -> [GrantRecord] {
    widgets.withLock { widgets in
      guard let found = widgets[widget], found.manifest == manifest else { return [] }
      return found.records.values.sorted { $0.permission < $1.permission }
    }
  }

  public func remember(_ records: [GrantRecord], of widget: String, manifest: [UInt8]) throws(StoreError) {
    widgets.withLock { widgets in
      if widgets[widget]?.manifest != manifest { widgets[widget] = Decisions(manifest: manifest, records: [:]) }
      for record in records { widgets[widget]?.records[record.permission] = record }
    }
  }

  public func list() throws(StoreError) -> [GrantEntry] {
    widgets.withLock { widgets in
      widgets.sorted { $0.key < $1.key }.flatMap { widget in
        widget.value.records.values.sorted { $0.permission < $1.permission }.map { GrantEntry(widget: widget.key, record: $0) }
      }
    }
  }

  public func revoke(_ permission: Permission?, of widget: String?) throws(StoreError) -> Int {
    widgets.withLock { widgets in
      var count = 0
      for id in widgets.keys where widget == nil || widget == id {
        for known in widgets[id]?.records.keys.map({ $0 }) ?? [] where permission == nil || permission == known {
          widgets[id]?.records[known] = nil
          count += 1
        }
      }
      return count
    }
  }
}
