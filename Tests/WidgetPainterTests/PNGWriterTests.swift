import CZlib
import Testing

@testable import WidgetPainter

@Suite struct PNGWriterTests {
  /// The bytes zlib reads from a stream; nil if it isn't valid.
  private func inflated(_ stream: [UInt8], count: Int) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0xAA, count: count + 1)
    var length = uLong(bytes.count)
    guard uncompress(&bytes, &length, stream, uLong(stream.count)) == Z_OK else { return nil }
    return Array(bytes.prefix(Int(length)))
  }

  private func compressed(_ bytes: [UInt8]) -> [UInt8] { bytes.withUnsafeBufferPointer(Deflater.compressed) }

  private func random(_ count: Int, _ generator: inout Generator, among values: [UInt8]) -> [UInt8] {
    (0..<count).map { _ in values[Int(truncatingIfNeeded: generator.next() % UInt64(values.count))] }
  }

  /// The same numbers in every run.
  private struct Generator {
    var state: UInt64 = 42
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state >> 33
    }
  }

  @Test(
    "zlib reads what was compressed: of every length around a limit, of runs, repetitions and noise",
    arguments: [[0], [7], [0, 0, 0, 1], Array(0...255)] as [[UInt8]])
  func roundTrip(values: [UInt8]) {
    var generator = Generator()
    for count in Array(0..<48) + Array(255...264) + [1000, 65_535, 65_536, 65_537, 200_000] {
      let bytes = random(count, &generator, among: values)
      #expect(inflated(compressed(bytes), count: count) == bytes, "\(count) bytes of \(values.count) values")
    }
  }

  @Test("zlib reads repetitions at the longest distance, and beyond it nothing is taken for one")
  func distances() {
    var generator = Generator()
    let words = random(64, &generator, among: Array(0...255))
    for distance in [32_700, 32_704, 32_767, 32_768, 32_769, 40_000] {
      let bytes = words + random(distance - words.count, &generator, among: Array(0...255)) + words
      #expect(inflated(compressed(bytes), count: bytes.count) == bytes, "\(distance)")
    }
  }

  @Test("codes are at most fifteen bits long, however unequal the counts are")
  func lengths() {
    // Fibonacci numbers make the longest codes.
    var counts = [1, 1]
    while counts.count < 40 { counts.append(counts[counts.count - 1] + counts[counts.count - 2]) }
    for maximum in [7, 15] where counts.count <= 1 << maximum {
      let code = HuffmanCode(counts: counts, maximumLength: maximum)
      #expect(code.lengths.allSatisfy { (1...UInt8(maximum)).contains($0) })
      // Complete: no sequence of bits is meaningless.
      #expect(code.lengths.reduce(0) { $0 + 1 << (maximum - Int($1)) } == 1 << maximum)
      #expect(code.lengths == code.lengths.sorted(by: >))
    }
    #expect(HuffmanCode(counts: [0, 0, 9], maximumLength: 15).lengths == [1, 0, 1])
    #expect(HuffmanCode(counts: [0, 0, 0], maximumLength: 15).lengths == [1, 1, 0])
  }

  @Test("what is mostly equal to the row above takes hardly any space")
  func sizes() {
    #expect(compressed([UInt8](repeating: 0, count: 1_000_000)).count < 1200)
    #expect(compressed([]).count < 32)
  }

  @Test("a PNG has the pixels that were drawn, opaque, transparent and between, in rows with padding")
  func pixels() throws {
    let (width, height, stride) = (5, 4, 32)
    var words = [UInt32](repeating: 0xDEAD_BEEF, count: stride / 4 * height)
    let drawn: [UInt32] = [
      0xFF11_2233, 0xFF11_2233, 0xFFFF_FFFF, 0xFF00_0000, 0xFF80_4020,
      0xFF11_2233, 0xFF11_2233, 0xFFFF_FFFF, 0xFF00_0000, 0xFF80_4020,
      0x0000_0000, 0x8040_2000, 0x8080_8080, 0x0101_0101, 0xFF80_4020,
      0xFF11_2233, 0x0000_0000, 0x0000_0000, 0x8080_0000, 0xFFFF_FFFF,
    ]
    for y in 0..<height { for x in 0..<width { words[y * stride / 4 + x] = drawn[y * width + x] } }
    let png = words.withUnsafeBytes {
      PNGWriter.bytes($0.baseAddress!.assumingMemoryBound(to: UInt8.self), width: width, height: height, stride: stride)
    }
    var read: [UInt32] = []
    try Pixels.decode(png).forEach { _, _, pixel in
      read.append(UInt32(pixel.3) << 24 | UInt32(pixel.0) << 16 | UInt32(pixel.1) << 8 | UInt32(pixel.2))
    }
    #expect(
      read == [
        0xFF11_2233, 0xFF11_2233, 0xFFFF_FFFF, 0xFF00_0000, 0xFF80_4020,
        0xFF11_2233, 0xFF11_2233, 0xFFFF_FFFF, 0xFF00_0000, 0xFF80_4020,
        0x0000_0000, 0x8080_4000, 0x80FF_FFFF, 0x01FF_FFFF, 0xFF80_4020,
        0xFF11_2233, 0x0000_0000, 0x0000_0000, 0x80FF_0000, 0xFFFF_FFFF,
      ])
  }
}
