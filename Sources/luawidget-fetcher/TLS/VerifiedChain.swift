import NIOSSL
import WidgetServices

/// The certificates of a verified chain, from the trust anchor down to the server's own.
final class VerifiedChain {
  private var certificates: [CertificateNames] = []

  /// The weakness that makes the chain worthless; nil for a strong one.
  var weakness: FetchError.CertificateProblem? {
    guard let server = certificates.last else { return nil }
    // The system or the user vouches for the anchor, so nothing depends on its own signature.
    let signed = certificates.dropFirst()
    if server.hasWeakKey { return .weakKey }
    if signed.last?.hasWeakSignature == true { return .weakSignature }
    if certificates.contains(where: \.hasWeakKey) { return .weakIssuerKey }
    return signed.contains(where: \.hasWeakSignature) ? .weakIssuerSignature : nil
  }

  /// Adds a certificate that the library has verified. Without its fields, or with another result, the chain isn't accepted.
  func add(_ certificate: NIOSSLCertificate, _ result: NIOSSLVerificationResult) -> NIOSSLVerificationResult {
    guard case .certificateVerified = result, let der = try? certificate.toDERBytes(), let names = CertificateNames(der: der)
    else { return .failed }
    certificates.append(names)
    return .certificateVerified
  }
}

/// The initializer with a callback for each certificate of the verified chain. The library calls it deprecated, in favour of callbacks
/// that verify a chain in its place, and tells the verified chain in no other way.
private protocol ChainReporting {
  init(context: NIOSSLContext, serverHostname: String?, verificationCallback: NIOSSLVerificationCallback?) throws
}

extension NIOSSLClientHandler: ChainReporting {
  /// - Parameter chain: Gets the certificates of the verified chain.
  static func reporting(to chain: VerifiedChain, context: NIOSSLContext, serverHostname: String?) throws -> NIOSSLClientHandler {
    func handler<Handler: ChainReporting>(_: Handler.Type) throws -> Handler {
      try Handler(context: context, serverHostname: serverHostname) { chain.add($1, $0) }
    }
    return try handler(NIOSSLClientHandler.self)
  }
}
