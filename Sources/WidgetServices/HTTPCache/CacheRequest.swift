/// The parts of a request that matter to the HTTP cache.
public struct CacheRequest: Sendable, Equatable {
  var method: PreparedRequest.Method
  /// Without a fragment.
  public var url: String
  /// Set by the script.
  public var headers: [HeaderField]
  public var mode: CacheMode
  /// Seconds; see ``FetchRequest/freshFor``.
  public var freshFor: Double?
  /// Seconds; see ``FetchRequest/usableFor``.
  public var usableFor: Double?

  init(
    _ url: String, method: PreparedRequest.Method = .get, headers: [HeaderField] = [], mode: CacheMode = .default,
    freshFor: Double? = nil, usableFor: Double? = nil
  ) {
    self.url = url
    self.method = method
    self.headers = headers
    self.mode = mode
    self.freshFor = freshFor
    self.usableFor = usableFor
  }

  init(_ prepared: PreparedRequest, as request: FetchRequest) {
    self.init(
      prepared.address.description, method: prepared.method, headers: prepared.headers, mode: request.cacheMode,
      freshFor: request.freshFor, usableFor: request.usableFor)
  }

  /// Whether it neither reads from nor writes to the store, because it's unsafe, partial or conditional.
  public var bypassesStore: Bool {
    !method.isSafe || mode == .noStore || headers.contains { Self.bypassing.contains($0.name.lowercased()) }
  }

  /// Whether the script asks to store the response regardless of its freshness information.
  var wantsStored: Bool { freshFor != nil || usableFor != nil }

  /// Whether a stored response must be validated first: `no-cache`, or `Pragma: no-cache` without `Cache-Control` (RFC 9111
  /// sections 5.2.1.4 and 5.4).
  var requiresValidation: Bool {
    if mode == .noCache { return true }
    if headers.contains(where: { $0.isNamed("Cache-Control") }) { return CacheControl(headers).has("no-cache") }
    return headers.values(of: "Pragma").contains { FieldList.members($0).contains { $0.lowercased() == "no-cache" } }
  }

  /// Header fields the mode implies for intermediary caches (the Fetch standard's HTTP-network-or-cache fetch), unless the script
  /// set its own.
  var fieldsForMode: [HeaderField] {
    let hasCacheControl = headers.contains { $0.isNamed("Cache-Control") }
    switch mode {
    case .noCache: return hasCacheControl ? [] : [HeaderField("Cache-Control", "max-age=0")]
    case .noStore, .reload:
      let pragma = headers.contains { $0.isNamed("Pragma") } ? [] : [HeaderField("Pragma", "no-cache")]
      return pragma + (hasCacheControl ? [] : [HeaderField("Cache-Control", "no-cache")])
    case .default, .forceCache, .onlyIfCached: return []
    }
  }

  private static let bypassing: Set = [
    "range", "if-none-match", "if-modified-since", "if-match", "if-unmodified-since", "if-range",
  ]
}

/// How one fetch uses the HTTP cache (the Fetch standard's "cache mode").
public enum CacheMode: String, Sendable, Hashable, CaseIterable {
  /// Follows the response's header fields (RFC 9111).
  case `default`
  /// Neither reads from the store nor writes to it.
  case noStore = "no-store"
  /// Always fetches, and stores the response.
  case reload
  /// Serves a stored response only after validating it.
  case noCache = "no-cache"
  /// Serves a stored response, however stale; otherwise fetches.
  case forceCache = "force-cache"
  /// Serves a stored response, however stale; otherwise fails.
  case onlyIfCached = "only-if-cached"
}
