import Testing
import WidgetModel

@testable import WidgetRendering

/// Images that fill a space.
@Suite struct FillingImageTests {
  private func frame(_ edit: @escaping Edit) -> Frame? {
    let image = view(.image(.reference("a.png"), mode: .fill), [], edit)
    var context = LayoutContext(measurer: EstimatedMeasurer(), metrics: .points)
    context.imageSize = { _ in Size(width: 40, height: 40) }
    return Layout(context).layout(image, width: 300, height: 200).indicator
  }

  @Test("with a height, an image fills the width that it may take")
  func widths() {
    let wide = Frame(x: 0, y: 0, width: 300, height: 60)
    #expect(frame { ($0.height, $0.maxWidth) = (60, 100_000) } == wide)
    #expect(
      frame {
        $0.height = 60
        $0.setEffect(\.relativeWidth, to: 1)
      } == wide)
    #expect(frame { ($0.height, $0.minWidth) = (60, 250) } == Frame(x: 0, y: 0, width: 250, height: 60))
  }

  @Test("with a width, it fills the height that it may take")
  func heights() {
    #expect(frame { ($0.width, $0.maxHeight) = (80, 100_000) } == Frame(x: 0, y: 0, width: 80, height: 200))
    #expect(frame { ($0.width, $0.minHeight) = (80, 150) } == Frame(x: 0, y: 0, width: 80, height: 150))
  }

  @Test("without any size it has its own")
  func own() { #expect(frame { _ in } == Frame(x: 0, y: 0, width: 40, height: 40)) }
}
