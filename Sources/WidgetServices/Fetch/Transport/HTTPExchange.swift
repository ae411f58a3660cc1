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
  /// As received: `Content-Length` is the encoded size.
  package var headers: [HeaderField]
  package var body: [UInt8]

  package init(status: Int, headers: [HeaderField], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}
