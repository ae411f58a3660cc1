/// Whether a private cache may store a response (RFC 9111 section 3), and whether that's useful.
enum Storability {
  /// RFC 9110 section 15.1, without 206: partial responses aren't stored.
  private static let heuristicallyCacheable: Set = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]

  static func isHeuristicallyCacheable(_ status: Int) -> Bool { heuristicallyCacheable.contains(status) }

  /// Whether this cache implements the status code's caching requirements (`must-understand`, section 5.2.2.3).
  static func isUnderstood(_ status: Int) -> Bool { heuristicallyCacheable.contains(status) || [302, 303, 307].contains(status) }

  static func permits(_ stored: StoredResponse, to request: CacheRequest) -> Bool {
    guard request.method == .get, (200...599).contains(stored.status), ![206, 304].contains(stored.status) else { return false }
    let control = stored.cacheControl
    guard !request.bypassesStore, !CacheControl(request.headers).has("no-store") else { return false }
    if control.has("must-understand") {
      guard isUnderstood(stored.status) else { return false }
    } else if control.has("no-store") {
      return false
    }
    guard !Vary.isUnmatchable(stored.headers) else { return false }
    if request.wantsStored, isUnderstood(stored.status) { return true }
    // A response that's never fresh and can't be validated isn't worth storing.
    let (lifetime, basis) = Freshness.lifetime(of: stored)
    return switch basis {
    case .explicit, .script: lifetime > 0 || hasValidator(stored) || hasStaleWindow(control)
    case .heuristic: true
    case .none:
      hasValidator(stored) && (isHeuristicallyCacheable(stored.status) || control.has("public") || control.has("private"))
    }
  }

  private static func hasStaleWindow(_ control: CacheControl) -> Bool {
    ["stale-while-revalidate", "stale-if-error"].contains { control.delta($0)?.seconds ?? 0 > 0 }
  }

  private static func hasValidator(_ stored: StoredResponse) -> Bool { !Validation.conditions(for: stored).isEmpty }
}

/// Invalidation by unsafe methods (RFC 9111 section 4.4).
enum Invalidation {
  /// The URLs whose stored responses become invalid: the target URI, and same-origin `Location` and `Content-Location`.
  ///
  /// - Returns: Nothing after a safe method or an error response.
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
