import Testing
import WidgetGraphics
import WidgetModel

@testable import WidgetPainter

/// Untrusted images: those that are shown, and those refused with a reason.
@Suite struct ImageTests {
  private static func bytes(_ base64: String) throws -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var bits = 0
    var count = 0
    var bytes: [UInt8] = []
    for character in base64 where character != "=" {
      bits = bits << 6 | (try #require(alphabet.firstIndex(of: character)))
      count += 6
      if count >= 8 {
        count -= 8
        bytes.append(UInt8(bits >> count & 0xFF))
      }
    }
    return bytes
  }

  private static let gif = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
  private static let webp = "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA=="
  /// 8 x 4 pixels of one red.
  private static let jpeg = """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/\
    2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAEAAgDASIAAhEBAxEB/8QA\
    HwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkK\
    FhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXG\
    x8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAEC\
    AxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOE\
    hYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwDIooorI+kP\
    /9k=
    """

  @Test("PNG, JPEG, GIF and WebP are shown")
  func kinds() throws {
    let png = try Pixels.decode(gradientPNG(width: 20, height: 10))
    #expect(png.width == 20 && png.height == 10)
    for data in [Self.gif, Self.webp] {
      let pixels = try Pixels.decode(try Self.bytes(data))
      #expect(pixels.width == 1 && pixels.height == 1)
    }
    try Pixels.decode(try Self.bytes(Self.jpeg)).forEach { _, _, pixel in
      #expect(abs(Int(pixel.0) - 0xC0) < 8 && abs(Int(pixel.1) - 0x20) < 8 && pixel.3 == 255)
    }
    #expect(try kind(of: Self.bytes(Self.jpeg)) == "jpeg 8 x 4")
  }

