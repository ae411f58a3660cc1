import Synchronization
public import WidgetServices

/// A network of a few known URLs. Requests and URLs are checked against the policy as the real one does before it resolves.
public final class FakeFetcher: Fetcher {
  public typealias Answer = Result<FetchResponse, FetchError>

  private struct State {
    var answers: [String: [Answer]]
    var requests: [FetchRequest] = []
  }

  private let state: Mutex<State>

  /// - Parameter answers: By URL as the script writes it. Another URL gets kind `dns`.
  public init(_ answers: [String: Answer] = [:]) { state = Mutex(State(answers: answers.mapValues { [$0] })) }

  /// Programs a URL. Each fetch takes the next answer; the last one stays.
  public func on(_ url: String, _ answers: Answer...) { state.withLock { $0.answers[url] = answers } }

  /// Programs a URL with a body and status.
  public func on(_ url: String, text: String, status: Int = 200, headers: [HeaderField] = []) {
    on(url, .success(FetchResponse(status: status, url: url, headers: headers, body: Array(text.utf8))))
  }

  /// Every permitted request so far, in order.
  public var requests: [FetchRequest] { state.withLock { $0.requests } }

  public func fetch(_ request: FetchRequest, policy: NetPolicy) async throws(FetchError) -> FetchResponse {
    let address: WebAddress
    do throws(WebAddress.Refusal) {
      address = try WebAddress(parsing: request.url)
    } catch {
      throw FetchError(.url(error), target: "")
    }
    try policy.check(address)
    let answer: Answer? = state.withLock { state in
      state.requests.append(request)
      guard let answers = state.answers[request.url], let first = answers.first else { return nil }
      if answers.count > 1 { state.answers[request.url]?.removeFirst() }
      return first
    }
    guard let answer else { throw FetchError(.unknownHost, target: address.target) }
    return try answer.get()
  }
}
