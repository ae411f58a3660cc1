/// The requests of one fetch: the original one, and one for each redirect followed.
struct RedirectChain: Sendable {
  static let limit = 5

  /// The next request.
  private(set) var request: PreparedRequest
  private let mode: FetchRequest.Redirect
  private var count = 0

  init(_ first: PreparedRequest, mode: FetchRequest.Redirect) {
    request = first
    self.mode = mode
  }

  /// Handles the response to ``request``.
  ///
  /// - Returns: Whether a redirect must be followed; otherwise the response is final.
  /// - Throws: If the redirect is not allowed, exceeds the limit, or has an invalid target. Permissions are not checked.
  mutating func follows(_ response: FetchResponse) throws(FetchError) -> Bool {
    guard mode != .manual, let location = response.redirectLocation else { return false }
    let target = request.address.target
    guard mode == .follow else { throw FetchError(.redirect, target: target) }
    count += 1
    guard count <= Self.limit else { throw FetchError(.tooManyRedirects(limit: Self.limit), target: target) }
    request = try request.following(location, status: response.status)
    return true
  }
}

extension FetchResponse {
  /// The target of a redirect as received; nil for any other response.
  var redirectLocation: String? { PreparedRequest.isRedirect(status) ? headers.value(of: "Location") : nil }
}
