import NIOCore
import NIOPosix
import NIOSSL
import WidgetServices
import WidgetSystem

/// Opens connections: TCP to a checked address, then the proxy's handshake, TLS and the HTTP version.
final class Connector: Sendable {
  let trust: TrustedCertificates
  private let group: any EventLoopGroup
  private let trustedSeconds: Double

  /// - Parameter trustedSeconds: How long an HTTP/2 connection can be silent and still get a request without being asked first.
  init(trust: TrustedCertificates, group: any EventLoopGroup, trustedSeconds: Double = HTTP2Handler.trustedSeconds) {
    self.trust = trust
    self.trustedSeconds = trustedSeconds
    self.group = group
  }

  /// A server that is gone is noticed after two minutes, by the kernel: an open stream can be silent for hours otherwise.
  private static func keepingAlive(_ bootstrap: ClientBootstrap) -> ClientBootstrap {
    let bootstrap = bootstrap.channelOption(.socketOption(.so_keepalive), value: 1)
    #if os(Linux)
      return bootstrap.channelOption(.tcpOption(.init(rawValue: TCP_KEEPIDLE)), value: 60)
        .channelOption(.tcpOption(.init(rawValue: TCP_KEEPINTVL)), value: 20).channelOption(
          .tcpOption(.init(rawValue: TCP_KEEPCNT)), value: 3)
    #else
      return bootstrap
    #endif
  }

  /// Opens a connection within the time.
  ///
  /// - Returns: A future that fails with a ``FetchError/Reason``.
  func connect(to endpoint: ConnectionEndpoint, within seconds: Double) -> EventLoopFuture<HTTPConnection> {
    let loop = group.next()
    let promise = loop.makePromise(of: HTTPConnection.self)
    let limit = TimeAmount.seconds(of: seconds)
    let deadline = NIODeadline.now() + limit
    let opening: EventLoopFuture<any Channel>
    do {
      let address = try SocketAddress(ipAddress: endpoint.address.description, port: endpoint.socketPort)
      opening = Self.keepingAlive(ClientBootstrap(group: loop)).connectTimeout(limit).connect(to: address)
    } catch {
      return loop.makeFailedFuture(FetchError.Reason.unreachable)
    }
    opening.whenComplete { result in
      switch result {
      case .failure(let error):
        let reason = FetchError.Reason(networkError: error, isConnecting: true)
        promise.fail(endpoint.proxy.map(reason.connecting(to:)) ?? reason)
      case .success(let channel):
        let proxied = self.passProxy(channel, endpoint, until: deadline)
        // After the proxy's own timeout, which names the proxy.
        let timeout = channel.eventLoop.scheduleTask(deadline: deadline + .milliseconds(5)) {
          promise.fail(FetchError.Reason.connectTimeout)
        }
        promise.futureResult.whenComplete { result in
          timeout.cancel()
          if case .failure = result { channel.close(promise: nil) }
        }
        proxied.flatMap { self.startTLS(channel, endpoint) }
          .flatMapThrowing { try self.startHTTP(channel, endpoint, negotiated: $0) }
          .flatMapError { error in
            let reason = error as? FetchError.Reason ?? FetchError.Reason(networkError: error)
            return self.explain(reason, from: endpoint, until: deadline, on: channel.eventLoop).flatMapThrowing { throw $0 }
          }
          .cascade(to: promise)
      }
    }
    return promise.futureResult
  }

  func passProxy(
    _ channel: any Channel, _ endpoint: ConnectionEndpoint, until deadline: NIODeadline
  ) -> EventLoopFuture<Void> {
    guard let proxy = endpoint.proxy else { return channel.eventLoop.makeSucceededVoidFuture() }
    return channel.eventLoop.flatSubmit {
      let connected = channel.eventLoop.makePromise(of: Void.self)
      let timeout = channel.eventLoop.scheduleTask(deadline: deadline) {
        connected.fail(FetchError.Reason.proxy(.timeout, proxy.target))
      }
      connected.futureResult.whenComplete { _ in timeout.cancel() }
      let handler = ProxyHandler(ProxyHandshake(proxy, host: endpoint.host, port: endpoint.port), connected)
      let pipeline = channel.pipeline.syncOperations
      do { try pipeline.addHandler(handler) } catch { connected.fail(error) }
      return connected.futureResult.assumeIsolated().flatMap { pipeline.removeHandler(handler) }.nonisolated()
    }
  }

  /// - Returns: The negotiated protocol; nil for plain HTTP.
  private func startTLS(_ channel: any Channel, _ endpoint: ConnectionEndpoint) -> EventLoopFuture<String?> {
    guard endpoint.scheme == .https else { return channel.eventLoop.makeSucceededFuture(nil) }
    return channel.eventLoop.flatSubmit {
      let negotiated = channel.eventLoop.makePromise(of: String?.self)
      do {
        let name: String? = if case .name(let name) = endpoint.host { name } else { nil }
        let chain = VerifiedChain()
        let context = try TLSContexts.context(for: self.trust, offersHTTP2: !endpoint.isForWebSocket)
        let tls = try NIOSSLClientHandler.reporting(to: chain, context: context, serverHostname: name)
        let waiting = TLSHandler(tls, chain, host: endpoint.host, negotiated)
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandlers(tls, waiting)
        return negotiated.futureResult.assumeIsolated().flatMap { name in
          pipeline.removeHandler(waiting).map { name }
        }.nonisolated()
      } catch {
        negotiated.fail(error is TLSContexts.UnusableCertificate ? FetchError.Reason.trustedCertificates : error)
        return negotiated.futureResult
      }
    }
  }

  private func startHTTP(
    _ channel: any Channel, _ endpoint: ConnectionEndpoint, negotiated: String?
  ) throws -> HTTPConnection {
    let pipeline = channel.pipeline.syncOperations
    let availability = ConnectionAvailability()
    channel.closeFuture.whenComplete { _ in availability.end() }
    let version: HTTPConnection.Version =
      if negotiated == "h2" {
        .http2(
          NIOLoopBound(try pipeline.addHTTP2Client(availability, trustedSeconds: trustedSeconds), eventLoop: channel.eventLoop))
      } else {
        .http1(
          NIOLoopBound(
            try endpoint.isForWebSocket ? pipeline.addWebSocketClient(availability) : pipeline.addHTTP1Client(availability),
            eventLoop: channel.eventLoop))
      }
    return HTTPConnection(channel, endpoint, availability, version)
  }
}
