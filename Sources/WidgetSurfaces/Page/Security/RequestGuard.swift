package import WidgetHelpers

/// Decides, before routing, whether a request is for this server and comes from its own pages.
package struct RequestGuard: Sendable, Equatable {
  package enum Refusal: Error, Sendable, Equatable {
    /// Another name resolves to this machine (DNS rebinding), or a proxy was misled.
    case misdirected
    /// A page of another origin sent it.
    case crossOrigin
  }

  /// The kind of host that a request names.
  package enum Host: Sendable, Equatable {
    /// A name of this page alone: sessions are valid.
    case own
    /// A name that other servers of this machine have too. Browsers send them the same cookies, so no session is valid.
    case shared
  }

  private let address: ServerAddress

  package init(_ address: ServerAddress) { self.address = address }

  package func check(_ request: HTTPRequestMessage) throws(Refusal) -> Host {
    guard let field = request.field("host"), let host = address.kind(ofHost: field) else { throw .misdirected }
    let origins = address.origins(ofHost: field)
    if request.method == "POST" {
      // Browsers send Origin with every POST. Other methods change nothing: they read, or no path has them.
      guard let origin = request.field("origin"), origins.contains(origin.lowercased()) else { throw .crossOrigin }
      let site = request.fields.filter { $0.name == "sec-fetch-site" }.map(\.value)
      guard site.allSatisfy({ $0 == "same-origin" }) else { throw .crossOrigin }
    } else if let origin = request.field("origin") {
      guard origins.contains(origin.lowercased()) else { throw .crossOrigin }
    }
    return host
  }
}
