/// The target of a connection and the route to it. Requests to equal endpoints may share a connection.
struct ConnectionEndpoint: Sendable, Hashable {
  enum Route: Sendable, Hashable {
    /// To an address that was checked.
    case direct(IPAddress)
    /// Through a proxy at this address; the proxy resolves the host's name.
    case proxy(Proxy, IPAddress)
  }

  var scheme: WebAddress.Scheme
  var host: WebHost
  var port: Int
  var route: Route

  var proxy: Proxy? { if case .proxy(let proxy, _) = route { proxy } else { nil } }

  /// Where the socket goes.
  var socketAddress: (ip: IPAddress, port: Int) {
    switch route {
    case .direct(let address): (address, port)
    case .proxy(let proxy, let address): (address, proxy.port)
    }
  }
}
