public import WidgetModel

/// A font with a card's letters, for a page that needs no installed fonts.
public struct PageFont: Sendable, Equatable {
  /// A font of the card that takes letters from this one.
  public struct Use: Sendable, Hashable {
    public var design: FontDesign
    /// Whether it has a size from ``ResolvedFont/displaySize`` on, and so may have another typeface.
    public var isDisplay: Bool
    public var weight: FontWeight
    public var isItalic: Bool

    public init(design: FontDesign, isDisplay: Bool, weight: FontWeight, isItalic: Bool) {
      self.design = design
      self.isDisplay = isDisplay
      self.weight = weight
      self.isItalic = isItalic
    }

    package init(_ font: ResolvedFont) {
      self.init(design: font.design, isDisplay: font.isDisplay, weight: font.weight, isItalic: font.italic)
    }
  }

  /// An OpenType file.
  public var bytes: [UInt8]
  /// Its place among the typefaces of a font: letters missing in one are taken from the next.
  public var order: Int
  public var uses: [Use]

  public init(bytes: [UInt8], order: Int, uses: [Use]) {
    self.bytes = bytes
    self.order = order
    self.uses = uses
  }

  /// The family's name on a page: fonts with other letters have another one.
  package var name: String {
    // FNV-1a.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return "f" + String(hash, radix: 36)
  }
}
