import NIOCore
import NIOSSL
import NIOTLS

/// Waits for the TLS handshake of the handler in front of it.
final class TLSHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer

  private let tls: NIOSSLClientHandler
  private let address: IPAddress?
  private let promise: EventLoopPromise<String?>

  /// - Parameters:
  ///   - address: The address that the certificate must be for, where the library cannot check it: it compares with the peer of the
  ///     socket, which behind a proxy is the proxy.
  ///   - promise: Succeeds with the negotiated protocol (ALPN); fails with a ``FetchError/Reason``.
  init(_ tls: NIOSSLClientHandler, address: IPAddress?, _ promise: EventLoopPromise<String?>) {
    self.tls = tls
    self.address = address
    self.promise = promise
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .handshakeCompleted(let negotiated)? = event as? TLSUserEvent {
      if address.map(isCertified) ?? true {
        promise.succeed(negotiated)
      } else {
        promise.fail(FetchError.Reason.certificate(.wrongHost))
      }
    }
    context.fireUserInboundEventTriggered(event)
  }

  private func isCertified(_ address: IPAddress) -> Bool {
    tls.peerCertificate?._subjectAlternativeNames().contains {
      $0.nameType == .ipAddress && $0.contents.elementsEqual(address.bytes)
    } ?? false
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    let problem = FetchError.CertificateProblem(error, certificate: tls.peerCertificate)
    promise.fail(problem.map { .certificate($0) } ?? FetchError.Reason(networkError: error))
  }

  func channelInactive(context: ChannelHandlerContext) {
    promise.fail(FetchError.Reason.handshake)
    context.fireChannelInactive()
  }
}
