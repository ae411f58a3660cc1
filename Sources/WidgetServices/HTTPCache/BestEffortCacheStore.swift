import Synchronization

/// A response store whose errors never fail a fetch: the fetch continues without the store, and the first error is reported.
final class BestEffortCacheStore: Sendable {
  private let store: any HTTPCacheStore
  private let onNotice: @Sendable (StoreNotice) -> Void
  private let hasReported = Mutex(false)

  init(_ store: any HTTPCacheStore, onNotice: @escaping @Sendable (StoreNotice) -> Void) {
    self.store = store
    self.onNotice = onNotice
  }

  func responses(for url: String, of partition: String) -> [StoredResponse] {
    do throws(StoreError) {
      return try store.responses(for: url, of: partition)
    } catch {
      report(error)
      return []
    }
  }

  func store(_ response: StoredResponse, of partition: String) {
    do throws(StoreError) { try store.store(response, of: partition) } catch { report(error) }
  }

  func touch(_ response: StoredResponse, of partition: String, at now: Double) {
    do throws(StoreError) { try store.touch(response, of: partition, at: now) } catch { report(error) }
  }

  func remove(_ url: String, of partition: String) {
    do throws(StoreError) { try store.remove(url, of: partition) } catch { report(error) }
  }

  private func report(_ error: StoreError) {
    let isFirst = hasReported.withLock { reported in
      defer { reported = true }
      return !reported
    }
    if isFirst { onNotice(.responsesNotStored(error)) }
  }
}
