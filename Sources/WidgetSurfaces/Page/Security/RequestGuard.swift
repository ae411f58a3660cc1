package import WidgetHelpers

/// Decides, before routing, whether a request is for this server and comes from its own pages.
package struct RequestGuard: Sendable, Equatable {
  package enum Refusal: Error, Sendable, Equatable {
    /// Another name resolves to this machine (DNS rebinding), or a proxy was misled.
    case misdirected
    /// A page of another origin sent it.
    case crossOrigin
  }

  /// The kind of host named in a request.
  package enum Host: Sendable, Equatable {
    /// A name that belongs to this page alone: sessions are valid.
    case own
    /// A name this page shares with other servers on this machine. Browsers send them the same cookies, so no session is valid.
    case shared
  }

  private let address: ServerAddress

  package init(_ address: ServerAddress) { self.address = address }

  /// Whether a `Host` field is the board's own name under `localhost`, which leads nowhere else.
  package func isOnlyOfThisMachine(host field: String) -> Bool { address.isOwn(host: field) }

  /// Browsers send Origin with every POST, and the others with every request.
  private static func isFromBrowser(_ request: HTTPRequestMessage) -> Bool {
    request.fields.contains { $0.name == "origin" || $0.name == "cookie" || $0.name.hasPrefix("sec-fetch-") }
  }

  package func check(_ request: HTTPRequestMessage) throws(Refusal) -> Host {
    guard let field = request.field("host"), let host = address.kind(ofHost: field) else { throw .misdirected }
    let origins = address.origins(ofHost: field)
    guard request.fields.count(where: { $0.name == "origin" }) < 2 else { throw .crossOrigin }
    if request.method == "POST", Route.programs.contains(where: request.target.hasPrefix), !Self.isFromBrowser(request) {
      // A program, whose key alone counts.
      return .shared
    }
    if request.method == "POST" {
      // Browsers send Origin with every POST. Other methods change nothing: they read, or no path has them.
      guard let origin = request.field("origin"), origins.contains(origin.lowercased()) else { throw .crossOrigin }
      let site = request.fields.filter { $0.name == "sec-fetch-site" }.map(\.value)
      guard site.allSatisfy({ $0 == "same-origin" }) else { throw .crossOrigin }
    } else if let origin = request.field("origin") {
      // Another site's page: only a key counts.
      if address.isAllowed(origin: origin) { return .shared }
      guard origins.contains(origin.lowercased()) else { throw .crossOrigin }
    }
    return host
  }
}

/// The page's addresses: the board's own one, where browsers sign in, and shared ones, where other programs load images with a
/// key.
package struct ServerAddress: Sendable, Equatable {
  /// The listeners' port; with a Unix socket, the port where we expect a tunnel.
  package var port: Int
  /// Whether clients come through a Unix socket, so a proxy or a tunnel chooses the port.
  package var isSocket: Bool
  /// Names the user says belong to this page alone, and an exposed address; IPv6 addresses in brackets.
  package var names: [String]
  package var exposed: String?
  /// Origins of other sites, whose scripts may load widgets with a key.
  package var origins: [String]
  /// The board's own name under `localhost`, which browsers resolve to this machine. The server sets it.
  package internal(set) var own = ""

  private static let loopback = ["127.0.0.1", "localhost", "[::1]"]

  /// - Parameters:
  ///   - names: Names and addresses by which browsers may sign in, besides the board's own one.
  ///   - origins: Such as `https://dashboard.example`.
  ///   - exposed: The address of another listener. Every server of this machine has it, so nobody signs in there.
  package init(port: Int, names: [String] = [], exposed: String? = nil, origins: [String] = [], isSocket: Bool = false) {
    func bracketed(_ host: String) -> String { host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host }
    self.port = port
    self.isSocket = isSocket
    self.origins = origins.map { $0.lowercased() }
    self.names = names.map(bracketed)
    self.exposed = exposed.map(bracketed)
  }

  func isAllowed(origin: String) -> Bool { origins.contains(origin.lowercased()) }

  /// Hosts at which a session is valid.
  private var ownHosts: [String] { [own] + names }

  /// Hosts shared with other servers on this machine.
  private var sharedHosts: [String] { isSocket ? [] : Self.loopback + (exposed.map { [$0] } ?? []) }

  /// Whether a `Host` field names the page; nil if it names something else.
  func kind(ofHost field: String) -> RequestGuard.Host? {
    let field = field.lowercased()
    if ownHosts.contains(where: { matches(field, $0) }) { return .own }
    return sharedHosts.contains(where: { matches(field, $0) }) ? .shared : nil
  }

  /// Through a Unix socket anybody may come.
  func isOwn(host field: String) -> Bool { !isSocket && matches(field.lowercased(), own) }

  /// Browsers leave out the default port.
  private func matches(_ field: String, _ host: String) -> Bool {
    let host = host.lowercased()
    guard isSocket else { return field == "\(host):\(port)" || (port == 80 && field == host) }
    if field == host { return true }
    guard field.hasPrefix(host + ":"), let port = UInt16(field.dropFirst(host.utf8.count + 1)) else { return false }
    return field == "\(host):\(port)"
  }

  /// The origins of a page with this `Host`. Only a proxy in front of a Unix socket has TLS.
  func origins(ofHost field: String) -> [String] {
    ["http://\(field.lowercased())"] + (isSocket ? ["https://\(field.lowercased())"] : [])
  }

  /// The address where a browser signs in, without a token.
  package var url: String {
    guard let name = names.first else { return "http://\(own):\(port)/" }
    return isSocket ? "https://\(name)/" : "http://\(name):\(port)/"
  }

  /// The address for other programs: without the board's own name, which only signed-in browsers may know.
  package var sharedURL: String { names.isEmpty && !isSocket ? "http://\(exposed ?? Self.loopback[0]):\(port)/" : url }
}

/// Limits actions per second, allowing short bursts.
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

/// The header fields sent with every response.
enum SecurityHeaders {
  /// - Parameters:
  ///   - styleHash: The digest of a page's style element, its only inline part.
  ///   - isShared: Whether pages from other origins may show it: an image requested with the key.
  static func fields(styleHash: String? = nil, isShared: Bool = false) -> [HTTPField] {
    let style = styleHash.map { " 'sha256-\($0)'" } ?? ""
    return [
      HTTPField(
        "content-security-policy",
        """
        default-src 'none'; script-src 'self'; style-src 'self'\(style); img-src 'self' data:; font-src 'self'; connect-src 'self'; \
        manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'
        """),
      HTTPField("x-content-type-options", "nosniff"),
      HTTPField("cross-origin-resource-policy", isShared ? "cross-origin" : "same-origin"),
      HTTPField("cross-origin-opener-policy", "same-origin"),
      // With no-referrer, browsers send `Origin: null` even with the page's own forms.
      HTTPField("referrer-policy", "same-origin"),
      HTTPField("permissions-policy", "camera=(), geolocation=(), microphone=()"),
    ]
  }
}
