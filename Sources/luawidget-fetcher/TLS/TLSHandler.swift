import NIOCore
import NIOSSL
import NIOTLS
import WidgetServices

/// Waits for the TLS handshake of the handler in front of it.
final class TLSHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer

  private let tls: NIOSSLClientHandler
  private let chain: VerifiedChain
  private let host: WebHost
  private let promise: EventLoopPromise<String?>

  /// - Parameters:
  ///   - chain: Gets the verified certificates.
  ///   - host: The host the certificate must be for.
  ///   - promise: Succeeds with the negotiated protocol (ALPN); fails with a ``FetchError/Reason``.
  init(_ tls: NIOSSLClientHandler, _ chain: VerifiedChain, host: WebHost, _ promise: EventLoopPromise<String?>) {
    self.tls = tls
    self.chain = chain
    self.host = host
    self.promise = promise
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case .handshakeCompleted(let negotiated)? = event as? TLSUserEvent {
      if let certificate = tls.peerCertificate, CertificateIdentity.isValid(certificate, for: host) {
        if let weakness = chain.weakness {
          promise.fail(FetchError.Reason.certificate(weakness))
        } else {
          promise.succeed(negotiated)
        }
      } else {
        promise.fail(FetchError.Reason.certificate(.wrongHost))
      }
    }
    context.fireUserInboundEventTriggered(event)
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
