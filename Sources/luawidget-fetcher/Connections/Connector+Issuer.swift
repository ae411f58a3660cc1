import NIOCore
import NIOPosix
import NIOSSL
import WidgetServices
import WidgetSystem

extension Connector {
  /// The reason for a handshake that failed because of an unknown authority: a certificate between the server's and the authority may
  /// have expired, be for other purposes than servers, or be the only one that the user trusts.
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
          try self.addCertificateReceiver(to: channel, endpoint) { problem in
            explained.succeed(problem.map { .certificate($0) } ?? reason)
          }
        }.flatMap { channel.closeFuture }
      }.whenComplete { _ in explained.succeed(reason) }
    } catch {
      explained.succeed(reason)
    }
    explained.futureResult.whenComplete { _ in limit.cancel() }
    return explained.futureResult
  }

  /// - Parameter receive: Called with the problem of the server's certificates, if it's one of these.
  private func addCertificateReceiver(
    to channel: any Channel, _ endpoint: ConnectionEndpoint,
    _ receive: @escaping @Sendable (FetchError.CertificateProblem?) -> Void
  ) throws {
    let name: String? = if case .name(let name) = endpoint.host { name } else { nil }
    let intermediates = trust.certificates.compactMap { CertificateNames(der: $0) }.filter { !$0.isSelfIssued }.map(\.subject)
    let refuse: NIOSSLCustomVerificationCallback = { certificates, verified in
      let now = Int(time(nil))
      let names = certificates.compactMap { (try? $0.toDERBytes()).flatMap { CertificateNames(der: $0) } }
      let dependsOnIntermediate = names.contains { intermediates.contains($0.issuer) }
      let hasExpired = certificates.contains { now > Int($0.notValidAfter) }
      // The server's own comes first.
      let isForeign = names.dropFirst().contains { $0.foreignPurpose != nil }
      receive(
        hasExpired ? .expiredIssuer : isForeign ? .issuerNotForServers : dependsOnIntermediate ? .trustedIntermediate : nil)
      verified.succeed(.failed)
    }
    let tls = try NIOSSLClientHandler(
      context: try TLSContexts.context(for: trust), serverHostname: name, customVerificationCallback: refuse)
    try channel.pipeline.syncOperations.addHandler(tls)
  }
}
