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
