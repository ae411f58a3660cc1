import WidgetModel

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

extension DecodedImage {
  /// The colour that the image is remembered by, 0xRRGGBB: that of the largest group of similar pixels, of which colourful ones count more
  /// than grey ones. nil if the whole image is transparent.
  public var mainColor: UInt32? {
    struct Group {
      var weight = 0.0
      var red = 0.0
      var green = 0.0
      var blue = 0.0
    }
    // Eight levels of each colour are enough to tell the groups apart, and ten thousand pixels to count them.
    var groups = [Group](repeating: Group(), count: 512)
    let step = max(1, width * height / 10_000)
    for index in stride(from: 0, to: width * height, by: step) {
      let (red, green, blue) = (Int(pixels[index * 4]), Int(pixels[index * 4 + 1]), Int(pixels[index * 4 + 2]))
      let alpha = Double(pixels[index * 4 + 3]) / 255
      let (most, least) = (max(red, green, blue), min(red, green, blue))
      let saturation = most > 0 ? Double(most - least) / Double(most) : 0
      let weight = alpha * (0.2 + saturation * Double(most) / 255)
      let group = (red >> 5) << 6 | (green >> 5) << 3 | blue >> 5
      groups[group].weight += weight
      groups[group].red += weight * Double(red)
      groups[group].green += weight * Double(green)
      groups[group].blue += weight * Double(blue)
    }
    guard let largest = groups.max(by: { $0.weight < $1.weight }), largest.weight > 0 else { return nil }
    func channel(_ sum: Double) -> UInt32 { UInt32(UInt8(saturating: (sum / largest.weight).rounded())) }
    return channel(largest.red) << 16 | channel(largest.green) << 8 | channel(largest.blue)
  }
}

extension DecodedImage {
  private static let bandCount = 8

  /// The mean colours from the top to the bottom, 0xRRGGBB. nil if a part is transparent, because nobody knows what's behind it.
  public var bands: [UInt32]? {
    let step = max(1, width * height / 10_000)
    var sums = [(red: Int, green: Int, blue: Int, count: Int)](repeating: (0, 0, 0, 0), count: Self.bandCount)
    for index in stride(from: 0, to: width * height, by: step) {
      guard pixels[index * 4 + 3] > 250 else { return nil }
      let band = index / width * Self.bandCount / height
      sums[band].red += Int(pixels[index * 4])
      sums[band].green += Int(pixels[index * 4 + 1])
      sums[band].blue += Int(pixels[index * 4 + 2])
      sums[band].count += 1
    }
    let bands = sums.filter { $0.count > 0 }.map { sum -> UInt32 in
      func channel(_ total: Int) -> UInt32 { UInt32(UInt8(saturating: (Double(total) / Double(sum.count)).rounded())) }
      return channel(sum.red) << 16 | channel(sum.green) << 8 | channel(sum.blue)
    }
    return bands.count > 1 ? bands : nil
  }
}

extension PainterProcess {
  /// Decodes an untrusted image.
  ///
  /// - Parameter seconds: The time limit, after which the painter is killed.
  /// - Returns: nil if it can't be shown.
  public func decode(
    _ bytes: [UInt8], within seconds: Double = PainterProcess.patience
  ) throws(PaintError) -> DecodedImage? {
    guard let header = try? ImageHeader(bytes) else { return nil }
    do throws(PaintError) {
      let reply = try paint(.pixels(bytes), within: seconds)
      guard let width = Int(exactly: reply.width), let height = Int(exactly: reply.height) else { return nil }
      return DecodedImage(
        originalWidth: header.width, originalHeight: header.height, width: width, height: height, pixels: reply.bytes)
    } catch {
      if case .image = error { return nil }
      throw error
    }
  }
}
