/// The protocol between the broker and `luawidget-fetcher` (`docs/fetcher.md`): what both sides must agree on.
package enum FetcherProtocol {
  package static let version: Int64 = 2
  /// Bytes of a frame to the fetcher: the certificates that the user trusts are the longest.
  package static let maximumRequestFrame = 2 << 20
  /// Bytes of a frame from it: a header section or one chunk of a body.
  package static let maximumReplyFrame = 512 << 10
  /// Values in a frame: a header section of the shortest fields has the most.
  static let maximumValues = 80_000
  /// Bytes of the body of a request.
  package static let maximumRequestBody = 16 << 20
  /// Addresses of one name.
  static let maximumAddresses = 256
}

/// A rule of the protocol that a message violates, for developers: without the values.
package struct FetcherProtocolError: Error, Equatable {
  package let rule: String

  package init(_ rule: String) { self.rule = rule }
}
