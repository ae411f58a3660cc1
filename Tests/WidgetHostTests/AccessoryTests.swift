import Testing
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetTesting

/// Accessories of a widget with views for larger cards only.
@Suite struct AccessoryTests {
  private func view(_ family: WidgetFamily, _ content: String) async -> ViewNode? {
    let widget = TestWidget(
      """
      widget { families = { 'medium', 'small' }, icon = 'tram' }
      function content(context)
        assert(context.family == 'small' and context.size.width <= 158)
        return \(content)
      end
      """)
    var context = TestWidget.context()
    context.family = family
    guard await widget.session.update(context).result == .newData else { return nil }
    return await widget.session.snapshot?.view
  }

  private static let departures = "ui.vstack { ui.text 'Trains', ui.hstack { ui.text 'S7', ui.spacer(), ui.text '12:05' } }"

  @Test("an undeclared accessory shows the icon and the first value", arguments: [WidgetFamily.inline, .circular])
  func iconAndValue(_ family: WidgetFamily) async throws {
    let view = try #require(await view(family, Self.departures))
    #expect(view.children.map(\.content) == [.icon("tram"), .text("12:05")])
    #expect(view.children.last?.style.lineLimit == 1)
  }

  @Test("a rectangular one also has the first words")
  func rectangular() async throws {
    let view = try #require(await view(.rectangular, Self.departures))
    #expect(view.children.last?.children.map(\.content) == [.text("Trains"), .text("12:05")])
  }

  @Test("a moment keeps advancing, private values stay private, and words are better than nothing")
  func values() async throws {
    #expect(
      try #require(await view(.inline, "ui.date { 1000, style = 'relative' }")).children.last?.content
        == .date(1000, style: .relative))
    let hidden = try #require(await view(.inline, "ui.private { ui.text '42 EUR' }")).children.last
    #expect(hidden?.content == .private && hidden?.children.first?.content == .text("42 EUR"))
    #expect(try #require(await view(.circular, "ui.text 'Sunny'")).children.last?.content == .text("Sunny"))
    #expect(try #require(await view(.circular, "ui.progress(0.4)")).children.last?.content == .text("40%"))
  }
}
