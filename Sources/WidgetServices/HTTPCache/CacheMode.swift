/// How one fetch uses the store of answers (the web's Fetch standard, "cache mode").
public enum CacheMode: String, Sendable, Hashable, CaseIterable {
  /// As the answer's own fields say (RFC 9111).
  case `default`
  /// The network alone: nothing is read from the store or kept in it.
  case noStore = "no-store"
  /// The network; its answer is kept.
  case reload
  /// What is stored is used after the server confirmed it.
  case noCache = "no-cache"
  /// What is stored is used however old it is; else the network.
  case forceCache = "force-cache"
  /// What is stored is used however old it is; else nothing.
  case onlyIfCached = "only-if-cached"
}
