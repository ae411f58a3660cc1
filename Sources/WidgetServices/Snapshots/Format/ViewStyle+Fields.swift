import WidgetModel

extension ViewStyle: FieldCoded {
  /// Frequent fields come first: those that are not set at the end take no space.
  mutating func code(_ coder: inout some FieldCoder) {
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
  }
}

extension TextSpan: FieldCoded {
  init() { self.init("") }

  mutating func code(_ coder: inout some FieldCoder) {
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
        case .custom(let size, let weight, let design):
          .array([.number(size), LuaValue(weight?.rawValue), LuaValue(design?.rawValue)])
        }
      },
      read: { stored in
        if let name = stored.string { return TextStyle(rawValue: name).map { .style($0) } }
        guard case .array(let fields) = stored, fields.count == 3, let size = fields[0].double else { return nil }
        let (weight, design) = (fields[1].string.flatMap(FontWeight.init), fields[2].string.flatMap(FontDesign.init))
        guard (weight == nil) == fields[1].isNull, (design == nil) == fields[2].isNull else { return nil }
        return .custom(size: size, weight: weight, design: design)
      })
  }

  mutating func code(_ color: inout Color?) { code(&color, write: Self.stored, read: Self.color) }

  private static func stored(_ color: Color) -> LuaValue {
    switch color {
    case .named, .rgb: LuaValue(color.text)
    case .pair(let light, let dark): .array([stored(light), stored(dark)])
    }
  }

  private static func color(_ stored: LuaValue) -> Color? {
    if let text = stored.string { return Color(text) }
    // Read as text, so that a file cannot nest pairs.
    guard case .array(let pair) = stored, pair.count == 2, let light = pair[0].string.flatMap({ Color($0) }),
      let dark = pair[1].string.flatMap({ Color($0) })
    else { return nil }
    return .pair(light: light, dark: dark)
  }
}
