import CZlib
import WidgetSystem

/// Writes pixels as a PNG (RFC 2083). Optimized for drawings, where a row usually resembles the one above.
///
/// Equal pixels give equal bytes.
enum PNGWriter {
  /// - Parameters:
  ///   - pixels: Cairo's rows of premultiplied ARGB in native 32-bit words.
  ///   - stride: Bytes from row to row.
  static func bytes(_ pixels: UnsafePointer<UInt8>, width: Int, height: Int, stride: Int) -> [UInt8] {
    let rows = filtered(pixels, width: width, height: height, stride: stride)
    let packed = rows.withUnsafeBufferPointer(Deflater.compressed)
    var png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    png.reserveCapacity(packed.count + 64)
    // 8 bits per channel; red, green, blue, alpha.
    append("IHDR", bigEndian(width) + bigEndian(height) + [8, 6, 0, 0, 0], to: &png)
    append("IDAT", packed, to: &png)
    append("IEND", [], to: &png)
    return png
  }

  /// Each row after its filter type: 2, "up", the difference from the row above.
  private static func filtered(_ pixels: UnsafePointer<UInt8>, width: Int, height: Int, stride: Int) -> [UInt8] {
    let rowBytes = width * 4
    return [UInt8](unsafeUninitializedCapacity: (rowBytes + 1) * height) { output, count in
      count = output.count
      guard height > 0 else { return }
      var above = [UInt32](repeating: 0, count: width)
      var row = [UInt32](repeating: 0, count: width)
      for y in 0..<height {
        let source = UnsafeRawPointer(pixels + y * stride)
        var target = output.baseAddress! + y * (rowBytes + 1)
        target.initialize(to: 2)
        target += 1
        if y > 0, memcmp(source, source - stride, rowBytes) == 0 {
          target.initialize(repeating: 0, count: rowBytes)
          continue
        }
        row.withUnsafeMutableBufferPointer { unpack(source.assumingMemoryBound(to: UInt32.self), width, into: $0.baseAddress!) }
        row.withUnsafeBytes { row in
          above.withUnsafeBytes { above in
            for x in 0..<rowBytes { target[x] = row[x] &- above[x] }
          }
        }
        swap(&row, &above)
      }
    }
  }

  /// Red, green, blue and alpha, not premultiplied, in this order in memory.
  private static func unpack(_ source: UnsafePointer<UInt32>, _ width: Int, into target: UnsafeMutablePointer<UInt32>) {
    var opaque: UInt32 = 0xFF00_0000
    for x in 0..<width { opaque &= source[x] }
    if opaque == 0xFF00_0000 {
      for x in 0..<width {
        let pixel = source[x]
        target[x] = (pixel & 0xFF00_FF00 | pixel >> 16 & 0xFF | (pixel & 0xFF) << 16).littleEndian
      }
      return
    }
    for x in 0..<width { target[x] = straight(source[x]).littleEndian }
  }

  @inline(__always)
  private static func straight(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    if alpha == 0 { return 0 }
    if alpha == 255 { return pixel & 0xFF00_FF00 | pixel >> 16 & 0xFF | (pixel & 0xFF) << 16 }
    let red = min(255, ((pixel >> 16 & 0xFF) * 255 + alpha / 2) / alpha)
    let green = min(255, ((pixel >> 8 & 0xFF) * 255 + alpha / 2) / alpha)
    let blue = min(255, ((pixel & 0xFF) * 255 + alpha / 2) / alpha)
    return red | green << 8 | blue << 16 | alpha << 24
  }

  private static func append(_ name: String, _ data: [UInt8], to png: inout [UInt8]) {
    png += bigEndian(data.count)
    let start = png.count
    png += name.utf8
    png += data
    let checksum = png.withUnsafeBufferPointer { crc32(0, $0.baseAddress! + start, uInt($0.count - start)) }
    png += bigEndian(Int(checksum))
  }

  private static func bigEndian(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
