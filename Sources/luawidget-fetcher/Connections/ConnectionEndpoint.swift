import WidgetServices

/// The target of a connection and the route to it. Requests to equal endpoints may share a connection.
struct ConnectionEndpoint: Sendable, Hashable {
  var scheme: WebAddress.Scheme
  var host: WebHost
  var port: Int
  /// Resolves the host's name; nil for a direct connection.
  var proxy: Proxy?
  /// Of the host or of the proxy.
  var address: IPAddress

  /// One endpoint for each address of a destination.
  static func all(of destination: HTTPDestination) -> [ConnectionEndpoint] {
    destination.addresses.map {
      ConnectionEndpoint(
        scheme: destination.scheme, host: destination.host, port: destination.port, proxy: destination.proxy, address: $0)
    }
  }

  /// Where the socket goes.
  var socketPort: Int { proxy?.port ?? port }
}
