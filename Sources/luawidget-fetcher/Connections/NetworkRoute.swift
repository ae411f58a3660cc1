import NIOCore
import WidgetServices
import WidgetSystem

/// The way packets take from this machine.
enum NetworkRoute {
  /// The address a connection to this endpoint would have on this side; nil without a route.
  ///
  /// Sends nothing: connecting a UDP socket only looks up the route.
  static func localAddress(to endpoint: ConnectionEndpoint) -> IPAddress? {
    guard let remote = try? SocketAddress(ipAddress: endpoint.address.description, port: endpoint.socketPort) else { return nil }
    let descriptor = socket(endpoint.address.isIPv4 ? AF_INET : AF_INET6, Libc.datagramSocket, 0)
    guard descriptor >= 0 else { return nil }
    defer { Libc.close(descriptor) }
    guard remote.withSockAddr({ connect(descriptor, $0, socklen_t($1)) }) == 0 else { return nil }
    var name = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    return withUnsafeMutablePointer(to: &name) { storage in
      storage.withMemoryRebound(to: sockaddr.self, capacity: 1) { name in
        getsockname(descriptor, name, &length) == 0 ? IPAddress(name, length: length) : nil
      }
    }
  }
}

/// A connection's target and the route to it. Requests to equal endpoints can share a connection.
struct ConnectionEndpoint: Sendable, Hashable {
  var scheme: WebAddress.Scheme
  var host: WebHost
  var port: Int
  /// Resolves the host's name; nil for a direct connection.
  var proxy: Proxy?
  /// The host's or the proxy's address.
  var address: IPAddress
  /// Whether a connection is for one WebSocket, which begins with HTTP/1.1.
  var isForWebSocket = false

  /// One endpoint per address of a destination.
  static func all(of destination: HTTPDestination, isForWebSocket: Bool = false) -> [ConnectionEndpoint] {
    destination.addresses.map {
      ConnectionEndpoint(
        scheme: destination.scheme, host: destination.host, port: destination.port, proxy: destination.proxy, address: $0,
        isForWebSocket: isForWebSocket)
    }
  }

  /// Where the socket goes.
  var socketPort: Int { proxy?.port ?? port }
}
