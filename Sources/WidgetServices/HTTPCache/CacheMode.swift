/// How one fetch uses the HTTP cache (the Fetch standard's "cache mode").
public enum CacheMode: String, Sendable, Hashable, CaseIterable {
  /// As the response's header fields require (RFC 9111).
  case `default`
  /// Neither reads from the store nor writes to it.
  case noStore = "no-store"
  /// Always fetches, and stores the response.
  case reload
  /// Serves a stored response only after validating it.
  case noCache = "no-cache"
  /// Serves a stored response however stale it is; otherwise fetches.
  case forceCache = "force-cache"
  /// Serves a stored response however stale it is; otherwise fails.
  case onlyIfCached = "only-if-cached"
}
