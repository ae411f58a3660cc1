import CPixbuf
import WidgetGraphics
import WidgetModel

/// A decoded image from an untrusted file.
///
/// gdk-pixbuf is told which of four decoders to use. It never detects the format, so a file can't choose SVG or another complex
/// one. Only an animation's first frame is decoded.
final class Pixels {
  let pixbuf: OpaquePointer

  var width: Int { Int(gdk_pixbuf_get_width(pixbuf)) }
  var height: Int { Int(gdk_pixbuf_get_height(pixbuf)) }

  init(owning pixbuf: OpaquePointer) { self.pixbuf = pixbuf }

  deinit { g_object_unref(UnsafeMutableRawPointer(pixbuf)) }

  /// - Throws: `tooComplex` when time is up.
  static func decode(_ bytes: [UInt8], within time: DecodingTime = DecodingTime()) throws(ImageProblem) -> Pixels {
    let header = try ImageHeader(bytes)
    let needed = try ImageComplexity.firstFrame(of: bytes, header)
    return try time.limit { isOver throws(ImageProblem) in try decode(needed, header, isOver) }
  }

  private static func decode(
    _ bytes: [UInt8], _ header: ImageHeader, _ isOver: () -> Bool
  ) throws(ImageProblem) -> Pixels {
    if isOver() { throw .tooComplex }
    guard let loader = gdk_pixbuf_loader_new_with_type(header.type.rawValue, nil) else { throw .unknownFormat }
    defer { g_object_unref(UnsafeMutableRawPointer(loader)) }
    // The decoder may read the header differently from us, so its size is checked too.
    let onSize: @convention(c) (UnsafeMutableRawPointer?, Int32, Int32, UnsafeMutableRawPointer?) -> Void = {
      loader, width, height, _ in
      guard let loader else { return }
      let isTooLarge =
        Int(width) > ImageHeader.mostPixelsPerSide || Int(height) > ImageHeader.mostPixelsPerSide
        || Int(width) * Int(height) > ImageHeader.mostPixels
      // A size of zero stops a decoder.
      if isTooLarge { gdk_pixbuf_loader_set_size(loader.assumingMemoryBound(to: GdkPixbufLoader.self), 0, 0) }
    }
    g_signal_connect_data(
      UnsafeMutableRawPointer(loader), "size-prepared", unsafeBitCast(onSize, to: GCallback.self), nil, nil,
      GConnectFlags(rawValue: 0))
    // libpng takes broken data for missing rows, and no error.
    let rows = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
    rows.initialize(to: 0)
    defer { rows.deallocate() }
    let onRows: @convention(c) (UnsafeMutableRawPointer?, Int32, Int32, Int32, Int32, UnsafeMutableRawPointer?) -> Void = {
      _, _, y, _, height, rows in
      guard let rows = rows?.assumingMemoryBound(to: Int32.self) else { return }
      rows.pointee = max(rows.pointee, y &+ height)
    }
    g_signal_connect_data(
      UnsafeMutableRawPointer(loader), "area-updated", unsafeBitCast(onRows, to: GCallback.self), rows, nil,
      GConnectFlags(rawValue: 0))
    var isWritten = true
    // In pieces, so we can check the time in between.
    for start in stride(from: 0, to: bytes.count, by: 4096) where isWritten {
      if isOver() {
        gdk_pixbuf_loader_close(loader, nil)
        throw .tooComplex
      }
      isWritten = bytes[start..<min(start + 4096, bytes.count)].withUnsafeBufferPointer {
        gdk_pixbuf_loader_write(loader, $0.baseAddress, gsize($0.count), nil) != 0
      }
    }
    let isClosed = gdk_pixbuf_loader_close(loader, nil) != 0
    // A truncated or corrupt file isn't shown in part.
    guard isWritten, isClosed, header.type != .png || Int(rows.pointee) >= header.height,
      let pixbuf = gdk_pixbuf_loader_get_pixbuf(loader),
      let upright = gdk_pixbuf_apply_embedded_orientation(pixbuf)
    else { throw .damaged }
    let pixels = Pixels(owning: upright)
    guard gdk_pixbuf_get_bits_per_sample(upright) == 8, gdk_pixbuf_get_n_channels(upright) >= 3,
      pixels.width * pixels.height <= ImageHeader.mostPixels
    else { throw .damaged }
    return pixels
  }

  /// The image scaled down to at most these sides, keeping its aspect ratio.
  func fitted(width: Double, height: Double) -> Pixels {
    let factor = min(width / Double(self.width), height / Double(self.height))
    guard factor.isFinite, factor < 0.75 else { return self }
    let (wide, high) = (
      Int32(saturating: max(1, Double(self.width) * factor)), Int32(saturating: max(1, Double(self.height) * factor))
    )
    return gdk_pixbuf_scale_simple(pixbuf, wide, high, GDK_INTERP_BILINEAR).map { Pixels(owning: $0) } ?? self
  }

  /// The largest centred part of the image with this aspect ratio.
  func cropped(toRatio ratio: Double) -> Pixels {
    let wide = min(width, max(1, Int(saturating: (Double(height) * ratio).rounded())))
    let high = min(height, max(1, Int(saturating: (Double(width) / ratio).rounded())))
    guard wide < width || high < height else { return self }
    let part = gdk_pixbuf_new_subpixbuf(
      pixbuf, Int32((width - wide) / 2), Int32((height - high) / 2), Int32(wide), Int32(high))
    return part.map { Pixels(owning: $0) } ?? self
  }

  /// Reads every pixel: red, green, blue and alpha, not premultiplied.
  func forEach(_ body: (_ x: Int, _ y: Int, _ pixel: (UInt8, UInt8, UInt8, UInt8)) -> Void) {
    guard let data = gdk_pixbuf_read_pixels(pixbuf) else { return }
    let stride = Int(gdk_pixbuf_get_rowstride(pixbuf))
    let channels = Int(gdk_pixbuf_get_n_channels(pixbuf))
    let hasAlpha = gdk_pixbuf_get_has_alpha(pixbuf) != 0
    for y in 0..<height {
      for x in 0..<width {
        let pixel = data + y * stride + x * channels
        body(x, y, (pixel[0], pixel[1], pixel[2], hasAlpha ? pixel[3] : 255))
      }
    }
  }
}
