/// A text style of Apple's Dynamic Type, scaled by the user's text size.
public enum TextStyle: String, Sendable, Equatable, Hashable, CaseIterable, FieldValue {
  case largeTitle = "large_title"
  case title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2

  public var isTitle: Bool {
    switch self {
    case .largeTitle, .title, .title2, .title3: true
    case .headline, .subheadline, .body, .callout, .footnote, .caption, .caption2: false
    }
  }
}

/// The weight of a font, lightest to heaviest.
public enum FontWeight: String, Sendable, Equatable, Hashable, CaseIterable, FieldValue {
  case ultralight, thin, light, regular, medium, semibold, bold, heavy, black

  public var isBold: Bool { self >= .semibold }
}

extension FontWeight: Comparable {
  public static func < (left: FontWeight, right: FontWeight) -> Bool { left.rank < right.rank }
  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The design of a typeface.
public enum FontDesign: String, Sendable, Equatable, Hashable, CaseIterable, FieldValue {
  case standard = "default"
  case monospaced, rounded, serif
}

/// A font: a text style, or a size in points with weight and design.
public enum Font: Sendable, Equatable, Hashable {
  case style(TextStyle)
  /// Grows with the text size like a style: by default, the style closest in size.
  case custom(size: Double, weight: FontWeight?, design: FontDesign?, relativeTo: TextStyle? = nil)
}

/// A font is the name of its style, or a list.
extension Font: FieldValue {
  public var stored: LuaValue {
    switch self {
    case .style(let style): .string(style.rawValue)
    case .custom(let size, let weight, let design, let style):
      .array(
        [.number(size), LuaValue(weight?.rawValue), LuaValue(design?.rawValue)] + (style.map { [.string($0.rawValue)] } ?? []))
    }
  }

  public init?(stored: LuaValue) {
    if let name = stored.string {
      guard let style = TextStyle(rawValue: name) else { return nil }
      self = .style(style)
      return
    }
    guard case .array(let fields) = stored, 3...4 ~= fields.count, let size = fields[0].double else { return nil }
    let (weight, design) = (fields[1].string.flatMap(FontWeight.init), fields[2].string.flatMap(FontDesign.init))
    guard (weight == nil) == fields[1].isNull, (design == nil) == fields[2].isNull else { return nil }
    let style = fields.count == 4 ? fields[3].string.flatMap(TextStyle.init) : nil
    guard (style == nil) == (fields.count == 3) else { return nil }
    self = .custom(size: size, weight: weight, design: design, relativeTo: style)
  }

  public var json: JSONValue {
    guard case .custom(let size, let weight, let design, let style) = self else { return JSONValue(stored) }
    let texts = [("weight", weight?.rawValue), ("design", design?.rawValue), ("relative_to", style?.rawValue)]
    let fields = texts.compactMap { key, text in text.map { JSONValue.Field(key: key, value: .string($0)) } }
    return .object([JSONValue.Field(key: "size", value: .number(size))] + fields)
  }
}

/// The user's text size (`UIContentSizeCategory`): xSmall to accessibility5.
public enum TextSize: String, Sendable, Equatable, Hashable, CaseIterable, FieldValue {
  case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
  case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5
}

extension TextSize: Comparable {
  /// The largest text size on a card of a family, which can't grow.
  public static let largestOnCard = TextSize.accessibility1
  /// The largest text size on a circular card.
  public static let largestInCircle = TextSize.xLarge
  /// The largest text size in a card's title bar.
  public static let largestInTitle = TextSize.xxxLarge

  /// Whether rows that don't fit become columns at this size.
  public var isAccessibility: Bool { self >= .accessibility1 }

  public static func < (left: TextSize, right: TextSize) -> Bool { left.rank < right.rank }
  private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
