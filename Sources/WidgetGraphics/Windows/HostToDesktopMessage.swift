package import WidgetHelpers
package import WidgetModel

/// A message from the host to `luawidget-desktop`.
package enum HostToDesktopMessage: Sendable, Equatable {
  /// The first message.
  ///
  /// - colorScheme: nil follows the desktop.
  /// - locale: The language of menus and dialogs, BCP 47.
  /// - popup: Where the one card is shown, in front of all windows until the user is done; nil shows cards on the desktop.
  case hello(version: Int64, colorScheme: ColorScheme?, locale: String = "en-US", popup: PopupPlace? = nil)
  /// All cards, in order. Any others are gone.
  ///
  /// - isCompact: Whether there's less space between them.
  case arrange([CardPlace], isCompact: Bool = false)
  /// A card's image, sent before the card that refers to it.
  case image(card: String, number: Int64, DecodedImage)
  /// Replaces a card. Earlier images it doesn't refer to are gone.
  case card(CardWindow)
  case form(SettingsForm)
  /// A text for the clipboard.
  case clipboard(String)

  private enum Number: Int64 { case hello, arrange, card, image, form, clipboard }

  /// The payload of a frame.
  package var encoded: [UInt8] {
    switch self {
    case .hello(let version, let scheme, let locale, let popup):
      HelperMessage.encode(Number.hello, [.integer(version), .text(scheme?.rawValue), .string(locale), .text(popup?.rawValue)])
    case .arrange(let places, let isCompact):
      HelperMessage.encode(Number.arrange, [.array(places.map(\.wire)), .boolean(isCompact)])
    case .card(let card):
      HelperMessage.encode(
        Number.card,
        [
          .string(card.id), .integer(card.generation), .bytes(PaintRequest.rendering(card.request).encoded()),
          .array(card.images.sorted { $0.key < $1.key }.map { .array([.string($0.key), .integer($0.value)]) }),
          .text(card.disclosure?.rawValue),
        ])
    case .image(let card, let number, let image):
      HelperMessage.encode(
        Number.image,
        [
          .string(card), .integer(number), .integer(Int64(image.originalWidth)), .integer(Int64(image.originalHeight)),
          .integer(Int64(image.width)), .integer(Int64(image.height)), .bytes(image.pixels),
        ])
    case .form(let form):
      HelperMessage.encode(
        Number.form, [.string(form.id), .string(form.title), .text(form.problem), .array(form.fields.map(\.wire))])
    case .clipboard(let text): HelperMessage.encode(Number.clipboard, [.string(text)])
    }
  }

  package init(decoding payload: [UInt8]) throws(HelperProtocolError) {
    let message = try HelperMessage(decoding: payload, WindowProtocol.limits)
    let parts = message.parts
    switch (Number(rawValue: message.number), parts.count) {
    case (.hello, 3...):
      // Another version may say less; it isn't served.
      self = .hello(
        version: try message.id(), colorScheme: parts[2].string.flatMap(ColorScheme.init(rawValue:)),
        locale: parts.count > 3 ? parts[3].string ?? "en-US" : "en-US",
        popup: parts.count > 4 ? parts[4].string.flatMap(PopupPlace.init(rawValue:)) : nil)
    case (.arrange, 3):
      guard let elements = parts[1].array, elements.count <= WindowProtocol.maximumCards else {
        throw HelperProtocolError("too many cards")
      }
      var places: [CardPlace] = []
      for element in elements { places.append(try CardPlace(wire: element)) }
      guard let isCompact = parts[2].boolean else { throw HelperProtocolError("an invalid arrangement") }
      self = .arrange(places, isCompact: isCompact)
    case (.card, 6): self = .card(try CardWindow(wire: parts))
    case (.image, 8):
      let numbers = parts[2...6].map { $0.integer.flatMap(Int.init(exactly:)) ?? -1 }
      guard let card = parts[1].string, let pixels = parts[7].stringBytes,
        let image = DecodedImage(
          originalWidth: numbers[1], originalHeight: numbers[2], width: numbers[3], height: numbers[4], pixels: pixels)
      else { throw HelperProtocolError("an invalid image") }
      self = .image(card: card, number: Int64(numbers[0]), image)
    case (.form, 5): self = .form(try SettingsForm(wire: parts))
    case (.clipboard, 2):
      guard let text = parts[1].string else { throw HelperProtocolError("expected a text") }
      self = .clipboard(text)
    default: throw HelperProtocolError("an unknown message")
    }
  }
}

