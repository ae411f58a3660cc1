/// A request as the store of answers sees it.
public struct CacheRequest: Sendable, Equatable {
  var method: PreparedRequest.Method
  /// Without a fragment.
  public var url: String
  /// What the script set.
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

  /// Whether it neither reads nor fills the store: it changes things, asks for a part, or brings conditions of its own.
  public var bypassesStore: Bool {
    !method.isSafe || mode == .noStore || headers.contains { Self.bypassing.contains($0.name.lowercased()) }
  }

  /// Whether the author wants the answer kept whatever it says of its freshness.
  var wantsStored: Bool { freshFor != nil || usableFor != nil }

  /// Whether the server has to be asked in any case: `no-cache`, or `Pragma: no-cache` where `Cache-Control` says nothing
  /// (RFC 9111 sections 5.2.1.4 and 5.4).
  var asksServer: Bool {
    if mode == .noCache { return true }
    if headers.contains(where: { $0.isNamed("Cache-Control") }) { return CacheControl(headers).has("no-cache") }
    return headers.values(of: "Pragma").contains { FieldList.members($0).contains { $0.lowercased() == "no-cache" } }
  }

  /// What is said to the caches on the way (the Fetch standard's HTTP-network-or-cache fetch), unless the script did.
  var fieldsForMode: [HeaderField] {
    let saysCacheControl = headers.contains { $0.isNamed("Cache-Control") }
    switch mode {
    case .noCache: return saysCacheControl ? [] : [HeaderField("Cache-Control", "max-age=0")]
    case .noStore, .reload:
      let pragma = headers.contains { $0.isNamed("Pragma") } ? [] : [HeaderField("Pragma", "no-cache")]
      return pragma + (saysCacheControl ? [] : [HeaderField("Cache-Control", "no-cache")])
    case .default, .forceCache, .onlyIfCached: return []
    }
  }

  private static let bypassing: Set = [
    "range", "if-none-match", "if-modified-since", "if-match", "if-unmodified-since", "if-range",
  ]
}
