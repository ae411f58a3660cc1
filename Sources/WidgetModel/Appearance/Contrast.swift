import WidgetSystem

/// The contrast between two colours (WCAG 2.2, 1.4.3), and legible text colours for any background.
public enum Contrast {
  /// The minimum for text.
  public static let least = 4.5
  /// The minimum for a text in a colour that the script named: below it, the shade changes.
  public static let leastOfColor = 3.0
  /// The minimum for an icon in such a colour, below which you could hardly see it, and what another shade then has.
  public static let leastOfIcon = (least: 1.4, goal: 2.0)

  /// The contrast of two colours 0xRRGGBB, from 1 (equal) to 21 (black on white).
  public static func ratio(_ one: UInt32, _ other: UInt32) -> Double {
    let (a, b) = (luminance(one), luminance(other))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// Black or white, whichever contrasts more: at least 4.5 to 1 on any colour.
  public static func label(on ground: UInt32) -> UInt32 {
    ratio(0x000000, ground) >= ratio(0xFFFFFF, ground) ? 0x000000 : 0xFFFFFF
  }

  /// ``label(on:)``, blended with the background as far as it stays legible.
  ///
  /// - Parameter strength: The share of black or white, 0 to 1, if contrast allows.
  public static func faint(on ground: UInt32, strength: Double = 0.6) -> UInt32 {
    let label = label(on: ground)
    for share in stride(from: strength, to: 1, by: 0.05) {
      let mixed = mix(label, ground, share)
      if ratio(mixed, ground) >= least { return mixed }
    }
    return label
  }

  /// The first shade of a colour with enough contrast to a background, or else the first shade of all, as much lighter or darker as
  /// it needs: the colour is still recognized.
  ///
  /// - Parameters:
  ///   - shades: The best one first.
  ///   - least: Enough contrast.
  ///   - goal: The contrast of another shade.
  public static func legible(
    _ shades: [UInt32], on ground: UInt32, least: Double = leastOfColor, goal: Double = leastOfColor
  ) -> UInt32 {
    if let own = shades.first(where: { ratio($0, ground) >= least }) { return own }
    guard let first = shades.first else { return label(on: ground) }
    let isLighter = luminance(first) >= luminance(ground)
    for ink: UInt32 in isLighter ? [0xFFFFFF, 0x000000] : [0x000000, 0xFFFFFF] {
      for share in stride(from: 0.96, to: 0, by: -0.04) {
        let shade = mix(first, ink, share)
        if ratio(shade, ground) >= goal { return shade }
      }
    }
    return label(on: ground)
  }

  /// A fill that stands out from the background, such as a button's. Text contrasts more with it than with the background.
  public static func raised(on ground: UInt32) -> UInt32 { mix(label(on: ground) ^ 0xFFFFFF, ground, 0.25) }

  /// The empty part of a bar on a background: black or white, and how opaque it is.
  public static func trackInk(on ground: UInt32) -> (color: UInt32, opacity: Double) {
    let ink = label(on: ground)
    return (ink, ink == 0 ? 0.12 : 0.2)
  }

  /// The colour of the empty part of a bar on a background.
  public static func track(on ground: UInt32) -> UInt32 {
    let ink = trackInk(on: ground)
    return mix(ink.color, ground, ink.opacity)
  }

  /// The background of a button's title, as close to a colour as contrast allows, and the title's colour: white, or black on
  /// colours as bright as yellow.
  public static func action(_ color: UInt32) -> (ground: UInt32, label: UInt32) {
    if ratio(0x000000, color) >= 2 * least { return (color, 0x000000) }
    for share in stride(from: 1.0, to: 0, by: -0.02) {
      let ground = mix(color, 0x000000, share)
      if ratio(0xFFFFFF, ground) >= least + 0.1 { return (ground, 0xFFFFFF) }
    }
    return (0x000000, 0xFFFFFF)
  }

  /// The colour of an icon on a fill: white, or black on colours as bright as yellow. Icons need less contrast than text (WCAG 2.2,
  /// 1.4.11).
  public static func icon(on ground: UInt32) -> UInt32 { ratio(0xFFFFFF, ground) >= 3 ? 0xFFFFFF : 0x000000 }

  /// A blend: this share of one colour, the rest of the other.
  public static func mix(_ one: UInt32, _ other: UInt32, _ share: Double) -> UInt32 {
    [16, 8, 0].reduce(0) { value, shift in
      let (a, b) = (Double(one >> shift & 0xFF), Double(other >> shift & 0xFF))
      return value | UInt32(saturating: a * share + b * (1 - share)) << shift
    }
  }

  private static func luminance(_ color: UInt32) -> Double {
    func part(_ shift: UInt32) -> Double {
      let value = Double(color >> shift & 0xFF) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0)
  }
}
