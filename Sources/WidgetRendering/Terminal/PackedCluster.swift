/// A cell's cluster as a number. A canvas has thousands of cells, and copying a `String` in each would count references.
///
/// Up to eight bytes of UTF-8 are the number itself, the first byte lowest. Longer clusters are in the canvas's ``LongClusters``,
/// marked by a highest byte UTF-8 doesn't have.
struct PackedCluster: Sendable, Equatable {
  fileprivate let bits: UInt64

  /// The right half of a wide cluster.
  static let none = PackedCluster(bits: 0)
  static let space = PackedCluster(ascii: UInt8(ascii: " "))

  fileprivate static let longMark: UInt64 = 0xFF << 56

  fileprivate init(bits: UInt64) { self.bits = bits }

  init(ascii: UInt8) { bits = UInt64(ascii) }

  init(_ scalar: Unicode.Scalar) {
    var bits: UInt64 = 0
    for (index, byte) in scalar.utf8.enumerated() { bits |= UInt64(byte) << UInt64(8 * index) }
    self.bits = bits
  }

  var isEmpty: Bool { bits == 0 }
  var isASCII: Bool { bits < 0x80 }
  fileprivate var isLong: Bool { bits & Self.longMark == Self.longMark }

  /// U+2500 to U+28FF: lines, blocks, braille.
  var isLineOrBlock: Bool { bits & 0xFF == 0xE2 && (0x94...0xA3).contains(bits >> 8 & 0xFF) && bits >> 24 == 0 }
}

/// A canvas's clusters that are too long for a ``PackedCluster``: families, regional flags, letters with many marks.
struct LongClusters: Sendable, Equatable {
  private var texts: [String] = []

  /// A cluster's packed form. It contains no NUL, which has no width and is never drawn.
  mutating func packed(_ text: String) -> PackedCluster {
    guard text.utf8.count > 8 else {
      return PackedCluster(bits: text.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }
    if texts.last != text { texts.append(text) }
    return PackedCluster(bits: PackedCluster.longMark | UInt64(texts.count - 1))
  }

  func string(_ text: PackedCluster) -> String {
    if text.isLong { return texts[Int(text.bits & ~PackedCluster.longMark)] }
    return withUnsafeBytes(of: text.bits.littleEndian) { bytes in
      String(decoding: bytes.prefix(max(0, 8 - text.bits.leadingZeroBitCount / 8)), as: UTF8.self)
    }
  }

  func append(_ text: PackedCluster, to bytes: inout [UInt8]) {
    if text.isASCII, !text.isEmpty { return bytes.append(UInt8(truncatingIfNeeded: text.bits)) }
    if text.isLong { return bytes.append(contentsOf: texts[Int(text.bits & ~PackedCluster.longMark)].utf8) }
    var rest = text.bits
    while rest != 0 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }
}
