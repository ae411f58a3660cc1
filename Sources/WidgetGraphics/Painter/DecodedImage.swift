/// The pixels of an image decoded by the painter, for programs that draw but don't decode.
public struct DecodedImage: Sendable, Equatable {
  /// Pixels per side: enough for a card on a dense monitor.
  public static let mostPixelsPerSide = 1024

  /// The original's size in pixels, which is its size in points.
  public var originalWidth: Int
  public var originalHeight: Int
  /// Pixels. The image may have been scaled down.
  public var width: Int
  public var height: Int
  /// Each pixel's red, green, blue and alpha, not premultiplied; rows from the top without padding.
  public var pixels: [UInt8]

  /// - Returns: nil for an impossible size or the wrong number of pixels.
  public init?(originalWidth: Int, originalHeight: Int, width: Int, height: Int, pixels: [UInt8]) {
    let sides = 1...Self.mostPixelsPerSide
    let originals = 1...ImageHeader.mostPixelsPerSide
    guard sides.contains(width), sides.contains(height), originals.contains(originalWidth), originals.contains(originalHeight),
      pixels.count == width * height * 4
    else { return nil }
    self.originalWidth = originalWidth
    self.originalHeight = originalHeight
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}

extension PainterProcess {
  /// Decodes an untrusted image.
  ///
  /// - Returns: nil if it can't be shown.
  public func decode(_ bytes: [UInt8]) throws(PaintError) -> DecodedImage? {
    guard let header = try? ImageHeader(bytes) else { return nil }
    do throws(PaintError) {
      let reply = try paint(.pixels(bytes))
      guard let width = Int(exactly: reply.width), let height = Int(exactly: reply.height) else { return nil }
      return DecodedImage(
        originalWidth: header.width, originalHeight: header.height, width: width, height: height, pixels: reply.bytes)
    } catch {
      if case .image = error { return nil }
      throw error
    }
  }
}
