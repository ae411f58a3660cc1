import CPango

extension Pixels {
  /// As a PNG of ours: nothing of the foreign file is in it. nil when there is no memory left.
  func png() -> [UInt8]? {
    guard let surface = makeSurface() else { return nil }
    defer { cairo_surface_destroy(surface) }
    guard let data = cairo_image_surface_get_data(surface) else { return nil }
    return PNGWriter.bytes(data, width: width, height: height, stride: Int(cairo_image_surface_get_stride(surface)))
  }
}
