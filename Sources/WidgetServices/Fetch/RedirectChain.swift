/// The requests of one fetch: the original, plus one for each redirect followed.
///
/// The only place that decides about redirects and permissions for URLs: every ``request`` in a chain is permitted. The addresses
/// a host resolves to are checked where they're known, in ``NetworkFetcher``.
struct RedirectChain: Sendable {
  static let limit = 5

  /// The next request.
  private(set) var request: PreparedRequest
  private let mode: FetchRequest.Redirect
  private let policy: NetPolicy
  private var count = 0

  /// - Throws: The problem with the request, or kind `denied`.
  init(_ first: FetchRequest, policy: NetPolicy) throws(FetchError) {
    request = try PreparedRequest(first)
    mode = first.redirect
    self.policy = policy
    try policy.check(request.address)
  }

  /// Handles the response to ``request``.
  ///
  /// - Returns: Whether a redirect must be followed; otherwise the response is final.
  /// - Throws: If the redirect isn't allowed, exceeds the limit, or has an invalid or forbidden target.
  mutating func follows(_ response: FetchResponse) throws(FetchError) -> Bool {
    guard mode != .manual, let location = response.redirectLocation else { return false }
    let target = request.address.target
    guard mode == .follow else { throw FetchError(.redirect, target: target) }
    count += 1
    guard count <= Self.limit else { throw FetchError(.tooManyRedirects(limit: Self.limit), target: target) }
    request = try request.following(location, status: response.status)
    try policy.check(request.address)
    return true
  }
}

extension FetchRequest {
  /// Checks the request without sending it.
  ///
  /// - Throws: The problem with the request, or kind `denied`.
  public func check(_ policy: NetPolicy) throws(FetchError) { _ = try RedirectChain(self, policy: policy) }
}

extension FetchResponse {
  /// The target of a redirect as received; nil for other responses.
  fileprivate var redirectLocation: String? { PreparedRequest.isRedirect(status) ? headers.value(of: "Location") : nil }
}
