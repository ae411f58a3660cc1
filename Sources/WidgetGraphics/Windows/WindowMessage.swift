package import WidgetModel

/// A message from `luawidget-desktop` to the host, decoded from untrusted bytes.
package enum WindowMessage: Sendable, Equatable {
  /// The user's choice in the context menu of a card, or by a key.
  package enum Command: String, Sendable, CaseIterable { case refresh, settings, hide, edit, disclose }

  /// A gesture on a card as a whole, by the names of `luawidget tap NAME GESTURE`.
  package enum Gesture: String, Sendable, CaseIterable {
    case middleClick = "middle_click"
    case scrollUp = "scroll_up"
    case scrollDown = "scroll_down"
  }

  /// The first message.
  case ready(version: Int64)
  /// The colour scheme of the desktop, at the start and when it changes.
  case appearance(ColorScheme)
  /// No window can be shown. The last message.
  case failed(String)
  /// The program was asked to end. The last message.
  case closing
  case tap(card: String, generation: Int64, action: Int)
  case gesture(card: String, generation: Int64, Gesture)
  case command(card: String, Command)
  case settings(card: String, [(name: String, value: String)])
  /// A card is on the screen.
  ///
  /// - drawings: How often its window was drawn since it was opened.
  case drawn(card: String, generation: Int64, drawings: Int)

  /// The payload of a frame.
  package var encoded: [UInt8] {
    let parts: [LuaValue] =
      switch self {
      case .ready(let version): [0, .integer(version)]
      case .appearance(let scheme): [1, .string(scheme.rawValue)]
      case .failed(let reason): [2, .string(reason)]
      case .closing: [3]
      case .tap(let card, let generation, let action): [4, .string(card), .integer(generation), .integer(Int64(action))]
      case .gesture(let card, let generation, let gesture):
        [5, .string(card), .integer(generation), .string(gesture.rawValue)]
      case .command(let card, let command): [6, .string(card), .string(command.rawValue)]
      case .settings(let card, let values):
        [7, .string(card), .array(values.map { .array([.string($0.name), .string($0.value)]) })]
      case .drawn(let card, let generation, let drawings):
        [8, .string(card), .integer(generation), .integer(Int64(drawings))]
      }
    return MessagePack.encode(.array(parts))
  }

  package init(decoding payload: [UInt8]) throws(WindowProtocolError) {
    let parts = try payload.messageParts()
    func text(_ index: Int) throws(WindowProtocolError) -> String {
      guard let text = parts[index].string, text.utf8.count <= WindowProtocol.maximumText else {
        throw WindowProtocolError("expected a text")
      }
      return text
    }
    func number(_ index: Int) throws(WindowProtocolError) -> Int64 {
      guard let number = parts[index].integer else { throw WindowProtocolError("expected a number") }
      return number
    }
    switch (parts[0].integer, parts.count) {
    // A later version may say more.
    case (0, 2...): self = .ready(version: try number(1))
    case (1, 2):
      guard let scheme = ColorScheme(rawValue: try text(1)) else { throw WindowProtocolError("an unknown colour scheme") }
      self = .appearance(scheme)
    case (2, 2): self = .failed(try text(1))
    case (3, 1): self = .closing
    case (4, 4): self = .tap(card: try text(1), generation: try number(2), action: Int(clamping: try number(3)))
    case (5, 4):
      guard let gesture = Gesture(rawValue: try text(3)) else { throw WindowProtocolError("an unknown gesture") }
      self = .gesture(card: try text(1), generation: try number(2), gesture)
    case (6, 3):
      guard let command = Command(rawValue: try text(2)) else { throw WindowProtocolError("an unknown command") }
      self = .command(card: try text(1), command)
    case (7, 3):
      guard let elements = parts[2].array, elements.count <= WindowProtocol.maximumFields else {
        throw WindowProtocolError("an invalid form")
      }
      var values: [(name: String, value: String)] = []
      for element in elements {
        guard let pair = element.array, pair.count == 2, let name = pair[0].string, let value = pair[1].string,
          name.utf8.count <= WindowProtocol.maximumText, value.utf8.count <= WindowProtocol.maximumText
        else { throw WindowProtocolError("an invalid field") }
        values.append((name, value))
      }
      self = .settings(card: try text(1), values)
    case (8, 4): self = .drawn(card: try text(1), generation: try number(2), drawings: Int(clamping: try number(3)))
    default: throw WindowProtocolError("an unknown message")
    }
  }

  package static func == (left: WindowMessage, right: WindowMessage) -> Bool { left.encoded == right.encoded }
}

/// The protocol between the host and `luawidget-desktop` (`docs/desktop.md`): what both sides must agree on.
package enum WindowProtocol {
  package static let version: Int64 = 2
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
