/// What a changing request makes worthless (RFC 9111 section 4.4).
enum Invalidation {
  /// The URLs whose stored answers go: the target, and what `Location` and `Content-Location` name on the same origin.
  ///
  /// - Returns: Nothing for a safe method or an answer that is an error.
  static func urls(after answer: FetchResponse, to address: WebAddress, method: PreparedRequest.Method) -> [String] {
    guard !method.isSafe, (200...399).contains(answer.status) else { return [] }
    var urls = [address.description]
    for name in ["Location", "Content-Location"] {
      guard let text = answer.headers.values(of: name).first, let named = try? address.resolving(text),
        named.origin == address.origin, !urls.contains(named.description)
      else { continue }
      urls.append(named.description)
    }
    return urls
  }
}

extension PreparedRequest.Method {
  /// RFC 9110 section 9.2.1.
  var isSafe: Bool { self == .get || self == .head }
}
