package import WidgetRendering

extension PainterProcess {
  /// Lays a card out with the painter's fonts.
  ///
  /// The painter only measures texts, and gets no images to decode, so nothing a widget supplied can have taken it over. The rest
  /// happens here.
  ///
  /// - Parameter request: With the images, whose headers have their sizes.
  /// - Throws: As ``paint(_:within:)``.
  package func layout(
    _ request: RenderingRequest, within seconds: Double = PainterProcess.patience
  ) throws(PaintError) -> PlacedCard {
    let measurements = try measurements(of: request, within: seconds)
    return PlacedCard(layout: try request.layout(measurements.texts), fonts: measurements.fonts)
  }

  /// The measurements of a card's texts, and its fonts.
  package func measurements(
    of request: RenderingRequest, within seconds: Double = PainterProcess.patience
  ) throws(PaintError) -> CardMeasurements {
    try CardMeasurements(decoding: paint(.rendering(request.measuring), within: seconds).bytes)
  }
}
