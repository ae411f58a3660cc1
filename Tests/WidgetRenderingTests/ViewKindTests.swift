import Testing
import WidgetModel
import WidgetTesting

@testable import WidgetRendering

/// Every kind of view in JSON and in a private view. `OutputFormatTests` draws each in every format.
@Suite struct ViewKindTests {
  private func render(_ format: some SnapshotFormat, _ view: ViewNode?, isRedacted: Bool = false) throws -> String {
    let options = RenderingOptions(clock: CalendarClock(now: 1180), isRedacted: isRedacted)
    return String(decoding: format.render(snapshot(view), in: Size(width: 320, height: 0), options: options), as: UTF8.self)
  }

  @Test("its name in JSON is its name in Lua", arguments: ViewKind.allCases)
  func names(_ kind: ViewKind) throws {
    #expect(kind.sample.content.kind == kind)
    #expect(try render(JSONFormat(), kind.sample).contains("\"type\":\"\(kind.rawValue)\""))
  }

  @Test("every format hides it inside a private view", arguments: ViewKind.allCases)
  func redacted(_ kind: ViewKind) throws {
    let secret = ViewNode(.private, children: [kind.sample])
    for format in [TextFormat(), ANSIFormat(), HTMLFormat(), MarkdownFormat(), SpokenFormat(), JSONFormat()]
      as [any SnapshotFormat]
    {
      let output = try render(format, secret, isRedacted: true)
      #expect(!output.contains("Sample") && !output.contains("sample.png"), "\(type(of: format).name)")
    }
  }

  @Test("the golden pages and the random trees have every kind of view")
  func galleries() {
    let kinds = viewGallery.reduce(into: Set<ViewKind>()) { $0.formUnion($1.view.kinds) }
    #expect(kinds == Set(ViewKind.allCases))
    var generator = SeededGenerator(seed: 1)
    let random = (0..<500).reduce(into: Set<ViewKind>()) { kinds, _ in kinds.formUnion(randomView(&generator, depth: 3).kinds) }
    #expect(random == Set(ViewKind.allCases))
  }

  @Test("every icon with a drawing has a text or is declared decorative")
  func iconTexts() {
    let decorative = IconName.all.filter { IconText.text(for: $0) == nil }
    #expect(
      decorative == [
        "app", "chevron.down", "chevron.left", "chevron.left.2", "chevron.right", "chevron.right.2", "chevron.up",
        "chevron.up.chevron.down", "circle", "circle.fill", "circle.grid.3x3", "circle.lefthalf.filled", "quote.closing",
        "quote.opening", "square", "square.fill", "square.grid.2x2", "triangle", "triangle.fill",
      ])
    for name in IconName.all {
      #expect(IconText.text(for: name)?.contains(".") != true)
    }
    #expect(IconText.text(for: "🍅") == "🍅" && IconText.text(for: "no.such.icon") == nil)
    #expect(IconText.text(for: "cloud.rain.fill") == "rain" && IconText.text(for: String(repeating: "a.", count: 100)) == nil)
  }
}