  @Test("a PNG that we write has the same pixels when it is read")
  func roundTrip() throws {
    let once = try Pixels.decode(gradientPNG())
    let twice = try Pixels.decode(try #require(once.png()))
    var values: [[UInt8]] = [[], []]
    for (index, pixels) in [once, twice].enumerated() {
      pixels.forEach { _, _, pixel in values[index] += [pixel.0, pixel.1, pixel.2, pixel.3] }
    }
    #expect(values[0] == values[1])
    #expect(values[0].count == 48 * 32 * 4)
    #expect(Array(values[0].prefix(4)) == [0, 0, 0, 0], "the corner is transparent")
  }

  private static func png(width: UInt32, height: UInt32) -> [UInt8] {
    var bytes = gradientPNG()
    for (offset, value) in [(16, width), (20, height)] {
      for index in 0..<4 { bytes[offset + index] = UInt8(truncatingIfNeeded: value >> (24 - 8 * UInt32(index))) }
    }
    return bytes
  }

  static let hostile: [(name: String, bytes: [UInt8], problem: ImageProblem)] = [
    ("nothing", [], .unknownFormat),
    ("text", Array("not an image at all, only some words".utf8), .unknownFormat),
    ("only a signature", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .damaged),
    ("a cut PNG", Array(gradientPNG().dropLast(40)), .damaged),
    ("a PNG with a wrong checksum", gradientPNG().enumerated().map { $0 == 60 ? ~$1 : $1 }, .damaged),
    ("a PNG of a terapixel", png(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF), .tooManyPixels),
    ("a PNG that is very wide", png(width: 100_000, height: 1), .tooManyPixels),
    ("a PNG of 25 megapixels", png(width: 5000, height: 5000), .tooManyPixels),
    ("a PNG that says more than it has", png(width: 3000, height: 3000), .damaged),
    ("a PNG whose pixels are no compressed data", png([], data: Array("rubbish".utf8)), .damaged),
    ("a PNG without a width", png(width: 0, height: 10), .damaged),
    ("a GIF that ends", Array("GIF89a".utf8), .damaged),
    ("a GIF of 65535 x 65535", Array("GIF89a".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0], .tooManyPixels),
    ("a JPEG that ends", [0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x10], .damaged),
    ("a JPEG that goes round", [0xFF, 0xD8, 0xFF, 0xE0, 0x00, 0x00, 0xFF, 0xD8, 0xFF], .damaged),
    (
      "a JPEG of 65535 x 65535", [0xFF, 0xD8, 0xFF, 0xC0, 0x00, 0x0B, 8, 0xFF, 0xFF, 0xFF, 0xFF, 1, 1, 0x11, 0],
      .tooManyPixels
    ),
    ("a WebP that ends", Array("RIFF0000WEBPVP8 ".utf8), .damaged),
    (
      "a WebP of 16384 x 16384", Array("RIFF0000WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0x3F, 0, 0xFF, 0x3F, 0],
      .tooManyPixels
    ),
    ("more than 4 MiB", [0x89, 0x50, 0x4E, 0x47] + [UInt8](repeating: 7, count: 4 << 20), .tooManyBytes),
    (
      "an SVG that asks for a file",
      Array(
        """
        <?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>
        <svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>&x;</text></svg>
        """.utf8), .unknownFormat
    ),
    ("an XPM", Array("/* XPM */ static char * x[] = {\"1 1 1 1\", \"a c #fff\", \"a\"};".utf8), .unknownFormat),
    ("a BMP", [0x42, 0x4D] + [UInt8](repeating: 0, count: 60), .unknownFormat),
  ]

  @Test("an image that cannot be shown has a reason and a placeholder", arguments: hostile.indices)
  func refused(_ index: Int) throws {
    let (name, bytes, problem) = Self.hostile[index]
    #expect(throws: problem, "\(name)") { try Pixels.decode(bytes) }

    var request = request(view(.image(.reference("x"), mode: .fit)))
    let missing = try paint(request)
    #expect(missing.notes == [Rendering.Note(src: "x", problem: .missing)])
    request.resources = [RenderingRequest.Resource(src: "x", bytes: bytes)]
    let rendering = try paint(request)
    #expect(rendering.notes == [Rendering.Note(src: "x", problem: problem)], "\(name)")
    #expect(try kind(of: rendering.bytes).hasPrefix("png 260 x"))
  }

  @Test("a file that is truncated at any byte is damaged and never crashes")
  func cuts() throws {
    for whole in [gradientPNG(), try Self.bytes(Self.gif), try Self.bytes(Self.webp), try Self.bytes(Self.jpeg)] {
      for count in 0..<whole.count { _ = try? Pixels.decode(Array(whole.prefix(count))) }
      for index in whole.indices {
        var bytes = whole
        bytes[index] ^= 0xFF
        // A header claiming a large size would only be slow.
        if let header = try? ImageHeader(bytes), header.width * header.height < 100_000 { _ = try? Pixels.decode(bytes) }
      }
    }
  }

  @Test("an image in the view itself is drawn like one that is referred to")
  func ownBytes() throws {
    var one = request(view(.image(.reference("a"), mode: .fit)) { $0.width = 40 })
    one.resources = [RenderingRequest.Resource(src: "a", bytes: gradientPNG())]
    let other = request(view(.image(.bytes(gradientPNG()), mode: .fit)) { $0.width = 40 })
    // As it's sent: the bytes follow the JSON.
    let read = try PaintRequest(decoding: PaintRequest.rendering(other).encoded())
    #expect(try painter.paint(read).bytes == paint(one).bytes)
  }

  /// A GIF with 100,000 frames, and the same with the first one alone.
  static func manyFrames() throws -> (many: [UInt8], first: [UInt8]) {
    let gif = try bytes(Self.gif)
    // Header and colour table, then one frame, then the trailer.
    let frame = gif[19..<(gif.count - 1)]
    var many = Array(gif[..<19])
    for _ in 0..<100_000 { many += frame }
    return (many + [0x3B], gif)
  }

  @Test("a GIF with 100,000 frames is its first frame")
  func longGIF() throws {
    let many = try Self.manyFrames().many
    let start = ContinuousClock.now
    #expect(try Pixels.decode(many).width == 1)
    #expect(ContinuousClock.now - start < .seconds(1))
  }

  @Test("a WebP with 80,000 frames is its first frame")
  func manyWebPFrames() throws {
    func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
      let size = (0..<4).map { UInt8(truncatingIfNeeded: bytes.count >> (8 * $0)) }
      return Array(name.utf8) + size + bytes + (bytes.count % 2 == 0 ? [] : [0])
    }
    let image = try Self.bytes(Self.webp).dropFirst(12)
    let header = chunk("VP8X", [2] + [UInt8](repeating: 0, count: 9)) + chunk("ANIM", [UInt8](repeating: 0, count: 6))
    let frame = chunk("ANMF", [UInt8](repeating: 0, count: 12) + [10, 0, 0, 0] + image)
    let frames = [[UInt8]](repeating: frame, count: 80_000).flatMap { $0 }
    let whole = chunk("RIFF", Array("WEBP".utf8) + header + frames)
    let start = ContinuousClock.now
    #expect(try Pixels.decode(whole).width == 1)
    #expect(ContinuousClock.now - start < .seconds(2))
    let needed = try ImageComplexity.firstFrame(of: whole, try ImageHeader(whole))
    #expect(needed.count == 12 + header.count + frame.count)
    #expect(throws: ImageProblem.damaged) { try Pixels.decode(Array(whole.prefix(12 + header.count + 20))) }
  }

  @Test("a JPEG with 300,000 scans is too complex, and the rest of the view is drawn")
  func manyScans() throws {
    var jpeg = try Self.bytes(Self.jpeg)
    let frame = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
    jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0x0F, 0xA0, 0x0F, 0xA0])
    jpeg.removeLast(2)
    for _ in 0..<300_000 { jpeg += [0xFF, 0xDA, 0x00, 0x02] }
    jpeg += [0xFF, 0xD9]
    #expect(throws: ImageProblem.tooComplex) { try Pixels.decode(jpeg) }
    var request = request(
      column(text("above"), view(.image(.reference("scans"), mode: .fit)), view(.image(.reference("good"), mode: .fit))))
    request.resources = [
      RenderingRequest.Resource(src: "scans", bytes: jpeg), RenderingRequest.Resource(src: "good", bytes: gradientPNG()),
    ]
    #expect(try paint(request).notes == [Rendering.Note(src: "scans", problem: .tooComplex)])
  }

  /// The example with chunks in front of its pixels, and others in their place.
  private static func png(_ chunks: [(name: String, bytes: [UInt8])], data: [UInt8]? = nil) -> [UInt8] {
    let whole = gradientPNG()
    func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
      func number(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
      var crc = UInt32.max
      for byte in Array(name.utf8) + bytes {
        crc ^= UInt32(byte)
        for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
      }
      return number(UInt32(bytes.count)) + Array(name.utf8) + bytes + number(~crc)
    }
    let extra = chunks.flatMap { chunk($0.name, $0.bytes) }
    // Signature and IHDR have 33 bytes.
    guard let data else { return Array(whole[..<33]) + extra + whole[33...] }
    return Array(whole[..<33]) + extra + chunk("IDAT", data) + chunk("IEND", [])
  }

  /// A zlib stream of as many zeros, compressed about a thousandfold: a stored header, then one long match again and again.
  private static func zeros(_ count: Int) -> [UInt8] {
    // One fixed block: literal 0, then matches of 258 bytes at distance 1, which have 13 bits each.
    var bytes: [UInt8] = [0x78, 0x9C]
    var (bits, filled) = (UInt64(0), 0)
    func reversed(_ value: Int, _ count: Int) -> UInt64 { (0..<count).reduce(0) { $0 << 1 | UInt64(value >> $1 & 1) } }
    func put(_ value: UInt64, _ count: Int) {
      bits |= value << filled
      filled += count
      while filled >= 8 {
        bytes.append(UInt8(truncatingIfNeeded: bits))
        bits >>= 8
        filled -= 8
      }
    }
    put(0b011, 3)
    put(reversed(0x30, 8), 8)
    for _ in 0..<(count / 258) {
      put(reversed(0b1100_0101, 8), 8)
      put(0, 5)
    }
    put(0, 7)
    put(0, 7)
    return bytes + [0, 0, 0, 0]
  }

  /// Files that are small and say they unpack to much more, or make a decoder repeat its work. Each is drawn or refused.
  static let bombs: [(name: String, bytes: [UInt8])] = [
    ("a compressed text of 600 MB", png([("zTXt", Array("k".utf8) + [0, 0] + zeros(600_000_000))])),
    ("a compressed international text", png([("iTXt", Array("k".utf8) + [0, 1, 0, 0, 0] + zeros(200_000_000))])),
    ("a colour profile of 300 MB", png([("iCCP", Array("k".utf8) + [0, 0] + zeros(300_000_000))])),
    ("290,000 texts", png((0..<290_000).map { _ in ("tEXt", [0x6B, 0]) })),
    ("a thousand compressed texts", png((0..<1000).map { _ in ("zTXt", Array("k".utf8) + [0, 0] + zeros(500_000)) })),
    ("a thousand times its pixels", png([], data: zeros(600_000_000))),
    ("thousands of palettes", png((0..<5000).map { _ in ("PLTE", [UInt8](repeating: 7, count: 768)) })),
    ("suggested palettes", png((0..<500).map { ("sPLT", Array("p\($0)".utf8) + [0, 8] + [UInt8](repeating: 1, count: 6000)) })),
  ]

  @Test("a small PNG that unpacks to hundreds of megabytes costs neither time nor memory", arguments: bombs.indices)
  func bomb(_ index: Int) throws {
    let (name, bytes) = Self.bombs[index]
    #expect(bytes.count <= ImageHeader.mostBytes, "\(name)")
    var problem: ImageProblem?
    do throws(ImageProblem) { #expect(try Pixels.decode(bytes).width == 48, "\(name)") } catch { problem = error }
    #expect(problem == nil || problem == .damaged || problem == .tooComplex, "\(name)")
  }

  @Test("a JPEG of a few pixels with as many scans as fit is refused or drawn within the time of an image")
  func manyScansOfFewPixels() throws {
    let whole = try Self.bytes(Self.jpeg)
    let scan = try #require(whole.indices.first { whole[$0] == 0xFF && whole[$0 + 1] == 0xDA })
    // Progressive, so that a decoder keeps reading scans.
    let frame = try #require(whole.indices.first { whole[$0] == 0xFF && whole[$0 + 1] == 0xC0 })
    var jpeg = Array(whole[..<scan])
    jpeg[frame + 1] = 0xC2
    let one = Array(whole[scan..<(whole.count - 2)])
    while jpeg.count + one.count < ImageHeader.mostBytes - 2 { jpeg += one }
    var request = request(view(.image(.reference("scans"), mode: .fit)))
    request.resources = [RenderingRequest.Resource(src: "scans", bytes: jpeg + [0xFF, 0xD9])]
    let rendering = try paint(request)
    #expect(rendering.notes.allSatisfy { $0.problem == .damaged || $0.problem == .tooComplex })
    #expect(try kind(of: rendering.bytes).hasPrefix("png 260 x"))
  }

  @Test("images beyond the time limits are too complex")
  func time() throws {
    let start = ContinuousClock.now
    var now = start
    let time = DecodingTime(perImage: .seconds(2), total: .seconds(5)) { now }
    func decode(seconds: Int) -> Bool {
      time.limit { isOver in
        now += .seconds(seconds)
        return isOver()
      }
    }
    #expect(!decode(seconds: 1) && decode(seconds: 2) && decode(seconds: 2) && decode(seconds: 0))
    #expect(throws: ImageProblem.tooComplex) { try Pixels.decode(gradientPNG(), within: time) }
  }
}
