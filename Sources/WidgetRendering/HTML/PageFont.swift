public import WidgetModel

/// A part of a font with the letters of a card, for a page that needs no installed fonts.
public struct PageFont: Sendable, Equatable {
  /// The design it's used for.
  public var design: FontDesign
  /// Whether it's used for sizes from ``ResolvedFont/displaySize`` on.
  public var isDisplay: Bool
  /// Its place among the families of the design: the letters missing in one are taken from the next.
  public var order: Int
  /// The weight as in CSS: 1 to 1000.
  public var weight: Int
  public var isItalic: Bool
  /// An OpenType file.
  public var bytes: [UInt8]

  public init(design: FontDesign, isDisplay: Bool, order: Int, weight: Int, isItalic: Bool, bytes: [UInt8]) {
    self.design = design
    self.isDisplay = isDisplay
    self.order = order
    self.weight = weight
    self.isItalic = isItalic
    self.bytes = bytes
  }
}
