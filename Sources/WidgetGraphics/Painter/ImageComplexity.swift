import WidgetModel

/// The cost of decoding an image beyond its pixels: an animation's frames and a progressive JPEG's scans.
package enum ImageComplexity {
  /// The most pixels times scans worth decoding: a 16 megapixel photograph in 12 scans.
  package static let maximumScannedPixels = 12 * ImageHeader.mostPixels

  /// The part of the file to decode.
  ///
  /// - Throws: `tooComplex` for a JPEG with too many scans, `damaged` for a GIF or WebP ending within its first frame.
  package static func firstFrame(of bytes: [UInt8], _ header: ImageHeader) throws(ImageProblem) -> [UInt8] {
    switch header.type {
    case .gif: return try firstGIFFrame(bytes)
    case .jpeg:
      guard jpegScans(bytes) * header.width * header.height <= maximumScannedPixels else { throw .tooComplex }
      return bytes
    case .webp: return try firstWebPFrame(bytes)
    case .png: return bytes
    }
  }

  /// An extended file without the frames after the first (RFC 9649 section 2.7). The decoder reads the whole file before you can
  /// stop it.
  private static func firstWebPFrame(_ bytes: [UInt8]) throws(ImageProblem) -> [UInt8] {
    guard bytes.dropFirst(12).starts(with: Array("VP8X".utf8)) else { return bytes }
    var output = Array(bytes[..<12])
    var frames = 0
    var index = 12
    while index + 8 <= bytes.count {
      let size = bytes[(index + 4)..<(index + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
      guard size <= bytes.count - index - 8 else { throw .damaged }
      let end = min(bytes.count, index + 8 + size + size % 2)
      let isFrame = bytes[index..<(index + 4)].elementsEqual("ANMF".utf8)
      if isFrame { frames += 1 }
      if !isFrame || frames == 1 { output += bytes[index..<end] }
      index = end
    }
    let size = output.count - 8
    for offset in 0..<4 { output[4 + offset] = UInt8(truncatingIfNeeded: size >> (8 * offset)) }
    return output
  }

  /// Everything up to the first image and its data, then a trailer (GIF89a specification, 20 to 27).
  private static func firstGIFFrame(_ bytes: [UInt8]) throws(ImageProblem) -> [UInt8] {
    func byte(_ index: Int) throws(ImageProblem) -> Int {
      guard index < bytes.count else { throw .damaged }
      return Int(bytes[index])
    }
    func colorTable(_ flags: Int) -> Int { flags & 0x80 == 0 ? 0 : 3 << ((flags & 7) + 1) }
    func skipSubBlocks(_ start: Int) throws(ImageProblem) -> Int {
      var index = start
      while true {
        let length = try byte(index)
        index += 1 + length
        if length == 0 { return index }
      }
    }
    var index = 13 + colorTable(try byte(10))
    while true {
      switch try byte(index) {
      case 0x21: index = try skipSubBlocks(index + 2)
      case 0x2C:
        index = try skipSubBlocks(index + 11 + colorTable(try byte(index + 9)))
        guard index <= bytes.count else { throw .damaged }
        return bytes[..<index] + [0x3B]
      default: throw .damaged
      }
    }
  }

  /// A JPEG's number of scans (ITU T.81, B.1.1): start-of-scan markers outside other segments.
  private static func jpegScans(_ bytes: [UInt8]) -> Int {
    var scans = 0
    var index = 2
    while index + 3 < bytes.count {
      guard bytes[index] == 0xFF else {
        // Entropy-coded data.
        index += 1
        continue
      }
      switch bytes[index + 1] {
      case 0x00, 0x01, 0xD0...0xD8: index += 2
      case 0xFF: index += 1
      case 0xD9: return scans
      case let marker:
        if marker == 0xDA { scans += 1 }
        index += 2 + max(2, Int(bytes[index + 2]) << 8 | Int(bytes[index + 3]))
      }
    }
    return scans
  }
}
