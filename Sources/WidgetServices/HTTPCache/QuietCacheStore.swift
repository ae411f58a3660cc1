import Synchronization

/// A store of answers whose troubles end here: a fetch goes on without it, and the first trouble is told.
final class QuietCacheStore: Sendable {
  private let store: any HTTPCacheStore
  private let onNotice: @Sendable (StoreNotice) -> Void
  private let hasTold = Mutex(false)

  init(_ store: any HTTPCacheStore, onNotice: @escaping @Sendable (StoreNotice) -> Void) {
    self.store = store
    self.onNotice = onNotice
  }

  func responses(for url: String, of partition: String) -> [StoredResponse] {
    do throws(StoreError) {
      return try store.responses(for: url, of: partition)
    } catch {
      tell(error)
      return []
    }
  }

  func store(_ response: StoredResponse, of partition: String) {
    do throws(StoreError) { try store.store(response, of: partition) } catch { tell(error) }
  }

  func touch(_ response: StoredResponse, of partition: String, at now: Double) {
    do throws(StoreError) { try store.touch(response, of: partition, at: now) } catch { tell(error) }
  }

  func remove(_ url: String, of partition: String) {
    do throws(StoreError) { try store.remove(url, of: partition) } catch { tell(error) }
  }

  private func tell(_ error: StoreError) {
    let isFirst = hasTold.withLock { told in
      defer { told = true }
      return !told
    }
    if isFirst { onNotice(.responsesNotKept(error)) }
  }
}
