package import WidgetHelpers

/// Decides, before routing, whether a request is for this server and comes from its own pages.
package struct RequestGuard: Sendable, Equatable {
  package enum Refusal: Error, Sendable, Equatable {
    /// Another name resolves to this machine (DNS rebinding), or a proxy was misled.
    case misdirected
    /// A page of another origin sent it.
    case crossOrigin
  }

  private let authorities: Set<String>

  package init(_ address: ServerAddress) { authorities = address.authorities }

  package func check(_ request: HTTPRequestMessage) throws(Refusal) {
    guard let host = request.field("host")?.lowercased(), authorities.contains(host) else { throw .misdirected }
    if request.method == "POST" {
      // Browsers send Origin with every POST. Other methods change nothing: they read, or no path has them.
      guard request.field("origin")?.lowercased() == "http://\(host)" else { throw .crossOrigin }
      let site = request.fields.filter { $0.name == "sec-fetch-site" }.map(\.value)
      guard site.allSatisfy({ $0 == "same-origin" }) else { throw .crossOrigin }
    } else if let origin = request.field("origin") {
      guard origin.lowercased() == "http://\(host)" else { throw .crossOrigin }
    }
  }
}
