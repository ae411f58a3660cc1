import Synchronization

/// A response store whose errors never fail a fetch: the fetch continues without the store, and the first error is reported. It
/// never stores a response containing a secret.
final class BestEffortCacheStore: Sendable {
  private let store: any HTTPCacheStore
  private let secrets: SecretsInUse
  private let onNotice: @Sendable (StoreNotice) -> Void
  private let hasReported = Mutex(false)

  init(_ store: any HTTPCacheStore, secrets: SecretsInUse, onNotice: @escaping @Sendable (StoreNotice) -> Void) {
    self.store = store
    self.secrets = secrets
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

  /// Stores the response unless its URL, a header field or its body contains a secret.
  func store(_ response: StoredResponse, of partition: String) {
    let mask = secrets.mask
    guard mask.isEmpty || !contains(response, mask) else { return }
    do throws(StoreError) { try store.store(response, of: partition) } catch { report(error) }
  }

  func touch(_ response: StoredResponse, of partition: String, at now: Double) {
    do throws(StoreError) { try store.touch(response, of: partition, at: now) } catch { report(error) }
  }

  func remove(_ url: String, of partition: String) {
    do throws(StoreError) { try store.remove(url, of: partition) } catch { report(error) }
  }

  private func contains(_ response: StoredResponse, _ mask: SecretMask) -> Bool {
    mask.masked(response.url) != response.url || mask.masked(response.body) != response.body
      || (response.headers + response.varied).contains { mask.masked($0.value) != $0.value }
  }

  private func report(_ error: StoreError) {
    let isFirst = hasReported.withLock { reported in
      defer { reported = true }
      return !reported
    }
    if isFirst { onNotice(.responsesNotStored(error)) }
  }
}
