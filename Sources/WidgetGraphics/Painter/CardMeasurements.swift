import WidgetModel
public import WidgetRendering

/// A painter's reply to a request for HTML: the measurements of a card's texts, and the fonts it's drawn with.
public struct CardMeasurements: Sendable, Equatable {
  public var texts: TextMeasurements
  public var fonts: [PageFont]

  /// The most fonts of a card, and the most bytes of all of them.
  public static let mostFonts = 64
  public static let mostFontBytes = 8 << 20

  public init(texts: TextMeasurements, fonts: [PageFont] = []) {
    self.texts = texts
    self.fonts = fonts
  }

  public func encoded() -> [UInt8] {
    let texts = texts.encoded()
    let list = fonts.map { font -> LuaValue in
      let uses = font.uses.map { use -> LuaValue in
        .array([
          .string(use.design.rawValue), .boolean(use.isDisplay), .string(use.weight.rawValue), .boolean(use.isItalic),
        ])
      }
      return .array([.integer(Int64(font.bytes.count)), .integer(Int64(font.order)), .array(uses)])
    }
    return PaintFrame.payload(.array([.integer(Int64(texts.count)), .array(list)]), [texts] + fonts.map(\.bytes))
  }

  /// - Throws: ``PaintError/invalidReply(_:)`` for anything but complete measurements and fonts a card can have.
  public init(decoding bytes: [UInt8]) throws(PaintError) {
    let parts: [LuaValue]
    var rest: ArraySlice<UInt8>
    do throws(PaintFrame.Damaged) {
      let frame = try PaintFrame(bytes)
      parts = try frame.decode().array ?? []
      rest = frame.blob
    } catch { throw .invalidReply(error.reason) }
    func take(_ length: Int64?) throws(PaintError) -> [UInt8] {
      guard let length = length.flatMap(Int.init(exactly:)), length >= 0, length <= rest.count else {
        throw .invalidReply("measurements longer than the frame")
      }
      defer { rest = rest.dropFirst(length) }
      return Array(rest.prefix(length))
    }
    guard parts.count == 2, let list = parts[1].array, list.count <= Self.mostFonts,
      let texts = TextMeasurements(decoding: try take(parts[0].integer))
    else { throw .invalidReply("not the measurements of a card") }
    self.texts = texts
    fonts = []
    for entry in list {
      guard let fields = entry.array, fields.count == 3, let order = fields[1].integer, (0...64).contains(order),
        let list = fields[2].array, list.count <= Self.mostFonts
      else { throw .invalidReply("not a font of a card") }
      var uses: [PageFont.Use] = []
      for use in list {
        guard let use = Self.use(use) else { throw .invalidReply("not a font of a card") }
        uses.append(use)
      }
      let bytes = try take(fields[0].integer)
      guard PageFont.isOpenType(bytes) else { throw .invalidReply("a font that isn't OpenType") }
      fonts.append(PageFont(bytes: bytes, order: Int(order), uses: uses))
    }
    guard rest.isEmpty, fonts.reduce(0, { $0 + $1.bytes.count }) <= Self.mostFontBytes else {
      throw .invalidReply("more fonts than a card has")
    }
  }

  private static func use(_ value: LuaValue) -> PageFont.Use? {
    guard let fields = value.array, fields.count == 4, let design = fields[0].string.flatMap(FontDesign.init),
      case .boolean(let isDisplay) = fields[1], let weight = fields[2].string.flatMap(FontWeight.init),
      case .boolean(let isItalic) = fields[3]
    else { return nil }
    return PageFont.Use(design: design, isDisplay: isDisplay, weight: weight, isItalic: isItalic)
  }
}

extension PageFont {
  /// Whether the bytes start like a font with one face (OpenType 1.9, "Table directory").
  static func isOpenType(_ bytes: [UInt8]) -> Bool {
    bytes.count > 12 && [[0, 1, 0, 0], Array("OTTO".utf8)].contains(Array(bytes.prefix(4)))
  }
}
