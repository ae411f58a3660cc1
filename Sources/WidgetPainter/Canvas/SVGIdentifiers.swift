/// Cairo's identifiers in SVG contain counters that continue from drawing to drawing. They are renumbered from 1, so that
/// equal drawings have equal bytes.
enum SVGIdentifiers {
  /// Renumbers each kind of identifier (`surface7`, `image12`) in the order of first appearance. Only quoted values and
  /// `url(#...)` are changed. Text is glyphs, and Base64 contains no quotes.
  static func renumbered(_ svg: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(svg.count)
    var numbers: [[UInt8]: [UInt8]] = [:]
    var counts: [[UInt8]: Int] = [:]
    var index = 0
    while index < svg.count {
      let byte = svg[index]
      result.append(byte)
      index += 1
      guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "#") else { continue }
      var end = index
      while end < svg.count, end - index < 32, isLetter(svg[end]) { end += 1 }
      let letters = end
      while end < svg.count, end - index < 32, (0x30...0x39).contains(svg[end]) { end += 1 }
      guard letters > index, end > letters, end < svg.count, svg[end] == UInt8(ascii: "\"") || svg[end] == UInt8(ascii: ")")
      else { continue }
      let name = Array(svg[index..<end])
      let kind = Array(svg[index..<letters])
      if numbers[name] == nil {
        counts[kind, default: 0] += 1
        numbers[name] = Array(String(counts[kind] ?? 0).utf8)
      }
      result += kind
      result += numbers[name] ?? []
      index = end
    }
    return result
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) }
}
