/// A canonical Huffman code for the symbols of one alphabet (RFC 1951, 3.2.2).
struct HuffmanCode {
  /// Lengths by symbol; 0 for symbols that don't occur.
  private(set) var lengths: [UInt8]
  /// Codes by symbol, with the bits reversed: the first bit of a code is the lowest.
  private(set) var codes: [UInt16]

  /// - Parameters:
  ///   - counts: How often each symbol occurs. At least two symbols get a code, because some decoders refuse fewer.
  ///   - maximumLength: Bits.
  init(counts: [Int], maximumLength: Int) {
    var counts = counts
    for symbol in counts.indices.prefix(2) where counts.lazy.filter({ $0 > 0 }).prefix(2).count < 2 {
      counts[symbol] = max(1, counts[symbol])
    }
    let symbols = counts.indices.filter { counts[$0] > 0 }.sorted { (counts[$0], $0) < (counts[$1], $1) }
    let byLength = Self.limited(Self.codesByLength(symbols.map { counts[$0] }), maximumLength)
    lengths = Array(repeating: 0, count: counts.count)
    // The rarest symbols get the longest codes.
    var rest = symbols[...]
    for length in byLength.indices.reversed() {
      for symbol in rest.prefix(byLength[length]) { lengths[symbol] = UInt8(length) }
      rest = rest.dropFirst(byLength[length])
    }
    codes = Array(repeating: 0, count: counts.count)
    var next = 0
    for length in 1..<byLength.count {
      for symbol in lengths.indices where lengths[symbol] == UInt8(length) {
        codes[symbol] = Self.reversed(next, length)
        next += 1
      }
      next <<= 1
    }
  }

  /// How many bits a text with these symbol counts takes.
  func size(_ counts: [Int]) -> Int { zip(counts, lengths).reduce(0) { $0 + $1.0 * Int($1.1) } }

  /// How many codes have each length in an optimal code for these sorted counts.
  private static func codesByLength(_ counts: [Int]) -> [Int] {
    // Two queues, both sorted: the symbols, and the pairs made of the two rarest nodes.
    let symbols = counts.count
    var weights = counts
    var parents = [Int](repeating: 0, count: max(1, 2 * symbols - 1))
    var (nextSymbol, nextPair) = (0, symbols)
    func takeRarest(_ parent: Int) -> Int {
      let isSymbol = nextPair == weights.count || (nextSymbol < symbols && weights[nextSymbol] <= weights[nextPair])
      let node = isSymbol ? nextSymbol : nextPair
      if isSymbol { nextSymbol += 1 } else { nextPair += 1 }
      parents[node] = parent
      return weights[node]
    }
    for parent in symbols..<max(symbols, 2 * symbols - 1) {
      let weight = takeRarest(parent)
      weights.append(weight + takeRarest(parent))
    }
    var depths = [Int](repeating: 0, count: weights.count)
    var byLength: [Int] = [0]
    for node in weights.indices.dropLast().reversed() {
      depths[node] = depths[parents[node]] + 1
      while byLength.count <= depths[node] { byLength.append(0) }
      if node < symbols { byLength[depths[node]] += 1 }
    }
    return byLength
  }

  /// Shortens codes that are too long, and lengthens others until the code is complete again.
  private static func limited(_ byLength: [Int], _ maximum: Int) -> [Int] {
    guard byLength.count > maximum + 1 else { return byLength }
    var limited = Array(byLength[...maximum])
    limited[maximum] += byLength[(maximum + 1)...].reduce(0, +)
    var used = limited.indices.dropFirst().reduce(0) { $0 + limited[$1] << (maximum - $1) }
    while used > 1 << maximum {
      limited[maximum] -= 1
      if let shorter = (1..<maximum).last(where: { limited[$0] > 0 }) {
        limited[shorter] -= 1
        limited[shorter + 1] += 2
      }
      used -= 1
    }
    return limited
  }

  private static func reversed(_ code: Int, _ length: Int) -> UInt16 {
    var (code, reversed) = (code, 0)
    for _ in 0..<length {
      reversed = reversed << 1 | code & 1
      code >>= 1
    }
    return UInt16(truncatingIfNeeded: reversed)
  }
}
