/// One request and its response, through the response store.
struct CachedExchange: Sendable {
  let network: any Fetcher
  let store: BestEffortCacheStore
  let clock: any WidgetClock

  /// The response if the store alone can satisfy the request; nil if the request fails, or the origin server has to be asked,
  /// which is then prepared.
  func storedResponse(to step: RedirectStep) -> FetchResponse? {
    switch decision(for: step, stored: stored(for: step)) {
    case .use(let response, let source): return serve(response, source, to: step)
    case .fetch, .validate: network.prepare()
    case .useAndRevalidate, .gatewayTimeout: break
    }
    return nil
  }

  /// - Parameter onStale: Called with a stale response served while it's revalidated in the background.
  func response(to step: RedirectStep, onStale: (StoredResponse) -> Void) async throws(FetchError) -> FetchResponse {
    let stored = stored(for: step)
    switch decision(for: step, stored: stored) {
    case .use(let response, let source): return serve(response, source, to: step)
    case .useAndRevalidate(let response):
      onStale(response)
      return serve(response, .stale, to: step)
    case .validate(let response, let conditions):
      return try await forward(step, stored: stored, validating: response, conditions: conditions)
    case .fetch: return try await forward(step, stored: stored)
    case .gatewayTimeout:
      // The cache mode is our API and fails with an error; the header directive is HTTP and gives a 504 (section 5.2.1.7).
      guard step.request.mode != .onlyIfCached else { throw FetchError(.notStored, target: step.prepared.address.target) }
      return FetchResponse(status: 504, url: step.request.url, source: .cache)
    }
  }

  /// Revalidates a stored response for later requests. A failure leaves it unchanged.
  func revalidate(_ stored: StoredResponse, for step: RedirectStep) async {
    var step = step
    step.request.method = .get
    step.prepared.method = .get
    step.deadline = .now + .seconds(step.totalTimeout)
    _ = try? await forward(step, stored: [], validating: stored, conditions: Validation.conditions(for: stored))
  }

  private func stored(for step: RedirectStep) -> [StoredResponse] {
    guard !step.request.bypassesStore else { return [] }
    return store.responses(for: step.request.url, of: step.partition).filter(step.accepts)
  }

  private func decision(for step: RedirectStep, stored: [StoredResponse]) -> CacheDecision {
    CacheDecision.decide(step.request, stored: stored, now: clock.now())
  }

  /// Forwards the request to the origin server and updates the store with its response.
  private func forward(
    _ step: RedirectStep, stored: [StoredResponse], validating: StoredResponse? = nil, conditions: [HeaderField] = []
  ) async throws(FetchError) -> FetchResponse {
    let requestTime = clock.now()
    var response: FetchResponse
    do throws(FetchError) {
      response = try await network.fetch(step.outgoing(adding: conditions), policy: step.policy)
    } catch {
      if let fallback = fallback(after: .error(error.kind), step, stored) { return fallback }
      throw error
    }
    let responseTime = clock.now()
    if let validating, response.status == 304, !conditions.isEmpty {
      // A 304 for another response: ask again without conditions.
      guard Validation.confirms(response, validating) else { return try await forward(step, stored: stored) }
      let updated = Validation.updated(validating, by: response, requestTime: requestTime, responseTime: responseTime)
      save(updated, for: step)
      return serve(updated, .revalidated, to: step)
    }
    if let fallback = fallback(after: .status(response.status), step, stored) { return fallback }
    response.age = response.ageFieldValue
    updateStore(from: response, step, requestTime: requestTime, responseTime: responseTime)
    return response
  }

  /// Stores, updates or invalidates stored responses after one from the origin server.
  private func updateStore(from response: FetchResponse, _ step: RedirectStep, requestTime: Double, responseTime: Double) {
    for url in Invalidation.urls(after: response, to: step.prepared.address, method: step.request.method) {
      store.remove(url, of: step.partition)
    }
    guard !step.request.bypassesStore else { return }
    if step.request.method == .head {
      let stored = store.responses(for: step.request.url, of: step.partition)
      guard let selected = Vary.select(stored, for: step.request) else { return }
      switch Validation.headConfirms(response, selected) {
      case true?:
        save(Validation.updated(selected, by: response, requestTime: requestTime, responseTime: responseTime), for: step)
      case false?: store.remove(step.request.url, of: step.partition)
      case nil: break
      }
      return
    }
    var new = StoredResponse(response, to: step.request, requestTime: requestTime, responseTime: responseTime)
    new.url = step.request.url
    save(new, for: step)
  }

  private func save(_ response: StoredResponse, for step: RedirectStep) {
    var asGet = step.request
    asGet.method = .get
    if Storability.permits(response, to: asGet) {
      store.store(response, of: step.partition)
    } else if supersedes(response.status), !CacheControl(asGet.headers).has("no-store") {
      // The server has a newer response but doesn't allow storing it.
      store.remove(response.url, of: step.partition)
    }
  }

  /// Whether a response with this status replaces the stored one, which errors don't.
  private func supersedes(_ status: Int) -> Bool { (200...399).contains(status) || status == 404 || status == 410 }

  private func fallback(
    after failure: CacheFallback.Failure, _ step: RedirectStep, _ stored: [StoredResponse]
  ) -> FetchResponse? {
    CacheFallback.response(for: step.request, stored: stored, after: failure, now: clock.now())
      .map { serve($0, .stale, to: step) }
  }

  private func serve(_ stored: StoredResponse, _ source: FetchResponse.Source, to step: RedirectStep) -> FetchResponse {
    let now = clock.now()
    if source != .revalidated { store.touch(stored, of: step.partition, at: now) }
    return FetchResponse(stored, source: source, isHead: step.request.method == .head, now: now)
  }
}

/// Chooses a stale response to serve when the origin server fails.
public enum CacheFallback {
  /// Why a request failed.
  public enum Failure: Sendable, Equatable {
    case error(FetchError.Kind)
    case status(Int)
  }

  /// The stored response to serve instead: within the script's `usable_for`, or within the response's or the request's
  /// `stale-if-error` (RFC 5861 section 4).
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
