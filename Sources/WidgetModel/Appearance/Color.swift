/// A colour a script names by meaning, by value, or as a light/dark pair. The surface resolves it.
public enum Color: Sendable, Equatable, Hashable {
  case named(ColorName)
  /// 0xRRGGBB.
  case rgb(UInt32)
  indirect case pair(light: Color, dark: Color)
  /// A name or a value you can see through: opacity 0 is invisible, 1 is opaque.
  indirect case translucent(Color, opacity: Double)
}

/// The semantic colours of the Lua API.
public enum ColorName: String, Sendable, Equatable, Hashable, CaseIterable, FieldValue {
  case label, secondary, tertiary, accent
  case red, orange, yellow, green, mint, teal, blue, indigo, purple, pink, brown, gray
  case clear

  /// All names a script can write. `black` and `white` are values: they don't depend on the appearance.
  public static var names: [String] { allCases.map(\.rawValue) + ["black", "white"] }
}

extension Color {
  /// Parses a semantic name, `black`, `white`, `#rrggbb` or `#rrggbbaa`, each optionally with an opacity: `blue/0.3`.
  ///
  /// - Returns: nil for anything else, including `#rgb` and other colour names.
  public init?(_ text: String) {
    if let slash = text.firstIndex(of: "/") {
      guard let color = Color(String(text[..<slash])), let opacity = Double(text[text.index(after: slash)...]),
        (0...1).contains(opacity)
      else { return nil }
      switch color {
      case .named, .rgb: self = .translucent(color, opacity: opacity)
      case .translucent(let color, let own): self = .translucent(color, opacity: own * opacity)
      case .pair: return nil
      }
      return
    }
    if text.utf8.first == UInt8(ascii: "#"), text.utf8.count == 9, text.dropFirst().allSatisfy(\.isHexDigit),
      let value = UInt32(text.dropFirst(), radix: 16)
    {
      self = .translucent(.rgb(value >> 8), opacity: Double(value & 0xFF) / 255)
      return
    }
    if let name = ColorName(rawValue: text) {
      self = .named(name)
    } else if text.utf8.first == UInt8(ascii: "#"), text.utf8.count == 7, text.dropFirst().allSatisfy(\.isHexDigit),
      let value = UInt32(text.dropFirst(), radix: 16)
    {
      self = .rgb(value)
    } else if text == "white" || text == "black" {
      self = .rgb(text == "white" ? 0xFFFFFF : 0)
    } else {
      return nil
    }
  }

  /// The name or `#rrggbb`, with any opacity; nil for a pair.
  public var text: String? {
    switch self {
    case .named(let name): return name.rawValue
    case .rgb(let value):
      return "#" + String(value & 0xFFFFFF, radix: 16).padded(to: 6, with: "0")
    case .translucent(let color, let opacity): return color.text.map { "\($0)/\(opacity)" }
    case .pair: return nil
    }
  }

  /// Whether what's behind it can be seen.
  public var isTranslucent: Bool { if case .translucent = self { true } else { false } }

  /// Whether something behind it is seen, in either appearance.
  public var letsThrough: Bool {
    if case .pair(let light, let dark) = self { light.isTranslucent || dark.isTranslucent } else { isTranslucent }
  }

  /// The light or dark colour of a pair, or the colour itself. Scripts can't nest pairs.
  public func resolved(_ scheme: ColorScheme) -> Color {
    guard case .pair(let light, let dark) = self else { return self }
    var color = scheme == .dark ? dark : light
    while case .pair(let light, _) = color { color = light }
    return color
  }
}

/// A colour is its text, or a list of two texts for a pair.
extension Color: FieldValue {
  public var stored: LuaValue {
    switch self {
    case .named, .rgb, .translucent: LuaValue(text)
    case .pair(let light, let dark): .array([light.stored, dark.stored])
    }
  }

  public init?(stored: LuaValue) {
    if let text = stored.string {
      self.init(text)
      return
    }
    // Read as text, so that a file cannot nest pairs.
    guard case .array(let pair) = stored, pair.count == 2, let light = pair[0].string.flatMap({ Color($0) }),
      let dark = pair[1].string.flatMap({ Color($0) })
    else { return nil }
    self = .pair(light: light, dark: dark)
  }

  public var json: JSONValue {
    guard case .pair(let light, let dark) = self else { return JSONValue(stored) }
    return .object([JSONValue.Field(key: "light", value: light.json), JSONValue.Field(key: "dark", value: dark.json)])
  }
}

/// Whether a surface is light or dark.
public enum ColorScheme: String, Sendable, FieldValue, CaseIterable { case light, dark }
