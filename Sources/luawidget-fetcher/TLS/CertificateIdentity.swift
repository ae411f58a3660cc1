import NIOSSL
import WidgetServices

/// Whether a certificate is for a host (RFC 9110 section 4.3.4, RFC 6125 section 6.4).
///
/// The library also accepts a certificate for the address of the peer when a host name was requested. An attacker who forges DNS
/// responses can have such a certificate, so here a name must match a name and an address must match an address.
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
  ///   - pattern: A name as in a certificate; `*` may stand for the whole first label.
  ///   - host: A canonical host name.
  static func matches(_ pattern: String, _ host: String) -> Bool {
    let pattern = pattern.lowercased()
    if pattern == host { return true }
    guard pattern.hasPrefix("*."), let dot = host.firstIndex(of: "."), dot > host.startIndex else { return false }
    let parent = pattern.dropFirst(2)
    return parent.contains(".") && host[host.index(after: dot)...] == parent
  }
}
