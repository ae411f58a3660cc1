/// The requests that one fetch comes to: its own, and one for each redirect that it follows.
struct RedirectTrail: Sendable {
  static let limit = 5

  /// The request to make next.
  private(set) var request: PreparedRequest
  private let mode: FetchRequest.Redirect
  private var count = 0

  init(_ first: PreparedRequest, mode: FetchRequest.Redirect) {
    request = first
    self.mode = mode
  }

  /// Looks at the answer to ``request``.
  ///
  /// - Returns: Whether there is another request to make; if not, the answer is the one that was wanted.
  /// - Throws: When it redirects and may not, too often, or to where no request may go. Permissions are not looked at.
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
  /// Where a redirect points, as the server wrote it; nil for another answer.
  var redirectLocation: String? { PreparedRequest.isRedirect(status) ? headers.value(of: "Location") : nil }
}
