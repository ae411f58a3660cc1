import CPango
import CPixbuf
import WidgetGraphics
import WidgetModel

extension Pixels {
  /// nil if there isn't enough memory.
  convenience init?(_ image: DecodedImage) {
    let bytes = image.pixels.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(bytes) }
    guard
      let pixbuf = gdk_pixbuf_new_from_bytes(
        bytes, GDK_COLORSPACE_RGB, 1, 8, Int32(image.width), Int32(image.height), Int32(image.width * 4))
    else { return nil }
    self.init(owning: pixbuf)
  }

  /// The image scaled down to at most these sides, keeping its aspect ratio.
  func limited(width: Double, height: Double) -> Pixels {
    guard Double(self.width) > width || Double(self.height) > height else { return self }
    let factor = min(width / Double(self.width), height / Double(self.height))
    let wide = Int32(saturating: max(1, min(width, (Double(self.width) * factor).rounded(.down))))
    let high = Int32(saturating: max(1, min(height, (Double(self.height) * factor).rounded(.down))))
    return gdk_pixbuf_scale_simple(pixbuf, wide, high, GDK_INTERP_BILINEAR).map { Pixels(owning: $0) } ?? self
  }

  /// Each pixel's red, green, blue and alpha, not premultiplied.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(width * height * 4)
    forEach { _, _, pixel in
      bytes.append(pixel.0)
      bytes.append(pixel.1)
      bytes.append(pixel.2)
      bytes.append(pixel.3)
    }
    return bytes
  }
}

extension Pixels {
  /// A Cairo surface, for the caller to destroy. nil if there isn't enough memory.
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
