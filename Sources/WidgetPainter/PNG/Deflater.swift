import CZlib

/// Compresses what ``PNGWriter`` makes from drawings: mostly zeros, in runs of any length, and few repetitions.
///
/// Several times as fast as zlib at level 3, with results a tenth smaller. Equal bytes give equal results.
struct Deflater {
  private static let hashBits = 14
  /// Runs of zeros at least this long are checksummed without looking at them.
  private static let longRun = 32
  private static let modulus: UInt64 = 65_521

  private let bytes: UnsafeBufferPointer<UInt8>
  private var block = DeflateBlock()
  private var bits = BitWriter()
  /// The last position of four bytes with a hash; -1 if there is none.
  private var positions = [Int32](repeating: -1, count: 1 << hashBits)
  private var checksum: UInt = 1
  /// Bytes before this are already in the checksum.
  private var checked = 0

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// A zlib stream (RFC 1950).
  static func compressed(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var deflater = Deflater(bytes)
    // A window of 32 KiB, the fastest compression.
    deflater.bits.append(0x0178, count: 16)
    deflater.run()
    var result = deflater.bits.bytes
    withUnsafeBytes(of: UInt32(truncatingIfNeeded: deflater.checksum).bigEndian) { result.append(contentsOf: $0) }
    return result
  }

  private mutating func run() {
    var position = 0
    // The last bytes are literals, because four bytes are read at a time.
    while position + 8 <= bytes.count {
      if block.isFull { block.write(isLast: false, to: &bits) }
      let next = load(UInt32.self, position)
      if position > 0, next == UInt32(bytes[position - 1]) &* 0x0101_0101 {
        let length = matchLength(position, position - 1, Int.max)
        appendRun(position, length)
        position += length
        continue
      }
      let hash = Int((next &* 0x9E37_79B1) >> UInt32(32 - Self.hashBits))
      let candidate = Int(positions[hash])
      positions[hash] = Int32(truncatingIfNeeded: position)
      if candidate >= 0, position - candidate <= DeflateBlock.longestDistance, load(UInt32.self, candidate) == next {
        let length = matchLength(position, candidate, DeflateBlock.longestMatch)
        block.append(matchOf: length, distance: position - candidate)
        position += length
      } else {
        block.append(literal: bytes[position])
        position += 1
      }
    }
    for byte in bytes[position...] { block.append(literal: byte) }
    check(upTo: bytes.count)
    block.write(isLast: true, to: &bits)
  }

  /// How many bytes are equal at two positions.
  private func matchLength(_ position: Int, _ candidate: Int, _ limit: Int) -> Int {
    let limit = min(limit, bytes.count - position)
    var length = 4
    while length + 32 <= limit, areEqual(position + length, candidate + length) { length += 32 }
    while length + 8 <= limit {
      let difference = load(UInt64.self, position + length) ^ load(UInt64.self, candidate + length)
      guard difference == 0 else { return length + difference.trailingZeroBitCount / 8 }
      length += 8
    }
    while length < limit, bytes[position + length] == bytes[candidate + length] { length += 1 }
    return length
  }

  /// Whether 32 bytes are equal.
  @inline(__always)
  private func areEqual(_ one: Int, _ other: Int) -> Bool {
    let first = (load(UInt64.self, one) ^ load(UInt64.self, other)) | (load(UInt64.self, one + 8) ^ load(UInt64.self, other + 8))
    let second =
      (load(UInt64.self, one + 16) ^ load(UInt64.self, other + 16))
      | (load(UInt64.self, one + 24) ^ load(UInt64.self, other + 24))
    return first | second == 0
  }

  /// Repeats the byte before a position.
  private mutating func appendRun(_ position: Int, _ length: Int) {
    if length >= Self.longRun, bytes[position] == 0 {
      check(upTo: position)
      let (low, high) = (UInt64(checksum & 0xFFFF), UInt64(checksum >> 16))
      let sum = (high + low * (UInt64(length) % Self.modulus)) % Self.modulus
      checksum = UInt(sum << 16 | low)
      checked = position + length
    }
    var rest = length
    while rest >= DeflateBlock.shortestMatch {
      // The rest isn't shorter than the shortest match.
      let part =
        rest > DeflateBlock.longestMatch && rest < DeflateBlock.longestMatch + DeflateBlock.shortestMatch
        ? rest - DeflateBlock.shortestMatch : min(rest, DeflateBlock.longestMatch)
      block.append(matchOf: part, distance: 1)
      if block.isFull { block.write(isLast: false, to: &bits) }
      rest -= part
    }
  }

  private mutating func check(upTo end: Int) {
    guard end > checked else { return }
    checksum = adler32(uLong(checksum), bytes.baseAddress! + checked, uInt(end - checked))
    checked = end
  }

  @inline(__always)
  private func load<Number: FixedWidthInteger>(_ type: Number.Type, _ position: Int) -> Number {
    Number(littleEndian: UnsafeRawPointer(bytes.baseAddress!).loadUnaligned(fromByteOffset: position, as: type))
  }
}
