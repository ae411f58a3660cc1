/// How a cache handles a request, given the stored responses for its target URI (RFC 9111 section 4).
public enum CacheDecision: Sendable, Equatable {
  /// Serve the stored response.
  case use(StoredResponse, FetchResponse.Source)
  /// Serve the stale response and revalidate it in the background (RFC 5861 section 3).
  case useAndRevalidate(StoredResponse)
  /// Validate the stored response with a conditional request, adding these fields.
  case validate(StoredResponse, [HeaderField])
  /// Forward the request as if nothing were stored.
  case fetch
  /// No stored response satisfies the request and it can't be forwarded: 504 (Gateway Timeout).
  case gatewayTimeout

  /// - Parameters:
  ///   - stored: Responses for the URL; those not matching the request are ignored.
  ///   - now: Seconds since 1970.
  public static func decide(_ request: CacheRequest, stored: [StoredResponse], now: Double) -> CacheDecision {
    let directives = CacheControl(request.headers)
    let isOnlyIfCached = request.mode == .onlyIfCached || directives.has("only-if-cached")
    guard !request.bypassesStore, request.mode != .reload, let stored = Vary.select(stored, for: request) else {
      return isOnlyIfCached ? .gatewayTimeout : .fetch
    }
    let freshness = Freshness(of: stored, freshFor: request.freshFor, now: now)
    if request.mode == .forceCache || request.mode == .onlyIfCached {
      return .use(stored, freshness.isFresh ? .cache : .stale)
    }
    // The script's fresh_for overrides the server's no-cache.
    let mustValidate = request.requiresValidation || (request.freshFor == nil && stored.cacheControl.noCache == .everything)
    if !mustValidate, satisfies(directives, freshness) {
      if freshness.isFresh { return .use(stored, .cache) }
      if stored.allowsStale, !directives.has("min-fresh") {
        if permitsStaleness(of: freshness.staleness, directives) { return .use(stored, .stale) }
        if !isOnlyIfCached, isWithin(stored.cacheControl.delta("stale-while-revalidate"), freshness) {
          return .useAndRevalidate(stored)
        }
      }
    }
    guard !isOnlyIfCached else { return .gatewayTimeout }
    let conditions = Validation.conditions(for: stored)
    return conditions.isEmpty ? .fetch : .validate(stored, conditions)
  }

  /// Checks the request directives `max-age` and `min-fresh` (sections 5.2.1.1 and 5.2.1.3). An invalid argument counts as the
  /// strictest one.
  private static func satisfies(_ directives: CacheControl, _ freshness: Freshness) -> Bool {
    if let limit = directives.delta("max-age"), freshness.age > (limit.seconds ?? -1) { return false }
    if let minimum = directives.delta("min-fresh") {
      guard let minimum = minimum.seconds else { return false }
      return freshness.lifetime - freshness.age >= minimum
    }
    return true
  }

  /// Checks the request directive `max-stale` (section 5.2.1.2): without an argument any staleness is fine.
  private static func permitsStaleness(of staleness: Double, _ directives: CacheControl) -> Bool {
    guard let directive = directives.directives.first(where: { $0.name == "max-stale" }) else { return false }
    guard let argument = directive.argument else { return true }
    return staleness <= (CacheControl.Delta(argument).seconds ?? -1)
  }

  /// Checks a window of RFC 5861.
  private static func isWithin(_ window: CacheControl.Delta?, _ freshness: Freshness) -> Bool {
    window?.seconds.map { freshness.staleness <= $0 } ?? false
  }
}
