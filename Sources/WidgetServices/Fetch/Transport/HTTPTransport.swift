/// Carries requests to servers: it resolves names, connects, and speaks TLS and HTTP. It decides nothing about permissions.
package protocol HTTPTransport: Resolver {
  /// Sends a request and waits for the complete response. A cancelled task gives it up at once.
  ///
  /// - Throws: `cancelled` when the task was cancelled, `shutDown` after ``shutdown()``.
  func perform(_ exchange: HTTPExchange, to destination: HTTPDestination) async throws(FetchError.Reason) -> HTTPExchangeResponse

  /// Starts what takes time, because an exchange follows at once. What fails is reported by the exchange.
  func prepare()

  /// Ends what is running, which fails with `shutDown`, and refuses later exchanges.
  func shutdown() async
}

extension HTTPTransport {
  /// Nothing takes time to start.
  package func prepare() {}
}

/// Where an exchange goes: an origin server, and the addresses at which it may be reached.
package struct HTTPDestination: Sendable, Hashable {
  package var scheme: WebAddress.Scheme
  package var host: WebHost
  package var port: Int
  /// Resolves the host's name; nil for a direct connection.
  package var proxy: Proxy?
  /// Permitted addresses of the host, or the addresses of the proxy, in the order in which they're tried.
  package var addresses: [IPAddress]

  package init(scheme: WebAddress.Scheme, host: WebHost, port: Int, proxy: Proxy? = nil, addresses: [IPAddress]) {
    self.scheme = scheme
    self.host = host
    self.port = port
    self.proxy = proxy
    self.addresses = addresses
  }
}

/// Resolves host names.
public protocol Resolver: Sendable {
  /// - Parameter name: A canonical name, never a literal address and never localhost.
  /// - Returns: Addresses in the order in which they should be tried.
  func addresses(of name: String) async throws(ResolverError) -> [IPAddress]
}

/// Why a name has no address.
public enum ResolverError: Error, Sendable, Equatable {
  /// The name doesn't exist or has no address.
  case unknownHost
  /// No name server responded; a retry may help.
  case unavailable
  case cancelled
  /// The process that resolves names failed.
  case fetcher(FetchError.FetcherProblem)
}

/// A resolver with fixed addresses.
public struct FixedResolver: Resolver {
  public var names: [String: [IPAddress]]

  public init(_ names: [String: [IPAddress]] = [:]) { self.names = names }

  public func addresses(of name: String) async throws(ResolverError) -> [IPAddress] {
    guard let addresses = names[name], !addresses.isEmpty else { throw .unknownHost }
    return addresses
  }
}

/// One request, and what its response may cost.
package struct HTTPExchange: Sendable, Equatable {
  /// Bytes of a response's header section.
  package static let maximumHeaderBytes = 64 << 10
  package static let maximumInterimResponses = 20

  package var method: PreparedRequest.Method
  package var scheme: WebAddress.Scheme
  /// The value of `Host`, or of `:authority` in HTTP/2.
  package var authority: String
  /// Path and query.
  package var target: String
  /// Without `Host` and the fields that frame the message.
  package var headers: [HeaderField]
  package var body: [UInt8]?
  /// Bytes that the decoded body may have.
  package var maximumBodyBytes: Int
  /// Whether the body of a redirect is of no use to the caller.
  package var discardsRedirectBody = false
  /// Whether the request may be sent again where RFC 9110 section 9.2.2 allows it.
  package var mayRepeat = true
  /// Seconds to establish a connection to one address.
  package var connectTimeout = 10.0
  /// Seconds from the request to the head of its response.
  package var firstByteTimeout: Double?

  package init(
    method: PreparedRequest.Method, scheme: WebAddress.Scheme, authority: String, target: String, headers: [HeaderField],
    body: [UInt8]? = nil, maximumBodyBytes: Int
  ) {
    self.method = method
    self.scheme = scheme
    self.authority = authority
    self.target = target
    self.headers = headers
    self.body = body
    self.maximumBodyBytes = maximumBodyBytes
  }
}

/// A complete response; content codings are removed.
package struct HTTPExchangeResponse: Sendable, Equatable {
  package var status: Int
  /// The header fields as received: `Content-Length` is the encoded size.
  package var headers: [HeaderField]
  package var body: [UInt8]

  package init(status: Int, headers: [HeaderField], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
