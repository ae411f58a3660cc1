import WidgetModel
import WidgetServices

/// Loads the covers of media players, for surfaces alone: no script gets their bytes.
struct CoverLoader: Sendable {
  let services: Services
  let rules: DenyRules

  /// - Returns: nil without a cover: a local image file of at most 4 MiB, or one from a public address.
  func image(_ name: String) async -> [UInt8]? {
    guard let address = await services.covers.address(of: name, asking: services.media) else { return nil }
    switch URLScheme.of(address) {
    case "file": return Self.path(ofFile: address).flatMap { MediaCovers.image(inFile: $0) }
    case "https", "http":
      var policy = NetPolicy(grants: NetGrant("*").map { [$0] } ?? [])
      policy.rules = rules
      let results = await services.fetcher.fetchAll([FetchRequest(address)], policy: policy)
      guard case .success(let response)? = results.first, response.isOK, ImageType(startOf: response.body) != nil else {
        return nil
      }
      return response.body
    default: return nil
    }
  }

  /// The path of a `file:` URL of this machine (RFC 8089).
  static func path(ofFile address: String) -> String? {
    let rest = address.dropFirst("file:".count)
    let path: Substring
    if rest.hasPrefix("//") {
      let authority = rest.dropFirst(2).prefix { $0 != "/" }
      guard authority.isEmpty || authority == "localhost" else { return nil }
      path = rest.dropFirst(2 + authority.count)
    } else {
      path = rest
    }
    guard path.hasPrefix("/"), let bytes = try? PercentCoding.decode(path.utf8), !bytes.contains(0) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }
}

extension HostSession {
  /// nil if the widget may not know what's played (any more).
  var coverLoader: CoverLoader? {
    refreshGrants()
    return grants.isAllowed(.service(.media, AccessLevel.read.rawValue))
      ? CoverLoader(services: services, rules: grants.rules) : nil
  }
}
