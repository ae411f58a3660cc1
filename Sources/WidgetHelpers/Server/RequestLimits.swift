/// What the server accepts from a client before it forwards a request.
package enum RequestLimits {
  package static let requestLine = 8 << 10
  /// Bytes of all header fields, and their number.
  package static let headerBytes = 16 << 10
  package static let headerFields = 64
  package static let body = 64 << 10
  /// Seconds from the first byte of a request to its last.
  package static let requestSeconds = 10
  /// Seconds without a request on an open connection, and without progress of a response.
  package static let idleSeconds = 30
  package static let connections = 600
}
