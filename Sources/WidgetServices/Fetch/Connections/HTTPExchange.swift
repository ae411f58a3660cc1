/// One request on one connection, and what its response may cost.
struct HTTPExchange: Sendable {
  var method: PreparedRequest.Method
  var scheme: WebAddress.Scheme
  /// The value of `Host`, or of `:authority` in HTTP/2.
  var authority: String
  /// Path and query.
  var target: String
  /// Without `Host` and the fields that frame the message.
  var headers: [HeaderField]
  var body: [UInt8]?
  /// Bytes that the decoded body may have.
  var maximumBodyBytes: Int
  /// Whether the body of a redirect is of no use to the caller.
  var discardsRedirectBody = false
  /// Seconds from the request to the head of its response.
  var firstByteTimeout: Double?
}

/// A complete response as it was received: content codings are still applied.
struct HTTPExchangeResponse: Sendable, Equatable {
  var status: Int
  var headers: [HeaderField]
  var body: [UInt8]
}

/// Why an exchange failed, and how far it had come.
struct HTTPExchangeFailure: Error, Equatable {
  enum Progress: Sendable, Equatable {
    /// Not a byte of the request was sent.
    case notSent
    /// The server states that it did not process the request (RFC 9113 section 8.7).
    case notProcessed
    /// The server may have processed it.
    case sent
    /// Status and header fields of the response were received.
    case receivedHead
  }

  var reason: FetchError.Reason
  var progress: Progress
}
