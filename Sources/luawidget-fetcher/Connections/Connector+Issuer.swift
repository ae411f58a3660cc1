import NIOCore
import NIOPosix
import NIOSSL
import WidgetServices
import WidgetSystem

extension Connector {
  /// Why a handshake failed because of an unknown authority: a certificate between the server's and the authority may have
  /// expired.
  ///
  /// The library hands over all of a server's certificates only instead of verifying them, so they're received on a second
  /// connection, which is never used for anything else.
  ///
  /// - Returns: A future that never fails.
  func explain(
    _ reason: FetchError.Reason, from endpoint: ConnectionEndpoint, until deadline: NIODeadline, on loop: any EventLoop
  ) -> EventLoopFuture<FetchError.Reason> {
    let explained = loop.makePromise(of: FetchError.Reason.self)
    guard reason == .certificate(.unknownAuthority), deadline > .now() + .milliseconds(10) else {
      explained.succeed(reason)
      return explained.futureResult
    }
    let limit = loop.scheduleTask(deadline: deadline - .milliseconds(10)) { explained.succeed(reason) }
    do {
      let address = try SocketAddress(ipAddress: endpoint.address.description, port: endpoint.socketPort)
      let opened = ClientBootstrap(group: loop).connect(to: address)
      opened.flatMap { channel in
        explained.futureResult.whenComplete { _ in channel.close(promise: nil) }
        return self.passProxy(channel, endpoint, until: deadline).flatMapThrowing {
          try self.addCertificateReceiver(to: channel, endpoint) { hasExpired in
            explained.succeed(hasExpired ? .certificate(.expiredIssuer) : reason)
          }
        }.flatMap { channel.closeFuture }
      }.whenComplete { _ in explained.succeed(reason) }
    } catch {
      explained.succeed(reason)
    }
    explained.futureResult.whenComplete { _ in limit.cancel() }
    return explained.futureResult
  }

  /// - Parameter receive: Learns whether one of the server's certificates has expired.
  private func addCertificateReceiver(
    to channel: any Channel, _ endpoint: ConnectionEndpoint, _ receive: @escaping @Sendable (Bool) -> Void
  ) throws {
    let name: String? = if case .name(let name) = endpoint.host { name } else { nil }
    let refuse: NIOSSLCustomVerificationCallback = { certificates, verified in
      let now = Int(time(nil))
      receive(certificates.contains { now > Int($0.notValidAfter) })
      verified.succeed(.failed)
    }
    let tls = try NIOSSLClientHandler(
      context: try TLSContexts.context(for: trust), serverHostname: name, customVerificationCallback: refuse)
    try channel.pipeline.syncOperations.addHandler(tls)
  }
}
