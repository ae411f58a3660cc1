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

  /// The weakness that makes a server's verified certificate worthless; nil for a strong one.
  init?(weaknessOf certificate: NIOSSLCertificate) {
    guard let der = try? certificate.toDERBytes(), let names = CertificateNames(der: der) else { return nil }
    if names.hasWeakKey { self = .weakKey } else if names.hasWeakSignature { self = .weakSignature } else { return nil }
  }

  private static func problem(of certificate: NIOSSLCertificate, now: Int) -> FetchError.CertificateProblem {
    if now > Int(certificate.notValidAfter) { return .expired }
    if now < Int(certificate.notValidBefore) { return .notYetValid }
    let names = (try? certificate.toDERBytes()).flatMap { CertificateNames(der: $0) }
    if names?.isClientOnly == true { return .clientOnly }
    return names?.isSelfIssued == true ? .selfSigned : .unknownAuthority
  }
}
