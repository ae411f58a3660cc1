/// Chooses a stale response to serve when the origin server fails.
public enum CacheFallback {
  /// Why a request failed.
  public enum Failure: Sendable, Equatable {
    case error(FetchError.Kind)
    case status(Int)
  }

  /// The stored response that may be served instead: within the script's `usable_for`, or within `stale-if-error` of the response or
  /// the request (RFC 5861 section 4).
  public static func response(
    for request: CacheRequest, stored: [StoredResponse], after failure: Failure, now: Double
  ) -> StoredResponse? {
    guard !request.bypassesStore, let stored = Vary.select(stored, for: request), stored.status < 500 else { return nil }
    if let limit = request.usableFor, applies(to: failure, statuses: 500...599) {
      let held = now - stored.responseTime
      if held <= limit, held >= -Freshness.clockTolerance { return stored }
    }
    guard applies(to: failure, statuses: 500...504), failure != .status(501), request.mode == .default,
      !request.requiresValidation, stored.allowsStale
    else { return nil }
    let freshness = Freshness(of: stored, freshFor: request.freshFor, now: now)
    let windows = [stored.cacheControl, CacheControl(request.headers)].compactMap { $0.delta("stale-if-error")?.seconds }
    guard let window = windows.max(), stored.responseTime <= now + Freshness.clockTolerance else { return nil }
    return freshness.staleness <= window ? stored : nil
  }

  private static func applies(to failure: Failure, statuses: ClosedRange<Int>) -> Bool {
    switch failure {
    case .status(let status): statuses.contains(status)
    case .error(let kind): [.dns, .connect, .tls, .timeout, .protocolError, .offline, .decode, .fetcher].contains(kind)
    }
  }
}
