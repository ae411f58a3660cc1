import Testing
import WidgetModel

@Suite struct ViewImagesTests {
  private func background(_ source: ImageSource) -> ViewNode {
    var view = ViewNode(.card(header: .hidden))
    view.style.setEffect(\.backgroundImage, to: source)
    return view
  }

  @Test("images are those of image views and of backgrounds, at any depth; each is visited once")
  func images() {
    let sources: [ImageSource] = [.reference("sea.png"), .bytes([1, 2])]
    let image = ViewNode(.image(sources[1], mode: .fit))
    let cases: [(ViewNode, [ImageSource])] = [
      (ViewNode(.text("x")), []), (image, [sources[1]]), (background(sources[0]), [sources[0]]),
      (ViewNode(.vstack, children: [background(sources[0]), image]), sources),
    ]
    for (view, expected) in cases {
      var visited: [ImageSource] = []
      var copy = view
      copy.visitImages { visited.append($0) }
      #expect(visited == expected && view.hasImages == !expected.isEmpty)
    }
  }
}
