import WidgetServices

/// Why an exchange on a connection failed, and how far it had come.
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
