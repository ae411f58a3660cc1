import Synchronization
public import WidgetServices

/// A fetcher with programmed responses. It checks requests and URLs against the policy, as the network fetcher does before
/// resolving.
public final class FakeFetcher: Fetcher {
  public typealias Outcome = Result<FetchResponse, FetchError>

  private struct State {
    var outcomes: [String: [Outcome]]
    var requests: [FetchRequest] = []
    var silent: Set<String> = []
    var cancelled = 0
  }

  private let state: Mutex<State>

  /// - Parameter outcomes: Outcomes by URL as written in the script. Other URLs fail with kind `dns`.
  public init(_ outcomes: [String: Outcome] = [:]) { state = Mutex(State(outcomes: outcomes.mapValues { [$0] })) }

  /// Programs a URL. Each fetch takes the next outcome; the last one repeats.
  public func on(_ url: String, _ outcomes: Outcome...) {
    state.withLock {
      $0.outcomes[url] = outcomes
      $0.silent.remove(url)
    }
  }

  /// Programs a URL with a body and a status.
  public func on(_ url: String, text: String, status: Int = 200, headers: [HeaderField] = []) {
    on(url, .success(FetchResponse(status: status, url: url, headers: headers, body: Array(text.utf8))))
  }

  /// Makes a URL's server silent: a fetch ends only when it's cancelled.
  public func silence(_ url: String) { state.withLock { _ = $0.silent.insert(url) } }

  /// How many fetches from silent servers were cancelled.
  public var cancelled: Int { state.withLock { $0.cancelled } }

  /// Every permitted request so far, in order.
  public var requests: [FetchRequest] { state.withLock { $0.requests } }

  public func fetch(_ request: FetchRequest, policy: NetPolicy) async throws(FetchError) -> FetchResponse {
    let address = try PreparedRequest(request).address
    try policy.check(address)
    let isSilent = state.withLock { $0.silent.contains(request.url) }
    let outcome: Outcome? = state.withLock { state in
      state.requests.append(request)
      guard let outcomes = state.outcomes[request.url], let first = outcomes.first else { return nil }
      if outcomes.count > 1 { state.outcomes[request.url]?.removeFirst() }
      return first
    }
    if isSilent {
      try? await Task.sleep(for: .seconds(600))
      state.withLock { $0.cancelled += 1 }
      throw FetchError(.cancelled, target: address.target)
    }
    guard let outcome else { throw FetchError(.unknownHost, target: address.target) }
    return try outcome.get()
  }
}
