import Testing
import WidgetGraphics
import WidgetModel
import WidgetRendering
import WidgetTesting

/// Every kind of view in every format, including the painter's.
@Suite struct OutputFormatTests {
  /// The formats drawing one view.
  private static let pictures = OutputFormat.allCases.filter { !$0.isForBar }

  private func bytes(_ view: ViewNode, _ format: OutputFormat, images: [String: [UInt8]] = [ViewKind.sampleImage: gradientPNG()])
    throws -> [UInt8]
  {
    switch format.renderer() {
    case .snapshot(let renderer):
      let options = RenderingOptions(clock: CalendarClock(now: 1180))
      return renderer.render(card(view), in: Size(width: 320, height: 0), options: options)
    case .bar: return []
    case .painter:
      var request = request(view, as: format)
      request.clock = PaintClock(now: 1180)
      request.resources = images.map { RenderingRequest.Resource(src: $0.key, bytes: $0.value) }
      let rendering = try paint(request)
      if !images.isEmpty { #expect(rendering.notes.isEmpty) }
      return rendering.bytes
    }
  }

  /// A spacer draws nothing and takes no space in text. Shapes have no text, and a line isn't read aloud.
  private static func isBlank(_ kind: ViewKind, in format: OutputFormat) -> Bool {
    let isShape = [.circle, .rectangle, .capsule, .path].contains(kind)
    return switch format {
    case .text, .ansi: kind == .spacer
    case .markdown: kind == .spacer || isShape
    case .spoken: kind == .spacer || kind == .divider || isShape
    case .html, .json, .png, .svg, .pdf: false
    case .waybar, .i3bar, .swaybar, .i3blocks, .polybar, .lemonbar, .genmon, .xbar, .swiftbar, .argos, .tmux, .plain, .plainJSON:
      true
    }
  }

  @Test("every format draws every kind of view", arguments: ViewKind.allCases, Self.pictures)
  func draws(_ kind: ViewKind, _ format: OutputFormat) throws {
    let drawn = try bytes(kind.sample, format)
    let isBlank = try drawn == bytes(ViewNode(.vstack), format)
    #expect(!drawn.isEmpty && isBlank == Self.isBlank(kind, in: format))
  }

  @Test("an image is drawn, not its placeholder", arguments: OutputFormat.allCases.filter(\.needsPainter))
  func image(_ format: OutputFormat) throws {
    #expect(try bytes(ViewKind.image.sample, format) != bytes(ViewKind.image.sample, format, images: [:]))
  }

  @Test("a format and its renderer have one name", arguments: OutputFormat.allCases)
  func names(_ format: OutputFormat) {
    if case .snapshot(let renderer) = format.renderer() {
      #expect(type(of: renderer).name == format.rawValue && !format.needsPainter && !format.isForBar)
    }
  }

  @Test("exactly the binary formats are not text", arguments: Self.pictures)
  func binary(_ format: OutputFormat) throws {
    #expect(try (String(validating: bytes(ViewKind.text.sample, format), as: UTF8.self) == nil) == format.isBinary)
  }

  @Test(
    "the extension of a file selects the format",
    arguments: [
      ("txt", .text), ("ANSI", .ansi), ("html", .html), ("htm", .html), ("md", .markdown), ("markdown", .markdown),
      ("json", .json), ("PNG", .png), ("svg", .svg), ("pdf", .pdf), ("spoken", nil), ("bmp", nil), ("", nil),
    ] as [(String, OutputFormat?)])
  func extensions(_ name: String, _ format: OutputFormat?) {
    #expect(OutputFormat(fileExtension: name) == format)
  }

  @Test("no extension belongs to two formats")
  func uniqueExtensions() {
    let all = OutputFormat.allCases.flatMap(\.fileExtensions)
    #expect(Set(all).count == all.count)
  }

  @Test(
    "the painter refuses the formats that others draw, except that it measures for HTML",
    arguments: OutputFormat.allCases.filter { !$0.needsPainter && $0 != .html })
  func refused(_ format: OutputFormat) {
    #expect(throws: PaintError.self) { try paint(request(ViewKind.text.sample, as: format)) }
  }

  @Test("the golden renderings show every kind of view that draws anything itself")
  func gallery() {
    let kinds = Gallery.views.reduce(into: Set<ViewKind>()) { $0.formUnion($1.view.kinds) }
    #expect(Set(ViewKind.allCases).subtracting(kinds) == [.group])
  }
}
