import WidgetRendering

/// Measures with the fonts that are drawn with.
///
/// `@unchecked Sendable`: a layout asks it on the thread that draws, and ``Painter`` lets only one draw at a time.
struct PangoMeasurer: TextMeasurer, @unchecked Sendable {
  let shaper: TextShaper

  func measure(_ text: String, font: ResolvedFont) -> TextExtent {
    let line = shaper.lineMetrics(font)
    return TextExtent(width: shaper.width(text, font: font), height: line.height, ascent: line.ascent)
  }

  /// Icons are drawn as shapes in a square somewhat larger than the letters.
  func measureSymbol(_ symbol: String, font: ResolvedFont) -> TextExtent {
    let line = shaper.lineMetrics(font)
    return TextExtent(width: (font.size * 1.2).rounded(), height: line.height, ascent: line.ascent)
  }
}
