public import WidgetModel

/// The colours of the Lua API on a terminal.
public enum TerminalPalette {
  /// A colour's value on a dark or a light surface; nil for the terminal's own text colour and for `clear`.
  public static func rgb(_ color: Color, _ scheme: ColorScheme) -> UInt32? {
    switch color {
    case .rgb(let value): value & 0xFFFFFF
    case .pair: rgb(color.resolved(scheme), scheme)
    case .translucent(let own, let opacity):
      // As it looks on a card, because we don't know the terminal's own background.
      (rgb(own, scheme) ?? SystemPalette.text(.label)?[scheme]).map {
        Contrast.mix($0, SystemPalette.card[scheme], min(1, max(0, opacity)))
      }
    case .named(let name): rgb(name, scheme)
    }
  }

  /// SGR parameters. Empty for the terminal's own colour, and for all colours at ``ColorDepth/none``.
  static func codes(_ color: Color, _ depth: ColorDepth, _ scheme: ColorScheme, isBackground: Bool) -> [String] {
    var color = color
    color = color.resolved(scheme)
    guard depth != .none, let value = isBackground ? fill(color, scheme) : rgb(color, scheme) else { return [] }
    let selector = isBackground ? "48" : "38"
    switch depth {
    case .none: return []
    case .trueColor: return [selector, "2", "\(value >> 16)", "\(value >> 8 & 0xFF)", "\(value & 0xFF)"]
    case .ansi256: return [selector, "5", "\(nearest256(value))"]
    case .ansi16:
      var index = nearest16(value)
      if case .named(let name) = color { index = ansi16(name, scheme) }
      return ["\((index < 8 ? 30 : 82) + index + (isBackground ? 10 : 0))"]
    }
  }

  /// The text colours shared by all surfaces; nil for `label`, which is the terminal's own, and for `clear`.
  private static func rgb(_ name: ColorName, _ scheme: ColorScheme) -> UInt32? {
    name == .label ? nil : SystemPalette.text(name)?[scheme]
  }

  /// The fills shared by all surfaces.
  private static func fill(_ color: Color, _ scheme: ColorScheme) -> UInt32? {
    color == .named(.label) ? nil : SystemPalette.fill(color)?[scheme]
  }

  /// Bright colours on dark, normal ones on light.
  private static func ansi16(_ name: ColorName, _ scheme: ColorScheme) -> Int {
    let hue =
      switch name {
      case .label, .clear: 7
      case .secondary, .tertiary, .gray: 8
      case .red: 1
      case .green: 2
      case .orange, .yellow, .brown: 3
      case .accent, .blue, .indigo: 4
      case .purple, .pink: 5
      case .mint, .teal: 6
      }
    let isDull = name == .orange || name == .brown
    return hue < 8 && scheme == .dark && !isDull ? hue + 8 : hue
  }

  private static func nearest256(_ value: UInt32) -> Int {
    let (red, green, blue) = parts(value)
    let steps = [0, 95, 135, 175, 215, 255]
    func step(_ part: Int) -> Int { steps.indices.min { abs(steps[$0] - part) < abs(steps[$1] - part) } ?? 0 }
    let cube = (step(red), step(green), step(blue))
    let cubeDistance = distance((red, green, blue), (steps[cube.0], steps[cube.1], steps[cube.2]))
    let gray = min(23, max(0, ((red + green + blue) / 3 - 3) / 10))
    let level = 8 + 10 * gray
    if distance((red, green, blue), (level, level, level)) < cubeDistance { return 232 + gray }
    return 16 + 36 * cube.0 + 6 * cube.1 + cube.2
  }

  private static func nearest16(_ value: UInt32) -> Int {
    // xterm's default palette, approximating the user's theme.
    let palette: [UInt32] = [
      0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
      0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]
    let own = parts(value)
    return palette.indices.min { distance(own, parts(palette[$0])) < distance(own, parts(palette[$1])) } ?? 7
  }

  private static func parts(_ value: UInt32) -> (Int, Int, Int) {
    (Int(value >> 16 & 0xFF), Int(value >> 8 & 0xFF), Int(value & 0xFF))
  }

  private static func distance(_ one: (Int, Int, Int), _ other: (Int, Int, Int)) -> Int {
    let (red, green, blue) = (one.0 - other.0, one.1 - other.1, one.2 - other.2)
    // The eye is best at green and worst at blue.
    return 3 * red * red + 4 * green * green + 2 * blue * blue
  }
}

/// The colours of a terminal.
public enum ColorDepth: String, Sendable, Equatable, CaseIterable {
  case trueColor
  /// The 16 colours, and the 6 x 6 x 6 cube and 24 greys of xterm's palette.
  case ansi256
  /// The 16 colours of the user's theme.
  case ansi16
  /// `NO_COLOR`.
  case none
}
