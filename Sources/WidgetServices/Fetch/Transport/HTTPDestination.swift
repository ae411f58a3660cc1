/// Where an exchange goes: an origin server, and the addresses at which it may be reached.
package struct HTTPDestination: Sendable, Hashable {
  package var scheme: WebAddress.Scheme
  package var host: WebHost
  package var port: Int
  /// Resolves the host's name; nil for a direct connection.
  package var proxy: Proxy?
  /// Permitted addresses of the host, or the addresses of the proxy, in the order in which they are tried.
  package var addresses: [IPAddress]

  package init(scheme: WebAddress.Scheme, host: WebHost, port: Int, proxy: Proxy? = nil, addresses: [IPAddress]) {
    self.scheme = scheme
    self.host = host
    self.port = port
    self.proxy = proxy
    self.addresses = addresses
  }
}