extension CardPlace {
  var wire: LuaValue {
    let monitor: LuaValue =
      switch placement.monitor {
      case .number(let number)?: .integer(Int64(number))
      case .name(let name)?: .string(name)
      case nil: .null
      }
    let margin = placement.margin
    return .array([
      .string(id), .text(placement.anchor?.rawValue), margin.map { .integer(Int64($0.horizontal)) } ?? .null,
      margin.map { .integer(Int64($0.vertical)) } ?? .null, monitor, .boolean(isInFront),
    ])
  }

  init(wire: LuaValue) throws(HelperProtocolError) {
    guard let parts = wire.array, parts.count == 6, let id = parts[0].string, let isInFront = parts[5].boolean else {
      throw HelperProtocolError("an invalid place")
    }
    var placement = CardPlacement(anchor: parts[1].string.flatMap(CardPlacement.Anchor.init(rawValue:)))
    if let horizontal = parts[2].integer.flatMap(Int.init(exactly:)), let vertical = parts[3].integer.flatMap(Int.init(exactly:))
    {
      guard CardPlacement.Margin.limits.contains(horizontal), CardPlacement.Margin.limits.contains(vertical) else {
        throw HelperProtocolError("an invalid margin")
      }
      placement.margin = CardPlacement.Margin(horizontal: horizontal, vertical: vertical)
    }
    if let number = parts[4].integer {
      placement.monitor = .number(Int(clamping: number))
    } else if let name = parts[4].string {
      placement.monitor = .name(name)
    }
    self.init(id: id, placement: placement, isInFront: isInFront)
  }
}

extension CardWindow {
  fileprivate init(wire parts: [LuaValue]) throws(HelperProtocolError) {
    guard let id = parts[1].string, let generation = parts[2].integer, let bytes = parts[3].stringBytes,
      let pairs = parts[4].array, pairs.count <= WindowProtocol.maximumImages
    else { throw HelperProtocolError("an incomplete card") }
    guard case .rendering(let request)? = try? PaintRequest(decoding: bytes), request.resources.isEmpty else {
      throw HelperProtocolError("an invalid view")
    }
    var images: [String: Int64] = [:]
    for pair in pairs {
      guard let parts = pair.array, parts.count == 2, let src = parts[0].string, let number = parts[1].integer else {
        throw HelperProtocolError("an invalid reference to an image")
      }
      images[src] = number
    }
    self.init(
      id: id, generation: generation, request: request, images: images,
      disclosure: parts[5].string.flatMap(Disclosure.init(rawValue:)))
  }
}

extension SettingsForm.Field {
  fileprivate var wire: LuaValue {
    .array([
      .string(name), .string(label), .string(about), .string(kind.rawValue), .string(value), .array(choices.map { .string($0) }),
      .text(status), .text(problem), .array(elements.map { .array($0.map(\.wire)) }), .boolean(hasRecords),
    ])
  }
}

extension SettingsForm {
  fileprivate init(wire parts: [LuaValue]) throws(HelperProtocolError) {
    guard let id = parts[1].string, let title = parts[2].string, let elements = parts[4].array,
      elements.count <= WindowProtocol.maximumFields
    else { throw HelperProtocolError("an incomplete form") }
    self.init(id: id, title: title, problem: parts[3].string, fields: try Self.fields(elements, isInList: false))
  }

  private static func fields(_ elements: [LuaValue], isInList: Bool) throws(HelperProtocolError) -> [Field] {
    guard elements.count <= WindowProtocol.maximumFields else { throw HelperProtocolError("an incomplete form") }
    var fields: [Field] = []
    for element in elements {
      guard let parts = element.array, parts.count == 10, let name = parts[0].string, let label = parts[1].string,
        let about = parts[2].string, let kind = parts[3].string.flatMap(Field.Kind.init(rawValue:)), let value = parts[4].string,
        let choices = parts[5].array, let rows = parts[8].array, let hasRecords = parts[9].boolean,
        rows.count <= WindowProtocol.maximumFields, !isInList || rows.isEmpty
      else { throw HelperProtocolError("an invalid field") }
      var field = Field(
        name: name, label: label, about: about, kind: kind, value: value, choices: choices.compactMap(\.string),
        status: parts[6].string, problem: parts[7].string)
      for row in rows { field.elements.append(try Self.fields(row.array ?? [], isInList: true)) }
      field.hasRecords = hasRecords
      fields.append(field)
    }
    return fields
  }
}

extension LuaValue {
  fileprivate static func text(_ text: String?) -> LuaValue { text.map { .string($0) } ?? .null }
}
