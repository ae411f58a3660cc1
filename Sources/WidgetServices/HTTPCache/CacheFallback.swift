/// What is given when the server cannot be asked, or says that it is in trouble.
public enum CacheFallback {
  public enum Trouble: Sendable, Equatable {
    case error(FetchError.Kind)
    case status(Int)
  }

  /// The stored answer that stands in, if one may: within the script's `usable_for`, or within `stale-if-error` of the answer or the
  /// request (RFC 5861 section 4).
  public static func response(
    for request: CacheRequest, stored: [StoredResponse], after trouble: Trouble, now: Double
  ) -> StoredResponse? {
    guard !request.bypassesStore, let stored = Vary.select(stored, for: request), stored.status < 500 else { return nil }
    if let limit = request.usableFor, isTrouble(trouble, statuses: 500...599) {
      let held = now - stored.responseTime
      if held <= limit, held >= -Freshness.clockTolerance { return stored }
    }
    guard isTrouble(trouble, statuses: 500...504), trouble != .status(501), request.mode == .default, !request.asksServer,
      stored.maySpoil
    else { return nil }
    let freshness = Freshness(of: stored, freshFor: request.freshFor, now: now)
    let windows = [stored.cacheControl, CacheControl(request.headers)].compactMap { $0.delta("stale-if-error")?.seconds }
    guard let window = windows.max(), stored.responseTime <= now + Freshness.clockTolerance else { return nil }
    return freshness.staleness <= window ? stored : nil
  }

  private static func isTrouble(_ trouble: Trouble, statuses: ClosedRange<Int>) -> Bool {
    switch trouble {
    case .status(let status): statuses.contains(status)
    case .error(let kind): [.dns, .connect, .tls, .timeout, .protocolError, .offline, .decode].contains(kind)
    }
  }
}
