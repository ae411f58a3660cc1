import Testing
import WidgetGraphics
import WidgetModel
import WidgetRendering

@testable import WidgetPainter

/// The invisible texts and links in front of an SVG.
@Suite struct SVGTextLayerTests {
  private func svg(_ view: ViewNode) throws -> String {
    var identity = WidgetIdentity(id: "w", instance: "w", name: "Title")
    identity.icon = "star"
    let snapshot = Snapshot(widget: identity, view: view, result: .newData, reason: .launch, updatedAt: 1000)
    let request = RenderingRequest(snapshot, as: .svg, width: 320, fonts: .standard, clock: PaintClock(now: 1000))
    return String(decoding: try Painter().paint(.rendering(request)).bytes, as: UTF8.self)
  }

  @Test("texts are texts: title and view, escaped, as wide as what is drawn")
  func texts() throws {
    let text = try svg(ViewNode(.text("a < b & \"#item12)\" ' </svg>")))
    #expect(text.contains(">Title</text>"))
    #expect(text.contains(">a &lt; b &amp; &quot;#item12)&quot; ' &lt;/svg&gt;</text>"), "\(text.suffix(800))")
    #expect(text.contains("textLength=\"") && text.contains("fill-opacity=\"0\"") && text.hasSuffix("</g>\n</svg>\n"))
    #expect(text.contains("role=\"img\"") && !text.contains("<a "))
  }

  @Test("links open their URL, in a document that is not an image; an unsafe one is text only")
  func links() throws {
    let safe = try svg(ViewNode(.link("More", url: "https://example.com/?a=1&b=\"2\"")))
    #expect(safe.contains("<a href=\"https://example.com/?a=1&amp;b=%222%22\""), "\(safe.suffix(800))")
    #expect(safe.contains("role=\"group\"") && safe.contains(">More</text>"))
    let unsafe = try svg(ViewNode(.link("More", url: "javascript:alert(1)")))
    #expect(!unsafe.contains("<a ") && !unsafe.contains("javascript") && unsafe.contains("role=\"img\""))
  }

  @Test("private content is not in the layer")
  func redacted() throws {
    let view = ViewNode(.private, children: [ViewNode(.text("secret"))])
    let snapshot = Snapshot(
      widget: WidgetIdentity(id: "w", instance: "w", name: "Title"), view: view, result: .newData, reason: .launch,
      updatedAt: 1000)
    let request = RenderingRequest(
      snapshot, as: .svg, width: 320, isRedacted: true, fonts: .standard, clock: PaintClock(now: 1000))
    #expect(!String(decoding: try Painter().paint(.rendering(request)).bytes, as: UTF8.self).contains("secret"))
  }
}
