import CPango
import Testing
import WidgetModel
import WidgetRendering

@testable import WidgetPainter

/// The cost of drawing a card.
@Suite struct DrawingBudgetTests {
  /// A line crossing itself again and again, in a square of 100 points.
  private static func tangle(_ curves: Int) -> VectorPath {
    var path = VectorPath(svg: "")
    path.elements = [.move(50, 50)]
    for index in 0..<curves {
      func point(_ step: Int) -> VectorPath.Point {
        VectorPath.Point(x: Double((index * 37 + step * 59) % 100), y: Double((index * 61 + step * 83) % 100))
      }
      path.elements.append(.curve(point(1), point(2), point(3)))
    }
    return path
  }

  private func image(_ side: Int32, _ draw: (Canvas) -> Void) throws -> [UInt8] {
    let surface = try #require(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, side, side))
    defer { cairo_surface_destroy(surface) }
    draw(Canvas(surface: surface, scale: 1))
    cairo_surface_flush(surface)
    let bytes = try #require(cairo_image_surface_get_data(surface))
    return Array(UnsafeBufferPointer(start: bytes, count: Int(side * cairo_image_surface_get_stride(surface))))
  }

  @Test("a card has one line of thousands of wide curves, or thousands of usual ones")
  func lines() {
    let tangle = DrawingCost.line(Self.tangle(2000), width: 50, scale: 2)
    #expect(Int(DrawingBudget.total / tangle) == 1, "\(tangle)")
    let ring = DrawingCost.line(
      .roundedRectangle(Frame(x: 0, y: 0, width: 40, height: 40), CornerRadii(20)), width: 4, scale: 2)
    #expect(2000 * ring < DrawingBudget.total, "\(ring)")
    #expect(DrawingCost.dashes(20, width: 4, scale: 2) < 100 && DrawingCost.dashes(1e7, width: 1, scale: 1) > DrawingBudget.total)
    #expect(DrawingCost.line(Self.tangle(1), width: .nan, scale: 1) > DrawingBudget.total)
  }

  @Test("lines beyond the budget are left out, and the rest is drawn")
  func rest() throws {
    let red = RGBA(0xFF0000)
    let pixels = try image(100) { canvas in
      #expect(canvas.spend(canvas.budget.left - 100))
      canvas.stroke(Self.tangle(300), width: 30, red)
      canvas.stroke(
        Self.tangle(300), isClosed: false, width: 30, StrokeStyle(), Canvas.Ink(color: red),
        in: Frame(x: 0, y: 0, width: 100, height: 100))
      canvas.fill(Self.tangle(3000), red)
      canvas.fill(.roundedRectangle(Frame(x: 0, y: 0, width: 10, height: 10), CornerRadii()), red)
    }
    let count = stride(from: 0, to: pixels.count, by: 4).count { pixels[$0 + 2] > 200 }
    #expect(count == 100)
  }

  @Test("a complex shape inside round corners has the same pixels as one of few edges")
  func apart() throws {
    func picture(_ edges: Int) throws -> [UInt8] {
      try image(100) { canvas in
        canvas.clipped(to: Frame(x: 0, y: 0, width: 100, height: 100), radius: 30) {
          canvas.apart(Self.tangle(20), margin: 4, edges: edges) {
            canvas.add(Self.tangle(20))
            canvas.use(RGBA(0x3366CC, alpha: 0.7))
            cairo_set_line_width(canvas.context, 4)
            cairo_stroke(canvas.context)
          }
        }
      }
    }
    let (own, together) = (try picture(1000), try picture(20))
    #expect(together.contains { $0 > 100 })
    // The edges of round corners have other shades.
    let differences = zip(own, together).map { abs(Int($0) - Int($1)) }
    #expect(differences.count { $0 > 6 } < 200 && differences.allSatisfy { $0 <= 64 }, "\(differences.filter { $0 > 6 })")
  }

  @Test("a card is covered 150 times over, a turned one too, and its gradients have a budget at every size")
  func layers() throws {
    func count(_ pixels: Double, cost: Double) -> Int {
      let budget = DrawingBudget(pixels: pixels)
      return (0..<1000).count { _ in budget.cover(pixels, cost: cost, countsLayers: true) }
    }
    let radial = DrawingCost.pixel(of: Gradient([.rgb(0), .rgb(1)], direction: .radial))
    #expect(count(200_000, cost: DrawingCost.solidPixel) == 150 && count(200_000, cost: radial) == 150)
    #expect((20...60).contains(count(31e6, cost: DrawingCost.solidPixel)) && (2...4).contains(count(31e6, cost: radial)))
    _ = try image(200) { canvas in
      let whole = Frame(x: 0, y: 0, width: 200, height: 200)
      canvas.rotated(by: 90, around: whole) {
        #expect((0..<1000).count { _ in canvas.cover(whole) } == 150)
      }
    }
  }

  @Test("a card's shadows have the card's budget")
  func shadows() throws {
    _ = try image(50) { canvas in
      guard let mask = cairo_image_surface_create(CAIRO_FORMAT_A8, 50, 50) else { return }
      defer { cairo_surface_destroy(mask) }
      let silhouette = Canvas(surface: mask, scale: 1, within: canvas.budget)
      let before = canvas.budget.left
      silhouette.stroke(Self.tangle(30), width: 3, RGBA(0))
      #expect(canvas.budget.left < before)
    }
  }
}
