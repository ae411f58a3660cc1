import Foundation
import Testing
import WidgetGraphics
import WidgetModel
import WidgetRendering

@testable import WidgetPainter

@Suite struct PainterTests {
  @Test("equal requests give equal bytes, whatever was drawn before", arguments: OutputFormat.allCases.filter(\.needsPainter))
  func reproducible(_ format: OutputFormat) throws {
    var request = WidgetPainterTests.request(
      column(text("Some text 😀"), view(.image(.reference("a"), mode: .fit)), view(.progress(0.4, shape: .circle))), as: format)
    request.resources = [RenderingRequest.Resource(src: "a", bytes: gradientPNG())]
    let first = try paint(request)
    _ = try paint(WidgetPainterTests.request(text("something else, with another icon"), as: format))
    #expect(try paint(request) == first)
    // Another painter.
    #expect(try Painter().paint(.rendering(request)) == first)
  }

  @Test("each format has its own signature")
  func formats() throws {
    let png = try paint(request(text("x")))
    #expect(try kind(of: png.bytes) == "png 260 x \(Int(saturating: png.height))")
    var large = request(text("x"))
    large.scale = 2
    #expect(try kind(of: paint(large).bytes) == "png 520 x \(2 * Int(saturating: png.height))")
    let svg = String(decoding: try paint(request(text("x"), as: .svg)).bytes, as: UTF8.self)
    #expect(svg.hasPrefix("<?xml") && svg.contains("width=\"260px\"") && svg.contains("</svg>"))
    let pdf = try paint(request(text("x"), as: .pdf)).bytes
    #expect(pdf.starts(with: "%PDF-".utf8))
    let linked = try paint(request(view(.link("x", url: "https://example.com/it's")), as: .pdf)).bytes
    #expect(String(decoding: linked, as: UTF8.self).contains("/URI (https://example.com/it%27s)"))
    #expect(!String(decoding: pdf, as: UTF8.self).contains("/URI"))
    let described = String(decoding: try paint(request(text("a < b & c"), as: .svg)).bytes, as: UTF8.self)
    #expect(
      described.contains("role=\"img\"") && described.contains("<title id=\"title\">")
        && described.contains("a &lt; b &amp; c</desc>"))
    let isDateless = String(decoding: pdf, as: UTF8.self).contains("CreationDate (20000101000000")
    #expect(isDateless)
  }

  @Test("text and links that a clip leaves nothing of don't spoil a PDF")
  func clippedAway() throws {
    for place in [Size(width: 900, height: 900), Size(width: 0, height: -500)] {
      for content in [ViewContent.text("out"), .link("out", url: "https://example.com/")] {
        let hidden = view(content) {
          $0.setEffect(\.offset, to: place)
          $0.setEffect(\.clips, to: true)
        }
        let pdf = try paint(request(view(.vstack, [text("in"), hidden]), as: .pdf)).bytes
        #expect(pdf.starts(with: "%PDF-".utf8))
      }
    }
  }

  @Test("an SVG has the text of the script as glyphs, and escaped in its title and description")
  func noText() throws {
    var nasty = request(
      column(
        text("</svg><script>alert(1)</script>"), view(.image(.reference("\"/><x>"), mode: .fit)) { $0.accessibility = "]]>" }),
      as: .svg)
    nasty.snapshot.widget.name = "<name>&\u{0}\u{202E}"
    let svg = String(decoding: try paint(nasty).bytes, as: UTF8.self)
    #expect(!svg.contains("<script") && !svg.contains("<x>") && !svg.contains("<name>"))
  }

  @Test("a rendering of a private view does not depend on its content")
  func redaction() throws {
    func rendering(_ secret: String) throws -> Rendering {
      var request = request(view(.private, [text(secret) { $0.monospaced = true }]), as: .svg)
      request.isRedacted = true
      return try paint(request)
    }
    #expect(try rendering("1234") == rendering("9876"))
    #expect(
      try paint(request(view(.private, [text("1234")]), as: .svg)) != paint(request(view(.private, [text("9876")]), as: .svg)))
  }

  @Test("local time is the request's, including daylight saving time")
  func localTime() throws {
    let view = view(.date(noon, style: .time))
    var utc = request(view, as: .svg)
    let plain = try paint(utc)
    utc.clock = PaintClock(CalendarClock(now: noon + 180) { $0 == noon ? 3600 : 0 }, view: view)
    #expect(utc.clock.otherOffsets.map(\.date) == [noon])
    let moved = try painter.paint(try PaintRequest(decoding: PaintRequest.rendering(utc).encoded()))
    #expect(moved != plain)
    utc.clock = PaintClock(now: noon + 180, utcOffset: 3600)
    #expect(try paint(utc) == moved)
  }

  @Test("a date has the text of the user's language, which the request contains")
  func localDates() throws {
    struct Dates: LocalDates {
      func text(_ moment: Double, style: DateStyle, now: Double) -> String? { style == .date ? "21.11.2026" : nil }
    }
    let view = view(.date(noon, style: .date))
    var request = request(view, as: .svg)
    let plain = try paint(request)
    request.clock = PaintClock(CalendarClock(now: noon, dates: Dates()), view: view)
    #expect(request.clock.texts.map(\.text) == ["21.11.2026"])
    let local = try painter.paint(try PaintRequest(decoding: PaintRequest.rendering(request).encoded()))
    #expect(local != plain)
    request.snapshot.view = text("21.11.2026")
    #expect(try local == paint(request))
  }

  @Test("a height in the request is exact, a preferred height is a minimum")
  func heights() throws {
    var request = request(text("one line"))
    let own = try paint(request).height
    request.snapshot.preferredSize.height = 200
    #expect(try paint(request).height > own + 150)
    request.snapshot.preferredSize.height = 1
    #expect(try paint(request).height == own)
    for height in [16.0, 40, 110, 158, 1000] {
      request.height = height
      #expect(try paint(request).height == height)
    }
  }

  @Test("a card is never higher than the maximum height of a rendering")
  func highest() throws {
    var tall = request(view(.vstack, (0..<1000).map { text("Row \($0)") }), width: 360)
    tall.scale = 2
    #expect(try paint(tall).height <= 8192)
    #expect(try paint(tall).height > 8000)
    for edit in [{ $0.height = 1e308 }, { $0.padding = EdgeInsets(all: 1e300) }] as [(inout ViewStyle) -> Void] {
      tall.snapshot.view = text("x", edit)
      #expect(try paint(tall).height <= 8192)
    }
  }

  @Test("a compact view has 110 points inside its card")
  func compact() throws {
    var compact = request(view(.vstack, (0..<20).map { text("Row \($0)") }), width: 360)
    compact.displayMode = .compact
    #expect(try paint(compact).height == SurfaceSize.compactHeight + SurfaceSize.cardHeight(on: .image))
  }

  @Test("small text on a card has a contrast of 4.5 to 1", arguments: [ColorScheme.light, .dark])
  func contrast(_ scheme: ColorScheme) throws {
    let palette = Palette(scheme: scheme)
    func luminance(_ color: RGBA) -> Double {
      func part(_ value: Double, _ under: Double) -> Double {
        let value = value * color.alpha + under * (1 - color.alpha)
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      let card = palette.card
      return 0.2126 * part(color.red, card.red) + 0.7152 * part(color.green, card.green) + 0.0722 * part(color.blue, card.blue)
    }
    for name in ColorName.allCases where name != .clear {
      let (one, other) = (luminance(try #require(palette.text(name))), luminance(palette.card))
      #expect((max(one, other) + 0.05) / (min(one, other) + 0.05) >= 4.5, "\(name)")
    }
  }

  @Test("on a card of one line, the first line is shown completely")
  func inlineCard() throws {
    var inline = request(column(text("7.4°") { $0.font = .style(.largeTitle) }, text("below")), width: 300)
    inline.height = 22
    let pixels = try Pixels.decode(try paint(inline).bytes)
    // The letters end above the edge of the card.
    var lowest = 0
    var highest = Int.max
    pixels.forEach { x, y, pixel in
      guard (20..<280).contains(x), pixel.0 < 128, pixel.3 == 255 else { return }
      (lowest, highest) = (max(lowest, y), min(highest, y))
    }
    #expect(lowest > highest && lowest <= 20 && highest >= 1, "\(highest) to \(lowest)")
  }

  @Test("sizes out of range are refused")
  func refused() {
    func expect(_ error: PaintError, _ edit: (inout RenderingRequest) -> Void, at: Testing.SourceLocation = #_sourceLocation) {
      var request = WidgetPainterTests.request(text("x"))
      edit(&request)
      #expect(throws: error, sourceLocation: at) { try paint(request) }
    }
    expect(.badRequest("a width of 0.0 points: must be from 16 to 4096")) { $0.width = 0 }
    expect(.badRequest("a width of nan points: must be from 16 to 4096")) { $0.width = .nan }
    expect(.badRequest("a height of inf points: must be from 16 to 8192")) { $0.height = .infinity }
    expect(.badRequest("a scale of 100.0: must be from 0.25 to 8")) { $0.scale = 100 }
    expect(.tooLarge(width: 32768, height: 32768)) {
      ($0.width, $0.height, $0.scale) = (4096, 4096, 8)
    }
  }

  @Test("invalid numbers, deep trees and hostile strings are drawn")
  func hostile() throws {
    var deep = text("bottom")
    for index in 0..<60 { deep = index % 2 == 0 ? column(deep) : row(deep) }
    let wild = column(
      view(.progress(.nan, shape: .circle)) { $0.opacity = .nan },
      view(.chart(Chart(.line, [ChartSeries([1e308, -1e308, .nan, nil, .infinity])]))),
      view(.chart(Chart(.pie, [ChartSeries([0, -1])]))), view(.gauge(Gauge(.nan, minimum: 1, maximum: 1))),
      text(String(repeating: "W", count: 3000)), text("\u{0}\u{1B}[31m\u{202E}e\u{301}\u{FEFF}"), text(""),
      view(.date(.infinity, style: .date)), view(.icon(String(repeating: "a.", count: 1000))),
      text("x") {
        $0.font = .custom(size: .infinity, weight: nil, design: nil)
        $0.cornerRadius = .nan
        $0.padding = EdgeInsets(all: -.infinity)
        $0.background = .named(.red)
        $0.width = 1e300
      })
    for node in [deep, wild] {
      for format in OutputFormat.allCases where format.needsPainter {
        var request = request(node, as: format)
        request.snapshot.insets = EdgeInsets(top: .nan, left: .infinity, bottom: -5, right: 1e9)
        #expect(!(try paint(request)).bytes.isEmpty)
        request.height = 16
        request.width = 16
        #expect(!(try paint(request)).bytes.isEmpty)
      }
    }
  }
}
