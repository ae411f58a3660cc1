import CPango
import Testing
import WidgetGraphics
import WidgetModel
import WidgetRendering

@testable import WidgetPainter

/// Desktop cards look like the painter's.
@Suite struct CardRendererTests {
  private static let card = column(
    text("Some text 😀"), view(.image(.reference("a"), mode: .fit)), view(.progress(0.4, shape: .circle)),
    view(.button("Press", icon: "star")) { _ in })

  @Test("a card has the pixels of a PNG of the painter, at every scale and in both appearances")
  func samePixels() throws {
    for (scale, scheme) in [(1.0, ColorScheme.light), (2, .dark), (3, .light)] {
      var request = WidgetPainterTests.request(Self.card)
      request.scale = scale
      request.colorScheme = scheme
      request.resources = [RenderingRequest.Resource(src: "a", bytes: gradientPNG())]
      let png = try paint(request)
      let pixels = try Painter().paint(.pixels(gradientPNG()))
      let image = try #require(
        DecodedImage(
          originalWidth: Int(saturating: pixels.width), originalHeight: Int(saturating: pixels.height),
          width: Int(saturating: pixels.width),
          height: Int(saturating: pixels.height), pixels: pixels.bytes))
      let card = try CardRenderer().card(request, images: ["a": image])
      #expect(card.width == png.width && card.height == png.height)
      #expect(try Self.png(card) == png.bytes, "\(scale) \(scheme)")
    }
  }

  @Test("images inside a request are not decoded: without pixels they are placeholders")
  func decodesNothing() throws {
    var request = WidgetPainterTests.request(Self.card)
    request.resources = [RenderingRequest.Resource(src: "a", bytes: gradientPNG())]
    let without = try CardRenderer().card(request, images: [:])
    request.resources = []
    #expect(try Self.png(without) == paint(request).bytes)
  }

  @Test("the control at a point, also where the view is scaled, and not where it is clipped")
  func controls() throws {
    var button = view(.button("Press", icon: nil)) { _ in }
    button.action = 5
    let card = try CardRenderer().card(WidgetPainterTests.request(column(text("above"), button)), images: [:])
    let control = try #require(card.controls.first)
    #expect(card.controls.count == 1 && control.action == 5)
    #expect(card.control(x: control.frame.x + 2, y: control.frame.y + 2) == control)
    #expect(card.control(x: control.frame.x - 2, y: control.frame.y + 2) == nil)
    #expect(card.control(x: 0, y: 0) == nil)
  }

  @Test("sizes that no window has are refused")
  func tooLarge() throws {
    var request = WidgetPainterTests.request(text("x"))
    request.width = 1e9
    #expect(throws: PaintError.self) { try CardRenderer().card(request, images: [:]) }
  }

  private static func png(_ card: RenderedCard) throws -> [UInt8] {
    let surface = try #require(card.makeSurface())
    defer { cairo_surface_destroy(surface) }
    let data = try #require(cairo_image_surface_get_data(surface))
    return PNGWriter.bytes(
      data, width: Int(cairo_image_surface_get_width(surface)), height: Int(cairo_image_surface_get_height(surface)),
      stride: Int(cairo_image_surface_get_stride(surface)))
  }
}
