import Testing
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetTesting

/// The warning about what's newer than a manifest's `requires`, with names of a level that doesn't exist yet.
@Suite struct NewerNamesTests {
  private static let names = NewerNames(["defaults.get": 2, "ui.slider": 3, "ui.slider.to": 2, "ui.*.opacity": 2, "ui.date": 1])

  private func warnings(_ manifest: String) async throws -> [String] {
    let widget = TestWidget(
      """
      \(manifest)
      defaults.get("a") defaults.get("b")
      function content()
        return ui.vstack { ui.text { "a", font = "title", opacity = 0.5 }, ui.text { "b", font = "title" }, ui.date { 0 },
          ui.slider { value = 1, to = 2, on_change = function() end } }
      end
      """, configure: { $0.newerNames = Self.names })
    let events = widget.session.events.stream()
    await widget.update()
    await widget.update(.schedule)
    await widget.session.close()
    var lines: [String] = []
    for await event in events { if case .console(let line) = event { lines.append(line.text) } }
    return lines
  }

  @Test("each is said once, with the level to write") func once() async throws {
    #expect(
      try await warnings("widget { requires = 1 }").sorted() == [
        "defaults.get came with API level 2, but the manifest requires 1; write requires = 2",
        "test.lua:4: the field opacity came with API level 2, but the manifest requires 1; write requires = 2",
        "test.lua:5: ui.slider came with API level 3, but the manifest requires 1; write requires = 3",
        "test.lua:5: ui.slider.to came with API level 2, but the manifest requires 1; write requires = 2",
      ])
  }

  @Test("a manifest that requires no level has no such warning, and this level has nothing newer") func none() async throws {
    #expect(try await warnings("widget {}").isEmpty)
    #expect(NewerNames.declared == NewerNames([:]) || APILevel.current > 1)
  }
}
