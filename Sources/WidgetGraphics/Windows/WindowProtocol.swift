/// The protocol between the host and `luawidget-desktop` (`docs/desktop.md`): what both sides must agree on.
package enum WindowProtocol {
  package static let version: Int64 = 1
  /// Bytes of a frame to the program: a card with its view, or one image.
  package static let maximumFrame = 8 << 20
  /// Bytes of a frame from the program: the fields of a form.
  package static let maximumReply = 256 << 10
  /// Cards at once. Further widgets of a board are not shown.
  package static let maximumCards = 200
  /// Images of one card. Further ones are drawn as placeholders.
  package static let maximumImages = 16
  /// The longest id, setting or text in a message of the program, in bytes.
  static let maximumText = 64 << 10
  static let maximumFields = 200
}

/// A rule of the protocol that a message violates, for developers: without the values.
package struct WindowProtocolError: Error, Equatable {
  package let rule: String

  package init(_ rule: String) { self.rule = rule }
}
