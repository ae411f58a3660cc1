public import WidgetHelpers

extension FetchError {
  /// Why a server's certificate wasn't accepted, or ours was missing.
  public enum CertificateProblem: String, Sendable, Equatable, CaseIterable {
    /// The server issued it itself.
    case selfSigned
    case expired
    /// A certificate between the server's and the authority has expired.
    case expiredIssuer
    case notYetValid
    /// It's valid, but for other host names.
    case wrongHost
    /// The chain doesn't lead to a trusted authority.
    case unknownAuthority
    /// The server accepts only clients with a certificate.
    case clientCertificateRequired
    /// It's signed with SHA-1 or MD5, which can be forged.
    case weakSignature
    /// It has an RSA key of less than 2048 bits.
    case weakKey
    /// A certificate between the server's and the authority is signed with SHA-1 or MD5.
    case weakIssuerSignature
    /// Another certificate of the chain has an RSA key of less than 2048 bits.
    case weakIssuerKey
    // Not for servers (RFC 5280 section 4.2.1.12).
    case clientOnly
    case codeSigningOnly
    case emailOnly
    case timeStampingOnly
    case statusResponsesOnly
    case notForServers
    /// A certificate between the server's and the authority may not vouch for servers.
    case issuerNotForServers
    /// The user trusts an intermediate certificate, but not the authority that issued it.
    case trustedIntermediate

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
      case .weakIssuerSignature:
        "the certificate of an authority that the server's certificate depends on is signed with SHA-1 or MD5"
      case .weakIssuerKey:
        "the certificate of an authority that the server's certificate depends on has an RSA key of less than 2048 bits"
      case .clientOnly: "the server's certificate is for clients only"
      case .codeSigningOnly: "the server's certificate is for signing programs only"
      case .emailOnly: "the server's certificate is for email only"
      case .timeStampingOnly: "the server's certificate is for time stamps only"
      case .statusResponsesOnly: "the server's certificate is only for telling which certificates are revoked"
      case .notForServers: "the server's certificate is for other purposes than a server's"
      case .issuerNotForServers:
        "the certificate of an authority that the server's certificate depends on is for other purposes than servers"
      case .trustedIntermediate:
        "the server's certificate depends on a trusted intermediate certificate, whose own authority isn't trusted"
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
      case .weakIssuerSignature, .weakIssuerKey:
        "ask the server's operator for a certificate of an authority with current algorithms and keys"
      case .clientOnly, .codeSigningOnly, .emailOnly, .timeStampingOnly, .statusResponsesOnly, .notForServers:
        "ask the server's operator for a certificate for servers"
      case .issuerNotForServers: "ask the server's operator for a certificate of an authority for servers"
      case .trustedIntermediate:
        "add the certificate of the authority at the root, which signed itself, to the file that certificates = names in config.toml"
      case .clientCertificateRequired: "use an address that accepts a key or password: client certificates are not supported"
      }
    }
  }
}

extension FetchError {
  /// Why `luawidget-fetcher`, the process using the network, didn't complete a request.
  public typealias FetcherProblem = HelperProblem
}

extension HelperProblem {
  var text: String { text(of: .fetcher) }

  var remedy: String? {
    switch self {
    case .missing, .cannotStart: "\(HelperProgram.installation)"
    // The text says what to do.
    case .version: nil
    case .exited, .signalled, .invalidMessage, .silent:
      "the server may have received the request; if this happens again, run `luawidget doctor`"
    }
  }
}

extension FetchError {
  /// Why a proxy didn't make a connection.
  public enum ProxyProblem: String, Sendable, Equatable {
    /// The proxy's own name has no address.
    case unknownHost
    /// The proxy can't be reached.
    case unreachable
    /// It didn't respond in time.
    case timeout
    /// It requires other credentials.
    case credentials
    /// It refused the connection, or doesn't speak its protocol.
    case refusal

    /// - Parameter proxy: `proxy.example:3128`.
    func text(_ proxy: String) -> String {
      switch self {
      case .unknownHost: "the proxy \(proxy) has no address"
      case .unreachable: "the proxy \(proxy) cannot be reached"
      case .timeout: "the proxy \(proxy) did not respond in time"
      case .credentials: "the proxy \(proxy) requires a user name and password"
      case .refusal: "the proxy \(proxy) refused to connect to it"
      }
    }
  }
}

extension FetchError.Reason {
  /// The same failure while connecting to a proxy.
  package func connecting(to proxy: Proxy) -> FetchError.Reason {
    switch self {
    case .unknownHost, .nameServer: .proxy(.unknownHost, proxy.target)
    case .connectTimeout: .proxy(.timeout, proxy.target)
    case .cancelled, .shutDown, .proxy, .fetcher: self
    default: .proxy(.unreachable, proxy.target)
    }
  }
}
