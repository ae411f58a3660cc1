public import WidgetModel

/// Measures in terminal cells of 8 by 16 points, whatever the font.
public struct CellMeasurer: TextMeasurer {
  public static let cell = Size(width: 8, height: 16)

  public var rule: WidthRule

  public var scalesText: Bool { false }

  public init(rule: WidthRule = .graphemeClusters) { self.rule = rule }

  public func measure(_ text: String, font: ResolvedFont) -> TextExtent {
    TextExtent(width: Double(GraphemeWidth.cells(text, rule: rule)) * Self.cell.width, height: Self.cell.height, ascent: 12)
  }
}
