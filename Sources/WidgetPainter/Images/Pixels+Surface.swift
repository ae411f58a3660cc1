import CPango

extension Pixels {
  /// A Cairo surface, which the caller destroys. nil if there is not enough memory.
  func makeSurface() -> OpaquePointer? {
    guard let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(width), Int32(height)),
      cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, let data = cairo_image_surface_get_data(surface)
    else { return nil }
    let stride = Int(cairo_image_surface_get_stride(surface))
    forEach { x, y, pixel in
      let alpha = UInt32(pixel.3)
      func premultiplied(_ part: UInt8) -> UInt32 { (UInt32(part) * alpha + 127) / 255 }
      let value = alpha << 24 | premultiplied(pixel.0) << 16 | premultiplied(pixel.1) << 8 | premultiplied(pixel.2)
      UnsafeMutableRawPointer(data + y * stride + x * 4).storeBytes(of: value, as: UInt32.self)
    }
    cairo_surface_mark_dirty(surface)
    return surface
  }
}
