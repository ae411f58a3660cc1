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

/// Where the page is, and by which names clients may ask for it.
package struct ServerAddress: Sendable, Equatable {
  package var port: Int
  /// Hosts without a port, IPv6 addresses in brackets: `127.0.0.1`, `localhost`, `[::1]`.
  package var hosts: [String]

  /// - Parameter extraHosts: Names and addresses besides the loopback ones.
  package init(port: Int, extraHosts: [String] = []) {
    self.port = port
    hosts = ["127.0.0.1", "localhost", "[::1]"] + extraHosts.map { $0.contains(":") && !$0.hasPrefix("[") ? "[\($0)]" : $0 }
  }

  /// The authorities of a valid `Host` field. The default port of HTTP is left out by browsers.
  var authorities: Set<String> {
    Set(hosts.flatMap { host in ["\(host):\(port)"] + (port == 80 ? [host] : []) }.map { $0.lowercased() })
  }

  /// The first address for the user: without a token.
  package var url: String { "http://\(hosts.count > 3 ? hosts[3] : hosts[0]):\(port)/" }
}

/// At most so many actions per second, with short bursts.
struct RateLimit: Sendable {
  let perSecond: Double
  let burst: Double
  private var available: Double
  private var last: Double?

  init(perSecond: Double = 10, burst: Double = 20) {
    self.perSecond = perSecond
    self.burst = burst
    available = burst
  }

  /// - Parameter now: Seconds on a clock that never goes back.
  /// - Returns: Whether the action may happen.
  mutating func take(now: Double) -> Bool {
    if let last { available = min(burst, available + max(0, now - last) * perSecond) }
    last = now
    guard available >= 1 else { return false }
    available -= 1
    return true
  }
}

/// The header fields of every response.
enum SecurityHeaders {
  /// - Parameters:
  ///   - styleHash: The digest of the style element of a page: its only inline part.
  ///   - isShared: Pages of other origins may show it: an image that was requested with the key.
  static func fields(styleHash: String? = nil, isShared: Bool = false) -> [HTTPField] {
    let style = styleHash.map { " 'sha256-\($0)'" } ?? ""
    return [
      HTTPField(
        "content-security-policy",
        """
        default-src 'none'; script-src 'self'; style-src 'self'\(style); img-src 'self' data:; connect-src 'self'; \
        manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'
        """),
      HTTPField("x-content-type-options", "nosniff"),
      HTTPField("cross-origin-resource-policy", isShared ? "cross-origin" : "same-origin"),
      HTTPField("cross-origin-opener-policy", "same-origin"),
      // With no-referrer, browsers send `Origin: null` with the forms of the page itself.
      HTTPField("referrer-policy", "same-origin"),
      HTTPField("permissions-policy", "camera=(), geolocation=(), microphone=()"),
    ]
  }
}
