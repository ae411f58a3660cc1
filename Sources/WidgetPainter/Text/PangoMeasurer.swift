import WidgetRendering

/// Measures with the fonts of the rendering.
///
/// `@unchecked Sendable`: it is only used on the thread that draws, and ``Painter`` draws one rendering at a time.
struct PangoMeasurer: TextMeasurer, @unchecked Sendable {
  let shaper: TextShaper

  func measure(_ text: String, font: ResolvedFont) -> TextExtent {
    let line = shaper.lineMetrics(font)
    return TextExtent(width: shaper.width(text, font: font), height: line.height, ascent: line.ascent)
  }

  /// Icons are shapes in a square slightly larger than the letters.
  func measureSymbol(_ symbol: String, font: ResolvedFont) -> TextExtent {
    let line = shaper.lineMetrics(font)
    return TextExtent(width: (font.size * 1.2).rounded(), height: line.height, ascent: line.ascent)
  }
}
