public import WidgetModel

/// An image's format and size, read from its header before any decoder sees the file.
public struct ImageHeader: Sendable, Equatable {
  public static let mostBytes = 4 << 20
  public static let mostPixels = 16_000_000
  public static let mostPixelsPerSide = 16_384

  public var type: ImageType
  /// Pixels.
  public var width: Int
  public var height: Int

  /// - Throws: `unknownFormat`, `tooManyBytes`, `tooManyPixels`, or `damaged` for a file ending within its header.
  public init(_ bytes: [UInt8]) throws(ImageProblem) {
    guard bytes.count <= Self.mostBytes else { throw .tooManyBytes }
    let reader = ImageBytes(bytes)
    guard let type = ImageType(startOf: bytes) else { throw .unknownFormat }
    self.type = type
    (width, height) =
      switch type {
      case .png: try Self.png(reader)
      case .jpeg: try Self.jpeg(reader)
      case .gif: (try reader.little(6, 2), try reader.little(8, 2))
      case .webp: try Self.webp(reader)
      }
    guard width > 0, height > 0 else { throw .damaged }
    guard width <= Self.mostPixelsPerSide, height <= Self.mostPixelsPerSide, width * height <= Self.mostPixels else {
      throw .tooManyPixels
    }
  }

  /// RFC 2083: the first chunk contains the size.
  private static func png(_ bytes: ImageBytes) throws(ImageProblem) -> (Int, Int) {
    guard try bytes.big(12, 4) == 0x4948_4452 else { throw .damaged }
    // Walks all chunks: a decoder would show half of a truncated file.
    var index = 8
    while try bytes.big(index + 4, 4) != 0x4945_4E44 { index += 12 + (try bytes.big(index, 4)) }
    _ = try bytes.big(index + 8, 4)
    return (try bytes.big(16, 4), try bytes.big(20, 4))
  }

  /// Walks from marker to marker until it finds a frame's (ITU T.81, B.1.1.3).
  private static func jpeg(_ bytes: ImageBytes) throws(ImageProblem) -> (Int, Int) {
    var index = 2
    while true {
      guard try bytes.big(index, 1) == 0xFF else { throw .damaged }
      let marker = try bytes.big(index + 1, 1)
      switch marker {
      // Fill bytes, and markers without a length.
      case 0xFF: index += 1
      case 0x01, 0xD0...0xD8: index += 2
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        return (try bytes.big(index + 7, 2), try bytes.big(index + 5, 2))
      case 0xD9, 0xDA: throw .damaged
      default:
        let length = try bytes.big(index + 2, 2)
        guard length >= 2 else { throw .damaged }
        index += 2 + length
      }
    }
  }

  /// RFC 9649: a lossy, a lossless or an extended file.
  private static func webp(_ bytes: ImageBytes) throws(ImageProblem) -> (Int, Int) {
    switch try bytes.big(12, 4) {
    case 0x5650_3820:  // "VP8 "
      guard try bytes.big(23, 3) == 0x9D012A else { throw .damaged }
      return (try bytes.little(26, 2) & 0x3FFF, try bytes.little(28, 2) & 0x3FFF)
    case 0x5650_384C:  // "VP8L"
      guard try bytes.big(20, 1) == 0x2F else { throw .damaged }
      let bits = try bytes.little(21, 4)
      return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
    case 0x5650_3858:  // "VP8X"
      return (try bytes.little(24, 3) + 1, try bytes.little(27, 3) + 1)
    default: throw .damaged
    }
  }
}

/// Bounds-checked integers in untrusted bytes.
private struct ImageBytes {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func big(_ offset: Int, _ count: Int) throws(ImageProblem) -> Int {
    guard offset >= 0, offset + count <= bytes.count else { throw .damaged }
    return bytes[offset..<(offset + count)].reduce(0) { $0 << 8 | Int($1) }
  }

  func little(_ offset: Int, _ count: Int) throws(ImageProblem) -> Int {
    guard offset >= 0, offset + count <= bytes.count else { throw .damaged }
    return bytes[offset..<(offset + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}
