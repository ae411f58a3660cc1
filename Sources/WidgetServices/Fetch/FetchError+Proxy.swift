extension FetchError {
  /// Why a proxy established no connection.
  public enum ProxyProblem: String, Sendable, Equatable {
    /// The proxy's own name has no address.
    case unknownHost
    /// The proxy cannot be reached.
    case unreachable
    /// It did not respond in time.
    case timeout
    /// It requires other credentials.
    case credentials
    /// It refused the connection, or does not speak its protocol.
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
