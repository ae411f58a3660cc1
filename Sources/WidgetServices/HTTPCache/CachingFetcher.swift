/// A fetcher that keeps answers and gives them again: a private HTTP cache (RFC 9111, RFC 5861) in front of another fetcher.
///
/// Each hop of a redirect goes through the store by itself. Permissions are checked on every URL before a stored answer is given.
public final class CachingFetcher: Fetcher {
  private let exchange: CachedExchange
  let flights = FlightBoard()
  private let background = BackgroundWork()

  /// - Parameters:
  ///   - network: What is asked when the store will not do.
  ///   - onNotice: Hears once when the store cannot be used. No fetch fails for that.
  public init(
    _ network: any Fetcher, store: any HTTPCacheStore, clock: any WidgetClock,
    onNotice: @escaping @Sendable (StoreNotice) -> Void = { _ in }
  ) {
    exchange = CachedExchange(network: network, store: QuietCacheStore(store, onNotice: onNotice), clock: clock)
  }

  /// Waits for revalidations in the background, a second at most: those that take longer are given up.
  public func settle() async { await background.settle(within: .seconds(1)) }

  public func fetch(_ request: FetchRequest, policy: NetPolicy) async throws(FetchError) -> FetchResponse {
    var trail = RedirectTrail(try PreparedRequest(request), mode: request.redirect)
    let deadline = ContinuousClock.now + .seconds(request.timeout)
    while true {
      try policy.check(trail.request.address)
      let response: FetchResponse
      do throws(FetchError) {
        response = try await answer(to: Hop(trail.request, of: request, policy: policy, deadline: deadline))
      } catch {
        guard case .timeout = error.reason else { throw error }
        throw FetchError(.timeout(seconds: request.timeout), target: error.target, remedy: error.remedy)
      }
      guard try trail.follows(response) else { return response }
    }
  }

  public func storedAnswer(to request: FetchRequest, policy: NetPolicy) -> FetchResponse? {
    guard let prepared = try? PreparedRequest(request), prepared.method.isSafe else { return nil }
    var trail = RedirectTrail(prepared, mode: request.redirect)
    // A step that may not be made, too, is told by the fetch.
    while (try? policy.check(trail.request.address)) != nil {
      let hop = Hop(trail.request, of: request, policy: policy, deadline: .now)
      guard let response = exchange.storedAnswer(to: hop), let follows = try? trail.follows(response) else { return nil }
      if !follows { return response }
    }
    return nil
  }

  /// Identical requests at the same time are one.
  private func answer(to hop: Hop) async throws(FetchError) -> FetchResponse {
    guard hop.request.method.isSafe else { return try await exchange.answer(to: hop) { _ in } }
    let result = await flights.join(hop.key) { [exchange, background] in
      do throws(FetchError) {
        return .success(
          try await exchange.answer(to: hop) { stored in
            background.begin(hop.backgroundKey) { await exchange.revalidate(stored, for: hop) }
          })
      } catch {
        return .failure(error)
      }
    }
    guard let result else { throw FetchError(.cancelled, target: hop.prepared.address.target) }
    return try result.get()
  }
}
