/// A request and its answer, by way of the store.
struct CachedExchange: Sendable {
  let network: any Fetcher
  let store: QuietCacheStore
  let clock: any WidgetClock

  /// The answer when the store alone gives it; nil when the server has to be asked, or something goes wrong.
  func storedAnswer(to hop: Hop) -> FetchResponse? {
    guard !hop.request.bypassesStore else { return nil }
    let stored = store.responses(for: hop.request.url, of: hop.partition).filter(hop.accepts)
    guard case .use(let response, let source) = CacheDecision.decide(hop.request, stored: stored, now: clock.now()) else {
      return nil
    }
    return give(response, source, to: hop)
  }

  /// - Parameter onStale: Called with the stored answer that is given although it has to be revalidated.
  func answer(to hop: Hop, onStale: (StoredResponse) -> Void) async throws(FetchError) -> FetchResponse {
    let stored = hop.request.bypassesStore ? [] : store.responses(for: hop.request.url, of: hop.partition).filter(hop.accepts)
    let now = clock.now()
    switch CacheDecision.decide(hop.request, stored: stored, now: now) {
    case .use(let response, let source): return give(response, source, to: hop)
    case .useAndRevalidate(let response):
      onStale(response)
      return give(response, .stale, to: hop)
    case .validate(let response, let conditions):
      return try await ask(hop, stored: stored, validating: response, conditions: conditions)
    case .fetch: return try await ask(hop, stored: stored)
    case .refuse:
      // The mode is a word of the script's, and gets an error; the field is HTTP, and gets its answer (section 5.2.1.7).
      guard hop.request.mode != .onlyIfCached else { throw FetchError(.notStored, target: hop.prepared.address.target) }
      return FetchResponse(status: 504, url: hop.request.url, source: .cache)
    }
  }

  /// Renews a stored answer for the next who asks. What goes wrong leaves it as it is.
  func revalidate(_ stored: StoredResponse, for hop: Hop) async {
    var hop = hop
    hop.request.method = .get
    hop.prepared.method = .get
    hop.deadline = .now + .seconds(hop.totalTimeout)
    _ = try? await ask(hop, stored: [], validating: stored, conditions: Validation.conditions(for: stored))
  }

  private func ask(
    _ hop: Hop, stored: [StoredResponse], validating: StoredResponse? = nil, conditions: [HeaderField] = []
  ) async throws(FetchError) -> FetchResponse {
    let requestTime = clock.now()
    var response: FetchResponse
    do throws(FetchError) {
      response = try await network.fetch(hop.outgoing(adding: conditions), policy: hop.policy)
    } catch {
      if let standIn = standIn(.error(error.kind), hop, stored) { return standIn }
      throw error
    }
    let responseTime = clock.now()
    if let validating, response.status == 304, !conditions.isEmpty {
      guard Validation.confirms(response, validating) else { return try await ask(hop, stored: stored) }
      let updated = Validation.updated(validating, by: response, requestTime: requestTime, responseTime: responseTime)
      keep(updated, hop)
      return give(updated, .revalidated, to: hop)
    }
    if let standIn = standIn(.status(response.status), hop, stored) { return standIn }
    response.age = response.statedAge
    learn(from: response, hop, requestTime: requestTime, responseTime: responseTime)
    return response
  }

  /// Keeps, renews or forgets what is stored, after an answer of the server.
  private func learn(from response: FetchResponse, _ hop: Hop, requestTime: Double, responseTime: Double) {
    for url in Invalidation.urls(after: response, to: hop.prepared.address, method: hop.request.method) {
      store.remove(url, of: hop.partition)
    }
    guard !hop.request.bypassesStore else { return }
    if hop.request.method == .head {
      let stored = store.responses(for: hop.request.url, of: hop.partition)
      guard let selected = Vary.select(stored, for: hop.request) else { return }
      switch Validation.headConfirms(response, selected) {
      case true?:
        keep(Validation.updated(selected, by: response, requestTime: requestTime, responseTime: responseTime), hop)
      case false?: store.remove(hop.request.url, of: hop.partition)
      case nil: break
      }
      return
    }
    var kept = StoredResponse(response, to: hop.request, requestTime: requestTime, responseTime: responseTime)
    kept.url = hop.request.url
    keep(kept, hop)
  }

  private func keep(_ response: StoredResponse, _ hop: Hop) {
    var asGet = hop.request
    asGet.method = .get
    if Storability.permits(response, to: asGet) {
      store.store(response, of: hop.partition)
    } else if replaces(response.status), !CacheControl(asGet.headers).has("no-store") {
      // The server has something newer than what is stored, and does not want it kept.
      store.remove(response.url, of: hop.partition)
    }
  }

  /// What says that the stored answer is not the right one any more: a refusal or trouble does not.
  private func replaces(_ status: Int) -> Bool { (200...399).contains(status) || status == 404 || status == 410 }

  private func standIn(_ trouble: CacheFallback.Trouble, _ hop: Hop, _ stored: [StoredResponse]) -> FetchResponse? {
    CacheFallback.response(for: hop.request, stored: stored, after: trouble, now: clock.now()).map { give($0, .stale, to: hop) }
  }

  private func give(_ stored: StoredResponse, _ source: FetchResponse.Source, to hop: Hop) -> FetchResponse {
    let now = clock.now()
    if source != .revalidated { store.touch(stored, of: hop.partition, at: now) }
    return FetchResponse(stored, source: source, isHead: hop.request.method == .head, now: now)
  }
}
