extension SystemPalette {
  /// The background of a card.
  public static let card = Shades(light: 0xFFFFFF, dark: 0x1C1C1E)
  /// The background of a page around its cards.
  public static let page = Shades(light: 0xF2F2F7, dark: 0x000000)
  /// The background of a button.
  public static let control = Shades(light: 0xEEEEF3, dark: 0x2C2C2E)
  /// The share of its colour in the background of a button in a rendering; the rest is the card.
  public static let buttonTint = 0.16

  /// A fill on which text in a value of the script, such as white, is legible: the system colour, or a darker shade of it where the
  /// text has too little contrast. Black text keeps the system colour.
  ///
  /// - Parameter text: 0xRRGGBB.
  public static func badge(_ name: ColorName, under text: UInt32) -> Shades? {
    guard let fill = fill(name), let dark = self.text(name) else { return nil }
    func one(_ own: UInt32) -> UInt32 {
      [own, dark.light, dark.dark].first { Contrast.ratio(text, $0) >= Contrast.least } ?? own
    }
    return Shades(light: one(fill.light), dark: one(fill.dark))
  }
}

extension SystemPalette.Shades {
  public subscript(_ scheme: ColorScheme) -> UInt32 { scheme == .dark ? dark : light }
}
