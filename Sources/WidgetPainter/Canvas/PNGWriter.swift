import CZlib

/// Writes pixels as a PNG (RFC 2083). Optimized for drawings, where a row usually resembles the row above.
///
/// Two to four times as fast as Cairo's writer. Equal pixels give equal bytes.
enum PNGWriter {
  /// - Parameters:
  ///   - pixels: Cairo's rows of premultiplied ARGB in native 32-bit words.
  ///   - stride: Bytes from row to row.
  /// - Returns: nil if there is not enough memory.
  static func bytes(_ pixels: UnsafePointer<UInt8>, width: Int, height: Int, stride: Int) -> [UInt8]? {
    let rowBytes = width * 4
    var filtered = [UInt8](repeating: 0, count: (rowBytes + 1) * height)
    filtered.withUnsafeMutableBufferPointer { output in
      var above = [UInt8](repeating: 0, count: rowBytes)
      var row = [UInt8](repeating: 0, count: rowBytes)
      for y in 0..<height {
        let source = UnsafeRawPointer(pixels + y * stride).assumingMemoryBound(to: UInt32.self)
        row.withUnsafeMutableBufferPointer { unpack(source, width, into: $0.baseAddress!) }
        let start = y * (rowBytes + 1)
        // Filter 2, "up": the difference to the row above.
        output[start] = 2
        row.withUnsafeBufferPointer { row in
          above.withUnsafeBufferPointer { above in
            let target = output.baseAddress! + start + 1
            for x in 0..<rowBytes { target[x] = row[x] &- above[x] }
          }
        }
        swap(&row, &above)
      }
    }
    guard let packed = deflate(filtered) else { return nil }

    var png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    png.reserveCapacity(packed.count + 64)
    // 8 bits per channel; red, green, blue, alpha.
    append("IHDR", bigEndian(width) + bigEndian(height) + [8, 6, 0, 0, 0], to: &png)
    append("IDAT", packed, to: &png)
    append("IEND", [], to: &png)
    return png
  }

  private static func unpack(_ source: UnsafePointer<UInt32>, _ width: Int, into target: UnsafeMutablePointer<UInt8>) {
    for x in 0..<width {
      let pixel = source[x]
      let alpha = pixel >> 24
      let out = target + x * 4
      if alpha == 255 {
        out[0] = UInt8(truncatingIfNeeded: pixel >> 16)
        out[1] = UInt8(truncatingIfNeeded: pixel >> 8)
        out[2] = UInt8(truncatingIfNeeded: pixel)
        out[3] = 255
      } else if alpha == 0 {
        out[0] = 0
        out[1] = 0
        out[2] = 0
        out[3] = 0
      } else {
        out[0] = UInt8(truncatingIfNeeded: min(255, ((pixel >> 16 & 0xFF) * 255 + alpha / 2) / alpha))
        out[1] = UInt8(truncatingIfNeeded: min(255, ((pixel >> 8 & 0xFF) * 255 + alpha / 2) / alpha))
        out[2] = UInt8(truncatingIfNeeded: min(255, ((pixel & 0xFF) * 255 + alpha / 2) / alpha))
        out[3] = UInt8(truncatingIfNeeded: alpha)
      }
    }
  }

  private static func deflate(_ bytes: [UInt8]) -> [UInt8]? {
    var length = compressBound(uLong(bytes.count))
    var packed = [UInt8](repeating: 0, count: Int(length))
    let status = bytes.withUnsafeBufferPointer { source in
      packed.withUnsafeMutableBufferPointer { compress2($0.baseAddress, &length, source.baseAddress, uLong(source.count), 3) }
    }
    guard status == Z_OK else { return nil }
    packed.removeLast(packed.count - Int(length))
    return packed
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
