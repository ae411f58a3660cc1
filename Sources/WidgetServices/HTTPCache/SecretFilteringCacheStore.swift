/// A response store that rejects responses containing a secret in their URL, header fields or body.
public struct SecretFilteringCacheStore: HTTPCacheStore {
  private let base: any HTTPCacheStore
  private let secrets: SecretsInUse

  public init(_ base: any HTTPCacheStore, secrets: SecretsInUse) {
    self.base = base
    self.secrets = secrets
  }

  public var limits: HTTPCacheLimits { base.limits }

  public func responses(for url: String, of partition: String) throws(StoreError) -> [StoredResponse] {
    try base.responses(for: url, of: partition)
  }

  /// Stores the response unless it contains a secret; as with one that is too large, that is not an error.
  public func store(_ response: StoredResponse, of partition: String) throws(StoreError) {
    let mask = secrets.mask
    guard !mask.isEmpty, contains(response, mask) else { return try base.store(response, of: partition) }
  }

  public func touch(_ response: StoredResponse, of partition: String, at now: Double) throws(StoreError) {
    try base.touch(response, of: partition, at: now)
  }

  public func remove(_ url: String, of partition: String?) throws(StoreError) { try base.remove(url, of: partition) }

  public func clear(_ partition: String?) throws(StoreError) { try base.clear(partition) }

  public func list(_ partition: String?) throws(StoreError) -> [HTTPCacheEntry] { try base.list(partition) }

  private func contains(_ response: StoredResponse, _ mask: SecretMask) -> Bool {
    mask.masked(response.url) != response.url || mask.masked(response.body) != response.body
      || (response.headers + response.varied).contains { mask.masked($0.value) != $0.value }
  }
}
