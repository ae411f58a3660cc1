import CPango

extension Pixels {
  /// A PNG of just the pixels, with nothing else from the original file. nil if there isn't enough memory.
  func png() -> [UInt8]? {
    guard let surface = makeSurface() else { return nil }
    defer { cairo_surface_destroy(surface) }
    guard let data = cairo_image_surface_get_data(surface) else { return nil }
    return PNGWriter.bytes(data, width: width, height: height, stride: Int(cairo_image_surface_get_stride(surface)))
  }
}
