import Testing
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetTesting

/// Accessories of a widget with views for larger cards only.
@Suite struct AccessoryTests {
  private func view(
    _ family: WidgetFamily, families: String? = "{ 'medium', 'small' }", _ content: String
  ) async -> ViewNode? {
    let widget = TestWidget(
      """
      widget { families = \(families ?? "nil"), icon = 'tram' }
      function content(context)
        assert(context.family == '\(families == nil ? family.rawValue : "small")' and context.size.width <= 400)
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
    let song = "ui.vstack { 'Song', ui.progress { from = 100, to = 300 } }"
    let advancing = try #require(await view(.circular, song)).children.last
    #expect(advancing?.content.kind == .progress)
    #expect(advancing?.style.effects?.interval == ViewEffects.Interval(from: 100, to: 300))
  }

  @Test("so does a widget that names no families, if its view is too large", arguments: [WidgetFamily.inline, .circular])
  func unnamedFamilies(_ family: WidgetFamily) async throws {
    let board = """
      ui.vstack { ui.text 'Alexanderplatz', ui.hstack { 'S7', 'Potsdam', '12:05' }, ui.hstack { 'S5', 'Mahlsdorf', '12:09' },
      ui.hstack { 'U8', 'Wittenau', '12:11' } }
      """
    let view = try #require(await view(family, families: nil, board))
    #expect(view.children.map(\.content) == [.icon("tram"), .text("12:05")])
  }

  @Test("three lines and a bar are too much for a circle, two aren't")
  func lines() async throws {
    let three = try #require(await view(.circular, families: nil, "ui.vstack { 'Song', 'by', 'somebody', ui.progress(0.4) }"))
    #expect(three.children.map(\.content) == [.icon("tram"), .text("40%")])
    let two = try #require(await view(.circular, families: nil, "ui.vstack { '14°', 'Berlin' }"))
    #expect(two.children.map(\.content) == [.text("14°"), .text("Berlin")])
  }

  @Test("a small view of a widget that names no families stays", arguments: [WidgetFamily.inline, .circular, .rectangular])
  func smallViews(_ family: WidgetFamily) async throws {
    for content in ["ui.vstack { '14°', 'Berlin' }", "ui.icon 'star'"] {
      let view = try #require(await view(family, families: nil, content))
      #expect(!view.children.contains { $0.content == .icon("tram") })
    }
  }

  @Test("the deepest view is looked at once", .timeLimit(.minutes(1)), arguments: WidgetFamily.allCases)
  func deepViews(_ family: WidgetFamily) async throws {
    for stack in ["ui.hstack { v, ui.text 'a b c', ui.spacer() }", "ui.vstack { v, 'row' }", "ui.fits { v, ui.text 'z' }"] {
      let content = "(function() local v = ui.text('word ') for i = 1, 29 do v = \(stack) end return v end)()"
      _ = try #require(await view(family, families: nil, content))
    }
  }
}
