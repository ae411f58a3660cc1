/// Invalidation by unsafe methods (RFC 9111 section 4.4).
enum Invalidation {
  /// The URLs whose stored responses are invalid: the target URI, and same-origin `Location` and `Content-Location`.
  ///
  /// - Returns: Empty for a safe method or an error response.
  static func urls(after response: FetchResponse, to address: WebAddress, method: PreparedRequest.Method) -> [String] {
    guard !method.isSafe, (200...399).contains(response.status) else { return [] }
    var urls = [address.description]
    for name in ["Location", "Content-Location"] {
      guard let text = response.headers.values(of: name).first, let named = try? address.resolving(text),
        named.origin == address.origin, !urls.contains(named.description)
      else { continue }
      urls.append(named.description)
    }
    return urls
  }
}

extension PreparedRequest.Method {
  /// RFC 9110 section 9.2.1.
  package var isSafe: Bool { self == .get || self == .head }
}
