import NIOCore
import NIOSSL
import Synchronization
import WidgetServices

/// TLS contexts, made once: reading the system's authorities takes milliseconds, during which no other connection is served.
enum TLSContexts {
  /// TLS rejects one of the user's trusted certificates.
  struct UnusableCertificate: Error {}

  private struct Key: Hashable {
    let trust: TrustedCertificates
    let offersHTTP2: Bool
  }

  private static let contexts = Mutex<[Key: NIOSSLContext]>([:])

  /// - Parameter offersHTTP2: false for connections that begin with HTTP/1.1.
  static func context(for trust: TrustedCertificates, offersHTTP2: Bool = true) throws -> NIOSSLContext {
    let key = Key(trust: trust, offersHTTP2: offersHTTP2)
    return try contexts.withLock { contexts in
      if let context = contexts[key] { return context }
      let context = try NIOSSLContext(configuration: configuration(trust, offersHTTP2))
      contexts[key] = context
      return context
    }
  }

  /// TLS 1.2 and 1.3, HTTP/2 where the server offers it (ALPN, RFC 9113 section 3.2). The chain is verified;
  /// ``CertificateIdentity`` decides whether the certificate is for the host.
  private static func configuration(_ trust: TrustedCertificates, _ offersHTTP2: Bool) throws -> TLSConfiguration {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.certificateVerification = .noHostnameVerification
    configuration.minimumTLSVersion = .tlsv12
    // Without these, a server could choose SHA-1, or a cipher whose recorded traffic its key can open later.
    configuration.verifySignatureAlgorithms = [
      .ecdsaSecp256R1Sha256, .rsaPssRsaeSha256, .rsaPkcs1Sha256, .ecdsaSecp384R1Sha384, .rsaPssRsaeSha384, .rsaPkcs1Sha384,
      .ecdsaSecp521R1Sha512, .rsaPssRsaeSha512, .rsaPkcs1Sha512, .ed25519,
    ]
    configuration.cipherSuiteValues = [
      .TLS_AES_128_GCM_SHA256, .TLS_AES_256_GCM_SHA384, .TLS_CHACHA20_POLY1305_SHA256,
      .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
      .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
      .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
      .TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA, .TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA,
      .TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA, .TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA,
    ]
    // For the server's part of an orderly end, which nothing depends on.
    configuration.shutdownTimeout = .milliseconds(200)
    configuration.applicationProtocols = offersHTTP2 ? ["h2", "http/1.1"] : ["http/1.1"]
    let added = trust.certificates.compactMap { try? NIOSSLCertificate(bytes: $0, format: .der) }
    guard added.count == trust.certificates.count else { throw UnusableCertificate() }
    if !added.isEmpty { configuration.additionalTrustRoots = [.certificates(added)] }
    return configuration
  }
}

/// Whether a certificate is for a host (RFC 9110 section 4.3.4, RFC 6125 section 6.4).
///
/// The library also accepts a certificate for the peer's address when a host name was requested. An attacker forging DNS
/// responses can have such a certificate, so here names must match names and addresses must match addresses.
enum CertificateIdentity {
  static func isValid(_ certificate: NIOSSLCertificate, for host: WebHost) -> Bool {
    certificate._subjectAlternativeNames().contains { name in
      switch host {
      case .address(let address): name.nameType == .ipAddress && name.contents.elementsEqual(address.bytes)
      case .name(let host):
        name.nameType == .dnsName && matches(String(decoding: Array(name.contents), as: UTF8.self), host)
      }
    }
  }

  /// - Parameters:
  ///   - pattern: A name as in a certificate; `*` can stand for the whole first label.
  ///   - host: A canonical host name.
  static func matches(_ pattern: String, _ host: String) -> Bool {
    let pattern = pattern.lowercased()
    if pattern == host { return true }
    guard pattern.hasPrefix("*."), let dot = host.firstIndex(of: "."), dot > host.startIndex else { return false }
    let parent = pattern.dropFirst(2)
    return parent.contains(".") && host[host.index(after: dot)...] == parent
  }
}
