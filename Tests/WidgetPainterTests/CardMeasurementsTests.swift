import Foundation
import Testing
import WidgetGraphics
import WidgetHelpers
import WidgetModel
import WidgetRendering
import WidgetTesting

@testable import WidgetPainter

/// A painter's reply for a page's card: measurements and fonts.
@Suite struct CardMeasurementsTests {
  private func request(_ view: ViewNode, _ family: WidgetFamily = .medium) throws -> RenderingRequest {
    let size = try #require(SurfaceSize.size(of: family))
    return RenderingRequest(
      card(view), as: .html, width: size.width, height: size.height, family: family, fonts: .standard, clock: clock)
  }

  private func measured(_ request: RenderingRequest) throws -> CardMeasurements {
    try CardMeasurements(decoding: paint(request.measuring).bytes)
  }

  /// The layout in the painter itself.
  private func measuredHere(_ request: RenderingRequest) -> CardLayout {
    var tools = Tools()
    return Tools.card(request, tools.shaper(request.fonts, scale: 1), ImageResources(request.resources))
  }

  @Test("the program that asks gets the painter's own layout", arguments: ViewKind.allCases)
  func layout(_ kind: ViewKind) throws {
    var request = try request(column(text("Ünïcode and 日本語 12:05"), kind.sample))
    request.resources = [RenderingRequest.Resource(src: "sample.png", bytes: gradientPNG())]
    let own = measuredHere(request)
    let copy = try request.layout(try measured(request).texts)
    #expect(copy.view == own.view && copy.viewFrame == own.viewFrame && copy.title?.nameFrame == own.title?.nameFrame)
  }

  @Test("a request to measure has sizes and no images")
  func noImages() throws {
    let image = gradientPNG()
    var request = try request(
      column(
        view(.image(.bytes(image), mode: .fit)), view(.image(.reference("a"), mode: .fill)),
        view(.image(.reference("b"), mode: .fit))))
    request.resources = [RenderingRequest.Resource(src: "a", bytes: image), RenderingRequest.Resource(src: "b", bytes: [1])]
    let measuring = request.measuring
    #expect(measuring.resources.isEmpty && measuring.imageSizes.map(\.src) == ["bytes:0", "a"])
    #expect(measuring.imageSizes.allSatisfy { $0.width == 48 && $0.height == 32 })
    let encoded = PaintRequest.rendering(measuring).encoded()
    #expect(encoded.count < image.count + 2000 && !encoded.starts(with: image))
    #expect(try PaintRequest(decoding: encoded) == .rendering(measuring))
  }

  @Test("fonts have the letters of the card and those of ASCII, and no others")
  func fonts() throws {
    let fonts = try measured(
      request(column(text("Größe"), text("日本") { $0.weight = .bold }, text("Title") { $0.font = .style(.title) }))
    )
    .fonts
    #expect(fonts.count >= 3 && fonts.allSatisfy { (1000..<200_000).contains($0.bytes.count) })
    let uses = fonts.filter { $0.order == 0 }.flatMap(\.uses)
    #expect(uses.contains(.init(design: .standard, isDisplay: false, weight: .regular, isItalic: false)))
    #expect(uses.contains(.init(design: .standard, isDisplay: true, weight: .regular, isItalic: false)))
    // The Chinese letters come from another typeface, which has the bold text too.
    #expect(fonts.contains { $0.order > 0 && $0.uses.contains { $0.weight == .bold } })
  }

  @Test("equal cards have equal measurements")
  func reproducible() throws {
    let request = try request(column(text("Hello"), text("World 🎉")))
    #expect(try paint(request.measuring) == paint(request.measuring))
  }

  @Test("the measurements of another card are refused")
  func otherCard() throws {
    let other = try measured(request(text("Something else entirely")))
    #expect(throws: PaintError.invalidReply("the measurements of another layout")) {
      try request(text("Hello")).layout(other.texts)
    }
  }

  @Test("a reply that's cut or changed is an error or measurements, never a crash")
  func broken() throws {
    let whole = try paint(request(text("Hello")).measuring).bytes
    let request = try request(text("Hello"))
    for count in stride(from: 0, to: whole.count, by: max(1, whole.count / 300)) {
      #expect(throws: PaintError.self) { try CardMeasurements(decoding: Array(whole.prefix(count))) }
    }
    for index in stride(from: 0, to: min(whole.count, 4000), by: 5) {
      var bytes = whole
      bytes[index] ^= 0x5A
      guard let measurements = try? CardMeasurements(decoding: bytes) else { continue }
      _ = try? request.layout(measurements.texts)
    }
    #expect(throws: PaintError.self) { try CardMeasurements(decoding: whole + [0]) }
  }

  @Test("fonts that are no fonts, too many or too large are refused")
  func hostileFonts() throws {
    func decoded(_ fonts: [PageFont]) -> CardMeasurements? {
      try? CardMeasurements(decoding: CardMeasurements(texts: TextMeasurements(), fonts: fonts).encoded())
    }
    let use = PageFont.Use(design: .serif, isDisplay: false, weight: .black, isItalic: true)
    let file = Array("OTTO".utf8) + [UInt8](repeating: 0, count: 20)
    #expect(decoded([PageFont(bytes: file, order: 1, uses: [use])])?.fonts.first?.uses == [use])
    for bytes in [[], [0, 1, 0, 0], Array("<html><script>....".utf8), Array("wOFF".utf8) + file] as [[UInt8]] {
      #expect(decoded([PageFont(bytes: bytes, order: 0, uses: [use])]) == nil)
    }
    #expect(decoded([PageFont(bytes: file, order: -1, uses: [use])]) == nil)
    #expect(decoded(Array(repeating: PageFont(bytes: file, order: 0, uses: []), count: CardMeasurements.mostFonts + 1)) == nil)
    #expect(
      decoded([PageFont(bytes: file + [UInt8](repeating: 0, count: CardMeasurements.mostFontBytes), order: 0, uses: [])]) == nil)
  }

  @Test("a process that sends something else gives an error")
  func pretender() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "painter-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "painter")
    let reply = FrameBuffer.frame(PaintReply(.success(Rendering(bytes: [1, 2, 3], width: 1, height: 1))).encoded())
    try Data(reply).write(to: folder.appending(path: "reply"))
    try writeScript("#!/bin/sh\nhead -c 4 >/dev/null\ncat '\(folder.path)/reply'\nexec sleep 5\n", to: file.path)
    let process = PainterProcess(executable: file.path)
    defer { process.stop() }
    #expect(throws: PaintError.invalidReply("a frame of 3 bytes")) { try process.layout(try request(text("Hello"))) }
  }
}
