/// A block of DEFLATE with its own Huffman codes (RFC 1951, 3.2.7): literals and matches, until there are ``capacity`` of them.
struct DeflateBlock {
  static let capacity = 1 << 16
  static let shortestMatch = 3
  static let longestMatch = 258
  static let longestDistance = 32_768

  private static let endOfBlock = 256
  private static let isMatch: UInt32 = 1 << 31

  /// A literal, or ``isMatch`` with the length beyond the shortest and the distance beyond 1.
  private var symbols: [UInt32] = []
  private var literalCounts = [Int](repeating: 0, count: 286)
  private var distanceCounts = [Int](repeating: 0, count: 30)

  init() { symbols.reserveCapacity(Self.capacity) }

  var isFull: Bool { symbols.count >= Self.capacity }

  @inline(__always)
  mutating func append(literal byte: UInt8) {
    symbols.append(UInt32(byte))
    literalCounts[Int(byte)] &+= 1
  }

  /// - Parameters:
  ///   - length: 3 to 258.
  ///   - distance: 1 to 32,768.
  @inline(__always)
  mutating func append(matchOf length: Int, distance: Int) {
    symbols.append(Self.isMatch | UInt32(length - Self.shortestMatch) << 16 | UInt32(distance - 1))
    literalCounts[Self.code(ofLength: length - Self.shortestMatch).code] &+= 1
    distanceCounts[Self.code(ofDistance: distance - 1).code] &+= 1
  }

  /// Writes the block and empties it.
  mutating func write(isLast: Bool, to bits: inout BitWriter) {
    literalCounts[Self.endOfBlock] = 1
    let literals = HuffmanCode(counts: literalCounts, maximumLength: 15)
    let distances = HuffmanCode(counts: distanceCounts, maximumLength: 15)
    bits.append(isLast ? 1 : 0, count: 1)
    bits.append(2, count: 2)
    Self.write(literals, distances, to: &bits)
    for symbol in symbols {
      guard symbol & Self.isMatch != 0 else {
        bits.append(UInt64(literals.codes[Int(symbol)]), count: Int(literals.lengths[Int(symbol)]))
        continue
      }
      let length = Self.code(ofLength: Int(symbol >> 16 & 0xFF))
      bits.append(UInt64(literals.codes[length.code]), count: Int(literals.lengths[length.code]))
      bits.append(UInt64(length.rest), count: length.bits)
      let distance = Self.code(ofDistance: Int(symbol & 0xFFFF))
      bits.append(UInt64(distances.codes[distance.code]), count: Int(distances.lengths[distance.code]))
      bits.append(UInt64(distance.rest), count: distance.bits)
    }
    bits.append(UInt64(literals.codes[Self.endOfBlock]), count: Int(literals.lengths[Self.endOfBlock]))
    symbols.removeAll(keepingCapacity: true)
    for index in literalCounts.indices { literalCounts[index] = 0 }
    for index in distanceCounts.indices { distanceCounts[index] = 0 }
  }

  /// The order of the lengths in the code for lengths.
  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  /// Writes the lengths of both codes, run-length encoded.
  private static func write(_ literals: HuffmanCode, _ distances: HuffmanCode, to bits: inout BitWriter) {
    let runs = runs(of: literals.lengths + distances.lengths)
    let code = HuffmanCode(
      counts: runs.reduce(into: [Int](repeating: 0, count: 19)) { $0[$1.symbol] += 1 }, maximumLength: 7)
    let used = (order.lastIndex { code.lengths[$0] > 0 } ?? 3) + 1
    bits.append(UInt64(literals.lengths.count - 257), count: 5)
    bits.append(UInt64(distances.lengths.count - 1), count: 5)
    bits.append(UInt64(max(4, used) - 4), count: 4)
    for symbol in order.prefix(max(4, used)) { bits.append(UInt64(code.lengths[symbol]), count: 3) }
    for run in runs {
      bits.append(UInt64(code.codes[run.symbol]), count: Int(code.lengths[run.symbol]))
      bits.append(UInt64(run.rest), count: run.bits)
    }
  }

  private typealias Code = (code: Int, rest: Int, bits: Int)

  /// 16 repeats the previous length 3 to 6 times; 17 and 18 are 3 to 10 and 11 to 138 zeros.
  private static func runs(of lengths: [UInt8]) -> [(symbol: Int, rest: Int, bits: Int)] {
    var runs: [(symbol: Int, rest: Int, bits: Int)] = []
    var rest = lengths[...]
    while let first = rest.first {
      let run = rest.prefix { $0 == first }.count
      var count = 1
      if first == 0, run >= 11 {
        count = min(run, 138)
        runs.append((18, count - 11, 7))
      } else if first == 0, run >= 3 {
        count = run
        runs.append((17, count - 3, 3))
      } else {
        runs.append((Int(first), 0, 0))
        if first != 0, run >= 4 {
          count = min(run - 1, 6) + 1
          runs.append((16, count - 4, 2))
        }
      }
      rest = rest.dropFirst(count)
    }
    return runs
  }

  /// A length's code and extra bits.
  @inline(__always)
  private static func code(ofLength length: Int) -> Code {
    if length < 8 { return (257 + length, 0, 0) }
    if length == longestMatch - shortestMatch { return (285, 0, 0) }
    let bits = length.bitWidth &- 3 &- length.leadingZeroBitCount
    return (257 &+ 4 &* (bits &+ 1) &+ (length &>> bits) & 3, length & (1 &<< bits &- 1), bits)
  }

  /// A distance's code and extra bits.
  @inline(__always)
  private static func code(ofDistance distance: Int) -> Code {
    if distance < 4 { return (distance, 0, 0) }
    let bits = distance.bitWidth &- 2 &- distance.leadingZeroBitCount
    return (2 &* (bits &+ 1) &+ (distance &>> bits) & 1, distance & (1 &<< bits &- 1), bits)
  }
}
