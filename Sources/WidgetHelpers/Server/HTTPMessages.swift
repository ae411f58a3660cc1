/// A complete request, as the server received it. Everything in it is untrusted.
package struct HTTPRequestMessage: Sendable, Equatable {
  package var method: String
  /// The path and the query: origin-form (RFC 9112 section 3.2.1).
  package var target: String
  /// Fields in the order of the request, with names in lowercase.
  package var fields: [HTTPField]
  package var body: [UInt8]
  /// Whether the connection comes from a loopback address of this machine. A proxy's or a tunnel's does too.
  package var isFromLoopback = false

  package init(
    method: String, target: String, fields: [HTTPField] = [], body: [UInt8] = [], isFromLoopback: Bool = false
  ) {
    self.method = method
    self.target = target
    self.fields = fields
    self.body = body
    self.isFromLoopback = isFromLoopback
  }

  /// The value of a field; nil if it's missing or there are several.
  package func field(_ name: String) -> String? {
    let values = fields.lazy.filter { $0.name == name }.map(\.value)
    return values.count == 1 ? values.first : nil
  }
}

/// One header field.
package struct HTTPField: Sendable, Equatable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }
}

/// A response's status and header fields.
package struct HTTPResponseHead: Sendable, Equatable {
  package var status: Int
  package var fields: [HTTPField]
  /// Bytes of the body; nil for a stream.
  package var bodyLength: Int?

  package init(status: Int, fields: [HTTPField] = [], bodyLength: Int?) {
    self.status = status
    self.fields = fields
    self.bodyLength = bodyLength
  }
}

/// Limits on what the server accepts from a client before forwarding a request.
package enum RequestLimits {
  package static let requestLine = 8 << 10
  /// Bytes of all header fields, and how many there may be.
  package static let headerBytes = 16 << 10
  package static let headerFields = 64
  package static let body = 64 << 10
  /// Seconds from the first byte of a request to its last.
  package static let requestSeconds = 10
  /// Seconds without a request on an open connection, or without progress on a response.
  package static let idleSeconds = 30
  package static let connections = 600
}
