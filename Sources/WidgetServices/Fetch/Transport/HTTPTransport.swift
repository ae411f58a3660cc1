/// Carries requests to servers: resolves names, connects, and speaks TLS and HTTP. It decides nothing about permissions.
package protocol HTTPTransport: Resolver {
  /// Sends a request and waits for the complete response. Cancelling the task gives it up at once.
  ///
  /// - Throws: `cancelled` if the task was cancelled, `shutDown` after ``shutdown()``.
  func perform(_ exchange: HTTPExchange, to destination: HTTPDestination) async throws(FetchError.Reason) -> HTTPExchangeResponse

  /// Sends a request and passes on an event stream as it arrives, or the messages of a WebSocket as one. Any other response is
  /// returned whole.
  ///
  /// - Returns: The response; without its body if that was passed on, and only once it has ended.
  func open(
    _ exchange: HTTPExchange, to destination: HTTPDestination, onPart: @escaping @Sendable ([UInt8]) -> Void
  ) async throws(FetchError.Reason) -> HTTPExchangeResponse

  /// Starts whatever takes time, because an exchange follows at once. The exchange reports any failure.
  func prepare()

  /// Ends running exchanges, which fail with `shutDown`, and refuses later ones.
  func shutdown() async
}

extension HTTPTransport {
  /// Nothing takes time to start.
  package func prepare() {}

  /// The whole response at once.
  package func open(
    _ exchange: HTTPExchange, to destination: HTTPDestination, onPart: @escaping @Sendable ([UInt8]) -> Void
  ) async throws(FetchError.Reason) -> HTTPExchangeResponse {
    var response = try await perform(exchange, to: destination)
    guard response.isEventStream else { return response }
    onPart(response.body)
    response.body = []
    return response
  }
}

/// Where an exchange goes: an origin server, and the addresses where it might be reached.
package struct HTTPDestination: Sendable, Hashable {
  package var scheme: WebAddress.Scheme
  package var host: WebHost
  package var port: Int
  /// Resolves the host's name; nil for a direct connection.
  package var proxy: Proxy?
  /// The host's permitted addresses, or the proxy's, in the order to try them.
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
  /// - Parameter name: A canonical name, never a literal address or localhost.
  /// - Returns: Addresses in the order to try them.
  func addresses(of name: String) async throws(ResolverError) -> [IPAddress]
}

/// Why a name has no address.
public enum ResolverError: Error, Sendable, Equatable {
  /// The name doesn't exist or has no address.
  case unknownHost
  /// No name server responded; a retry may help.
  case unavailable
  case cancelled
  /// The process resolving names failed.
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

/// A request, and what its response may cost.
package struct HTTPExchange: Sendable, Equatable {
  /// Bytes in a response's header section.
  package static let maximumHeaderBytes = 64 << 10
  package static let maximumInterimResponses = 20
  /// Bytes in a frame of a WebSocket. A longer one ends it, since it would have to be kept to be skipped.
  package static let maximumWebSocketFrame = 1 << 20

  package var method: PreparedRequest.Method
  package var scheme: WebAddress.Scheme
  /// The value of `Host`, or of `:authority` in HTTP/2.
  package var authority: String
  /// Path and query.
  package var target: String
  /// The header fields, without `Host` and those framing the message.
  package var headers: [HeaderField]
  package var body: [UInt8]?
  /// The most bytes of the decoded body.
  package var maximumBodyBytes: Int
  /// Whether the caller has no use for a redirect's body.
  package var discardsRedirectBody = false
  /// Whether the request can be sent again where RFC 9110 section 9.2.2 allows it.
  package var mayRepeat = true
  /// Seconds for connecting to one address.
  package var connectTimeout = 10.0
  /// Seconds from the request to the head of its response.
  package var firstByteTimeout: Double?
  /// The kind of response that's passed on as it arrives, if the server has it; nil for a response that ends.
  package var stream: Stream?

  package enum Stream: Sendable, Equatable {
    /// The body of an event stream.
    case events
    /// The messages of a WebSocket, as an event stream.
    ///
    /// - opening: The messages to send first.
    case webSocket(opening: [String])
  }

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

  /// Whether it's an event stream that can be passed on as it arrives.
  package var isEventStream: Bool {
    let type = (headers.value(of: "Content-Type") ?? "").prefix { $0 != ";" }
    return status == 200 && type.lowercased().trimmingHTTPSpace == "text/event-stream"
  }

  package init(status: Int, headers: [HeaderField], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
