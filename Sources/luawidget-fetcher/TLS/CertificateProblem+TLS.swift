import NIOSSL
import WidgetServices
import WidgetSystem

extension FetchError.CertificateProblem {
  /// The certificate problem reported by a TLS error; nil for any other error.
  ///
  /// The library reports only that the chain wasn't verified. The server's own certificate says why.
  ///
  /// - Parameter certificate: The server's, if received.
  init?(_ error: any Error, certificate: NIOSSLCertificate?) {
    guard error is NIOSSLError || error is BoringSSLError else { return nil }
    let text = String(describing: error)
    if text.contains("CERTIFICATE_VERIFY_FAILED") {
      self = certificate.map { Self.problem(of: $0, now: Int(time(nil))) } ?? .unknownAuthority
    } else if text.contains("ALERT_CERTIFICATE_REQUIRED") || text.contains("TLSV1_CERTIFICATE_REQUIRED")
      || (certificate != nil && (text.contains("ALERT_HANDSHAKE_FAILURE") || text.contains("ALERT_BAD_CERTIFICATE")))
    {
      // TLS 1.3 has an alert for this. In earlier versions, a server requiring a client certificate fails the handshake.
      self = .clientCertificateRequired
    } else {
      return nil
    }
  }

  private static func problem(of certificate: NIOSSLCertificate, now: Int) -> FetchError.CertificateProblem {
    if now > Int(certificate.notValidAfter) { return .expired }
    if now < Int(certificate.notValidBefore) { return .notYetValid }
    let names = (try? certificate.toDERBytes()).flatMap { CertificateNames(der: $0) }
    switch names?.foreignPurpose {
    case .client: return .clientOnly
    case .codeSigning: return .codeSigningOnly
    case .email: return .emailOnly
    case .timeStamping: return .timeStampingOnly
    case .statusResponses: return .statusResponsesOnly
    case .other: return .notForServers
    case nil: break
    }
    return names?.isSelfIssued == true ? .selfSigned : .unknownAuthority
  }
}
