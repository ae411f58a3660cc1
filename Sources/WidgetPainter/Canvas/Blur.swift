import CPango
import WidgetModel

/// A Gaussian blur by three averages (SVG 1.1, 15.17).
struct Blur {
  private let side: Int

  /// - Parameter deviation: A length in pixels.
  init(deviation: Double) { side = Int(saturating: (deviation * 1.87997 + 0.5).rounded(.down)) }

  /// Blurs pixels of one channel. Outside, everything is 0.
  func apply(to pixels: UnsafeMutableBufferPointer<UInt8>, width: Int, height: Int, stride: Int) {
    apply(to: pixels, width: width, height: height, stride: stride, channels: 1, isMirrored: false)
  }

  /// Blurs an image with four channels.
  ///
  /// - Parameter mirrored: Whether the image goes on outside as in a mirror, so its edges stay opaque.
  func apply(to image: OpaquePointer, mirrored: Bool = false) {
    cairo_surface_flush(image)
    if let data = cairo_image_surface_get_data(image) {
      let stride = Int(cairo_image_surface_get_stride(image))
      let (width, height) = (Int(cairo_image_surface_get_width(image)), Int(cairo_image_surface_get_height(image)))
      apply(
        to: UnsafeMutableBufferPointer(start: data, count: stride * height), width: width, height: height, stride: stride,
        channels: 4, isMirrored: mirrored)
    }
    cairo_surface_mark_dirty(image)
  }

  private func apply(
    to pixels: UnsafeMutableBufferPointer<UInt8>, width: Int, height: Int, stride: Int, channels: Int, isMirrored: Bool
  ) {
    guard side > 1, width > 0, height > 0 else { return }
    // Each line with what is beyond its ends.
    var line = [UInt8](repeating: 0, count: max(width, height) + 2 * (side + 1))
    for pass in 0..<3 {
      // Two even averages are shifted in opposite directions.
      let size = side % 2 == 1 || pass < 2 ? side : side + 1
      let before = side % 2 == 1 ? size / 2 : pass == 0 ? size / 2 : pass == 1 ? size / 2 - 1 : size / 2
      for channel in 0..<channels {
        for row in 0..<height {
          average(pixels, from: row * stride + channel, step: channels, count: width, size, before, isMirrored, &line)
        }
        for column in 0..<width {
          average(pixels, from: column * channels + channel, step: stride, count: height, size, before, isMirrored, &line)
        }
      }
    }
  }

  private func average(
    _ pixels: UnsafeMutableBufferPointer<UInt8>, from start: Int, step: Int, count: Int, _ size: Int, _ before: Int,
    _ isMirrored: Bool, _ line: inout [UInt8]
  ) {
    let after = size - before - 1
    for index in 0..<count { line[before + index] = pixels[start + index * step] }
    for index in 0..<before { line[index] = isMirrored ? pixels[start + Self.mirror(index - before, count) * step] : 0 }
    for index in 0..<after {
      line[before + count + index] = isMirrored ? pixels[start + Self.mirror(count + index, count) * step] : 0
    }
    var sum = 0
    for index in 0..<max(0, size - 1) { sum += Int(line[index]) }
    for index in 0..<count {
      sum += Int(line[index + size - 1])
      pixels[start + index * step] = UInt8(min(255, max(0, (sum + size / 2) / size)))
      sum -= Int(line[index])
    }
  }

  /// The pixel inside for one beyond an end.
  private static func mirror(_ index: Int, _ count: Int) -> Int {
    let period = 2 * count
    let place = ((index % period) + period) % period
    return place < count ? place : period - 1 - place
  }
}
