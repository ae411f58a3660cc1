/// The protocol between the host and `luawidget-server` (`docs/server.md`): what both sides must agree on.
package enum ServerProtocol {
  package static let version: Int64 = 1
  /// Bytes of a frame in either direction: a request with its body, or one chunk of a response.
  package static let maximumFrame = 256 << 10
  /// Bytes of a response that the server has and the client does not.
  package static let window = 128 << 10
  /// Values in a frame.
  static let maximumValues = 1_000
  /// The descriptor of the first listener; the others follow it.
  package static let firstListener: Int32 = 3
  package static let maximumListeners = 4
}

/// A rule of the protocol that a message violates, for developers: without the values.
package struct ServerProtocolError: Error, Equatable {
  package let rule: String

  package init(_ rule: String) { self.rule = rule }
}
