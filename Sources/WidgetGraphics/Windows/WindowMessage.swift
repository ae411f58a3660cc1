package import WidgetHelpers
package import WidgetModel

/// The protocol between the host and `luawidget-desktop` (`docs/desktop.md`): everything both sides must agree on.
package enum WindowProtocol {
  package static let version: Int64 = 7
  /// Bytes of a frame to the program: a card with its view, or one image.
  package static let maximumFrame = 8 << 20
  /// Bytes of a frame from the program: the fields of a form.
  package static let maximumReply = 256 << 10
  /// Cards at once. Further widgets on a board aren't shown.
  package static let maximumCards = 200
  /// Images per card. Further ones are drawn as placeholders.
  package static let maximumImages = 16
  /// The longest id, setting or text in a message from the program, in bytes.
  static let maximumText = 64 << 10
  static let maximumFields = 1000
  static let limits = HelperMessage.Limits(depth: 8, values: 20_000)
}

/// A message from `luawidget-desktop` to the host, decoded from untrusted bytes.
package enum WindowMessage: Sendable, Equatable {
  /// The user's choice in the context menu of a card.
  package enum Command: String, Sendable, CaseIterable { case refresh, settings, hide, edit, disclose }

  /// A gesture on a card as a whole, by the names of `luawidget tap NAME GESTURE`.
  package enum Gesture: String, Sendable, CaseIterable {
    case middleClick = "middle_click"
    case scrollUp = "scroll_up"
    case scrollDown = "scroll_down"
  }

  /// The first message.
  case ready(version: Int64)
  /// The desktop's colour scheme, at the start and when it changes.
  case appearance(ColorScheme)
  /// No window can be shown. This is the last message.
  case failed(String)
  /// The program was asked to end. This is the last message.
  case closing
  case tap(card: String, generation: Int64, action: Int)
  case gesture(card: String, generation: Int64, Gesture)
  case command(card: String, Command)
  case settings(card: String, [(name: String, value: String)])
  /// A card is on the screen.
  ///
  /// - drawings: How often its window has been drawn since it was opened.
  case drawn(card: String, generation: Int64, drawings: Int)
  /// The user has put a card somewhere.
  case moved(CardPlace)
  /// The key of a character, whose command the host knows.
  case key(card: String, Character)

  private enum Number: Int64 { case ready, appearance, failed, closing, tap, gesture, command, settings, drawn, moved, key }

  /// The payload of a frame.
  package var encoded: [UInt8] {
    switch self {
    case .ready(let version): HelperMessage.encode(Number.ready, [.integer(version)])
    case .appearance(let scheme): HelperMessage.encode(Number.appearance, [.string(scheme.rawValue)])
    case .failed(let reason): HelperMessage.encode(Number.failed, [.string(reason)])
    case .closing: HelperMessage.encode(Number.closing)
    case .tap(let card, let generation, let action):
      HelperMessage.encode(Number.tap, [.string(card), .integer(generation), .integer(Int64(action))])
    case .gesture(let card, let generation, let gesture):
      HelperMessage.encode(Number.gesture, [.string(card), .integer(generation), .string(gesture.rawValue)])
    case .command(let card, let command): HelperMessage.encode(Number.command, [.string(card), .string(command.rawValue)])
    case .settings(let card, let values):
      HelperMessage.encode(
        Number.settings, [.string(card), .array(values.map { .array([.string($0.name), .string($0.value)]) })])
    case .drawn(let card, let generation, let drawings):
      HelperMessage.encode(Number.drawn, [.string(card), .integer(generation), .integer(Int64(drawings))])
    case .moved(let place): HelperMessage.encode(Number.moved, [place.wire])
    case .key(let card, let character): HelperMessage.encode(Number.key, [.string(card), .string(String(character))])
    }
  }

  package init(decoding payload: [UInt8]) throws(HelperProtocolError) {
    let message = try HelperMessage(decoding: payload, WindowProtocol.limits)
    let parts = message.parts
    func text(_ index: Int) throws(HelperProtocolError) -> String {
      guard let text = parts[index].string, text.utf8.count <= WindowProtocol.maximumText else {
        throw HelperProtocolError("expected a text")
      }
      return text
    }
    func number(_ index: Int) throws(HelperProtocolError) -> Int64 {
      guard let number = parts[index].integer else { throw HelperProtocolError("expected a number") }
      return number
    }
    switch (Number(rawValue: message.number), parts.count) {
    // A later version may say more.
    case (.ready, 2...): self = .ready(version: try number(1))
    case (.appearance, 2):
      guard let scheme = ColorScheme(rawValue: try text(1)) else { throw HelperProtocolError("an unknown colour scheme") }
      self = .appearance(scheme)
    case (.failed, 2): self = .failed(try text(1))
    case (.closing, 1): self = .closing
    case (.tap, 4): self = .tap(card: try text(1), generation: try number(2), action: Int(clamping: try number(3)))
    case (.gesture, 4):
      guard let gesture = Gesture(rawValue: try text(3)) else { throw HelperProtocolError("an unknown gesture") }
      self = .gesture(card: try text(1), generation: try number(2), gesture)
    case (.command, 3):
      guard let command = Command(rawValue: try text(2)) else { throw HelperProtocolError("an unknown command") }
      self = .command(card: try text(1), command)
    case (.settings, 3):
      guard let elements = parts[2].array, elements.count <= WindowProtocol.maximumFields else {
        throw HelperProtocolError("an invalid form")
      }
      var values: [(name: String, value: String)] = []
      for element in elements {
        guard let pair = element.array, pair.count == 2, let name = pair[0].string, let value = pair[1].string,
          name.utf8.count <= WindowProtocol.maximumText, value.utf8.count <= WindowProtocol.maximumText
        else { throw HelperProtocolError("an invalid field") }
        values.append((name, value))
      }
      self = .settings(card: try text(1), values)
    case (.drawn, 4): self = .drawn(card: try text(1), generation: try number(2), drawings: Int(clamping: try number(3)))
    case (.moved, 2): self = .moved(try CardPlace(wire: parts[1]))
    case (.key, 3):
      let key = try text(2)
      guard key.utf8.count <= 64, let character = key.first, key.count == 1 else {
        throw HelperProtocolError("expected a character")
      }
      self = .key(card: try text(1), character)
    default: throw HelperProtocolError("an unknown message")
    }
  }

  package static func == (left: WindowMessage, right: WindowMessage) -> Bool { left.encoded == right.encoded }
}
