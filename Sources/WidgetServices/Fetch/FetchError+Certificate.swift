extension FetchError {
  /// Why a server's certificate was not accepted, or ours was missing.
  public enum CertificateProblem: String, Sendable, Equatable, CaseIterable {
    /// Issued by the server itself.
    case selfSigned
    case expired
    /// One of the certificates between the server's and the authority has expired.
    case expiredIssuer
    case notYetValid
    /// Valid, but for other host names.
    case wrongHost
    /// The chain does not lead to an authority that is trusted.
    case unknownAuthority
    /// The server accepts only clients with a certificate.
    case clientCertificateRequired
    /// Signed with SHA-1 or MD5, for which forgeries can be made.
    case weakSignature
    /// An RSA key of less than 2048 bits.
    case weakKey

    var text: String {
      switch self {
      case .selfSigned: "the server's certificate is self-signed"
      case .expired: "the server's certificate has expired"
      case .expiredIssuer: "the certificate of an authority that the server's certificate depends on has expired"
      case .notYetValid: "the server's certificate is not valid yet"
      case .wrongHost: "the server's certificate is for another host name"
      case .unknownAuthority: "the server's certificate was issued by an unknown authority"
      case .clientCertificateRequired: "the server requires a client certificate"
      case .weakSignature: "the server's certificate is signed with SHA-1 or MD5"
      case .weakKey: "the server's certificate has an RSA key of less than 2048 bits"
      }
    }

    var remedy: String {
      switch self {
      case .selfSigned: "if you trust the server, add its certificate to the file that certificates = names in config.toml"
      case .expired: "renew the server's certificate, or correct this machine's clock"
      case .expiredIssuer: "renew the intermediate certificates that the server sends, or correct this machine's clock"
      case .notYetValid: "correct this machine's clock"
      case .wrongHost: "use a host name that the certificate lists"
      case .unknownAuthority:
        "if you trust the authority, add its certificate to the file that certificates = names in config.toml; "
          + "else the server may lack an intermediate certificate"
      case .weakSignature, .weakKey: "ask the server's operator for a certificate with a current algorithm and key"
      case .clientCertificateRequired: "use an address that accepts a key or password: client certificates are not supported"
      }
    }
  }
}
