/// What to do about a request, given what is stored for its URL (RFC 9111 section 4).
public enum CacheDecision: Sendable, Equatable {
  /// Give the stored answer.
  case use(StoredResponse, FetchResponse.Source)
  /// Give the stored answer, and ask the server for the next one meanwhile (RFC 5861 section 3).
  case useAndRevalidate(StoredResponse)
  /// Ask the server whether the stored answer is still right, with these fields added.
  case validate(StoredResponse, [HeaderField])
  /// Ask the server as if nothing were stored.
  case fetch
  /// Nothing that is stored will do, and the request forbids to ask: what 504 (Gateway Timeout) means.
  case refuse

  /// - Parameters:
  ///   - stored: Answers for the URL; those that do not fit the request are passed over.
  ///   - now: Seconds since 1970.
  public static func decide(_ request: CacheRequest, stored: [StoredResponse], now: Double) -> CacheDecision {
    let asked = CacheControl(request.headers)
    let staysInside = request.mode == .onlyIfCached || asked.has("only-if-cached")
    let otherwise: CacheDecision = staysInside ? .refuse : .fetch
    guard !request.bypassesStore, request.mode != .reload, let stored = Vary.select(stored, for: request) else {
      return otherwise
    }
    let freshness = Freshness(of: stored, freshFor: request.freshFor, now: now)
    if request.mode == .forceCache || request.mode == .onlyIfCached {
      return .use(stored, freshness.isFresh ? .cache : .stale)
    }
    // The author's word about freshness stands above the server's.
    let mustAsk = request.asksServer || (request.freshFor == nil && stored.cacheControl.noCache == .everything)
    if !mustAsk, agrees(asked, to: freshness) {
      if freshness.isFresh { return .use(stored, .cache) }
      if stored.maySpoil, !asked.has("min-fresh") {
        if mayBeStale(by: freshness.staleness, asked) { return .use(stored, .stale) }
        if !staysInside, isWithin(stored.cacheControl.delta("stale-while-revalidate"), freshness) {
          return .useAndRevalidate(stored)
        }
      }
    }
    guard !staysInside else { return .refuse }
    let conditions = Validation.conditions(for: stored)
    return conditions.isEmpty ? .fetch : .validate(stored, conditions)
  }

  /// Request directives `max-age` and `min-fresh` (sections 5.2.1.1 and 5.2.1.3). What cannot be read asks for most.
  private static func agrees(_ asked: CacheControl, to freshness: Freshness) -> Bool {
    if let limit = asked.delta("max-age"), freshness.age > (limit.seconds ?? -1) { return false }
    if let rest = asked.delta("min-fresh") {
      guard let rest = rest.seconds else { return false }
      return freshness.lifetime - freshness.age >= rest
    }
    return true
  }

  /// Request directive `max-stale` (section 5.2.1.2): without a number, however stale.
  private static func mayBeStale(by staleness: Double, _ asked: CacheControl) -> Bool {
    guard let directive = asked.directives.first(where: { $0.name == "max-stale" }) else { return false }
    guard let argument = directive.argument else { return true }
    return staleness <= (CacheControl.Delta(argument).seconds ?? -1)
  }

  /// A window of RFC 5861.
  private static func isWithin(_ window: CacheControl.Delta?, _ freshness: Freshness) -> Bool {
    window?.seconds.map { freshness.staleness <= $0 } ?? false
  }
}
