extension ViewStyle: FieldCoded {
  /// Frequent fields come first: those that are not set at the end take no space.
  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code(&font)
    coder.code(&color)
    coder.code(&align)
    coder.code(&spacing)
    coder.code(&weight)
    coder.code(&padding)
    coder.code(&background)
    coder.code(&width)
    coder.code(&height)
    coder.code(&minWidth)
    coder.code(&maxWidth)
    coder.code(&minHeight)
    coder.code(&maxHeight)
    coder.code(&priority)
    coder.code(&lineLimit)
    coder.code(&truncation)
    coder.code(&italic)
    coder.code(&monospaced)
    coder.code(&accessibility)
    coder.code(&aspectRatio)
    coder.code(&minScale)
    coder.code(&opacity)
    coder.code(&border)
    coder.code(&cornerRadius)
    coder.code(&hidden)
    coder.code(&transition)
    coder.code(&id)
    coder.code(&layoutDirection)
    coder.code(&gradient)
    coder.code(&effects)
  }
}

extension Gradient: FieldCoded {
  public init() { self.init([]) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code(&colors, write: StoredColor.value, read: StoredColor.color)
    coder.code(&direction)
  }
}

extension TextSpan: FieldCoded {
  public init() { self.init("") }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code(&text)
    coder.code(&font)
    coder.code(&weight)
    coder.code(&italic)
    coder.code(&monospaced)
    coder.code(&color)
    coder.code(&link)
    coder.code(&underline)
    coder.code(&strikethrough)
  }
}

extension FieldCoder {
  fileprivate mutating func code(_ font: inout Font?) {
    code(
      &font,
      write: { font in
        switch font {
        case .style(let style): .string(style.rawValue)
        case .custom(let size, let weight, let design, let style):
          .array(
            [.number(size), LuaValue(weight?.rawValue), LuaValue(design?.rawValue)] + (style.map { [.string($0.rawValue)] } ?? [])
          )
        }
      },
      read: { stored in
        if let name = stored.string { return TextStyle(rawValue: name).map { .style($0) } }
        guard case .array(let fields) = stored, 3...4 ~= fields.count, let size = fields[0].double else { return nil }
        let (weight, design) = (fields[1].string.flatMap(FontWeight.init), fields[2].string.flatMap(FontDesign.init))
        guard (weight == nil) == fields[1].isNull, (design == nil) == fields[2].isNull else { return nil }
        let style = fields.count == 4 ? fields[3].string.flatMap(TextStyle.init) : nil
        guard (style == nil) == (fields.count == 3) else { return nil }
        return .custom(size: size, weight: weight, design: design, relativeTo: style)
      })
  }

  mutating func code(_ color: inout Color?) { code(&color, write: StoredColor.value, read: StoredColor.color) }
}

/// The stored form of a colour: its text, or a list of two for a pair.
enum StoredColor {
  static func value(_ color: Color) -> LuaValue {
    switch color {
    case .named, .rgb, .translucent: LuaValue(color.text)
    case .pair(let light, let dark): .array([value(light), value(dark)])
    }
  }

  static func color(_ stored: LuaValue) -> Color? {
    if let text = stored.string { return Color(text) }
    // Read as text, so that a file cannot nest pairs.
    guard case .array(let pair) = stored, pair.count == 2, let light = pair[0].string.flatMap({ Color($0) }),
      let dark = pair[1].string.flatMap({ Color($0) })
    else { return nil }
    return .pair(light: light, dark: dark)
  }
}
