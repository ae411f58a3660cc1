import Foundation
import Testing
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetTesting

@testable import WidgetHost

/// Fields from the script to its handlers and back.
@Suite struct FieldTests {
  private static let source = """
    local text, n, unit = "", 3, "km"
    local units = { "km", "mi" }
    function content()
      return ui.vstack {
        ui.text_field { label = "Name", on_submit = function(value) text = "submitted " .. value end,
          on_change = function(value) text = "typing " .. value end },
        ui.text { text },
        ui.stepper { label = "Number", value = n, to = 4, on_change = function(value) n = value end },
        ui.picker { choices = units, selected = unit, style = "segments",
          on_change = function(value) unit = value units = { value } end },
        ui.text { unit, " ", n, " ", math.type(n) },
        ui.button { "Plain", on_tap = function(...) text = select("#", ...) .. " arguments" end } }
    end
    """

  private func control(_ label: String, _ widget: TestWidget) async throws -> ControlReference {
    let view = try #require(await widget.session.snapshot?.view)
    return try #require(ViewControls(view).all.first { $0.label == label }, "no control \(label)")
  }

  private func press(_ label: String, _ widget: TestWidget) async throws {
    _ = try await widget.session.act(on: control(label, widget), context: TestWidget.context(.action))
  }

  private func type(_ text: String, isFinal: Bool = true, _ widget: TestWidget) async throws {
    let field = try await control("Name", widget).with(FieldInput(text, isFinal: isFinal))
    _ = try await widget.session.act(on: field, context: TestWidget.context(.action))
  }

  @Test("a field's function gets the new value, and a button's function gets nothing")
  func values() async throws {
    let widget = TestWidget(Self.source)
    await widget.update()
    try await type("Ada", isFinal: false, widget)
    #expect(await widget.text().contains("typing Ada"))
    try await type("Ada \u{1B}[2J\u{202E}L.", widget)
    #expect(await widget.text().contains("submitted Ada [2JL."))
    try await press("More: Number", widget)
    #expect(await widget.text().contains("km 4 integer"))
    // The number is the largest: the button does nothing.
    let view = try #require(await widget.session.snapshot?.view)
    #expect(!ViewControls(view).all.contains { $0.label == "More: Number" })
    try await press("Plain", widget)
    #expect(await widget.text().contains("0 arguments"))
  }

  @Test("a choice that has vanished meanwhile isn't chosen")
  func vanished() async throws {
    let widget = TestWidget(Self.source)
    await widget.update()
    let other = try await control("km", widget)
    try await press("mi", widget)
    #expect(await widget.text().contains("mi 3"))
    #expect(try await widget.session.act(on: other, context: TestWidget.context(.action)) == false)
    #expect(await widget.text().contains("mi 3"))
  }

  @Test("a text field without a text is an error that says where to type")
  func withoutText() async throws {
    let widget = TestWidget(Self.source)
    await widget.update()
    await #expect {
      try await press("Name", widget)
    } throws: {
      ($0 as? Failure)?.message == "a text field takes a text"
    }
  }

  @Test("what was typed reaches a widget whose worker has ended")
  func restart() async throws {
    let widget = TestWidget(Self.source)
    await widget.update()
    await widget.session.retire()
    try await type("later", widget)
    #expect(await widget.text().contains("submitted later"))
  }

  @Test("a megabyte of text is cut before the script gets it") func megabyte() async throws {
    let widget = TestWidget(Self.source.replacing("\"submitted \" .. value", with: "#value .. \" bytes\""))
    await widget.update()
    try await type(String(repeating: "x", count: 1 << 20), widget)
    #expect(await widget.text().contains("4096 bytes"))
  }

  @Test("a date field passes on moments of the user's time zone, across clock changes too") func dates() async throws {
    let widget = TestWidget(
      """
      local due = 1774688400 -- 2026-03-28 09:00 UTC, 10:00 in Berlin; clocks change the night after
      function content()
        return ui.vstack { ui.text { math.type(due), " ", due },
          ui.date_field { label = "Name", value = due, to = 1774900000, on_change = function(moment) due = moment end } }
      end
      """)
    var context = TestWidget.context()
    context.timeZone = "Europe/Berlin"
    func act(_ label: String, _ input: FieldInput?) async throws {
      let view = try #require(await widget.session.snapshot?.view)
      var control = try #require(ViewControls(view).all.first { $0.label == label }, "no control \(label)")
      if let input { control = control.with(input) }
      _ = try await widget.session.act(on: control, context: context)
    }
    _ = await widget.session.update(context)
    #expect(await widget.session.snapshot?.view?.children[1].textField?.dateText == "2026-03-28")
    try await act("Next day: Name", nil)
    // 10:00 in Berlin is an hour earlier in UTC.
    #expect(await widget.text().contains("integer 1774771200"))
    try await act("Name", FieldInput("2026-03-28", isFinal: true))
    #expect(await widget.text().contains("1774688400"))
    try await act("Name", FieldInput("2030-01-01", isFinal: true))
    #expect(await widget.text().contains("1774900000"), "clamped")
    await #expect {
      try await act("Name", FieldInput("tomorrow", isFinal: true))
    } throws: {
      ($0 as? Failure)?.message == "\"tomorrow\" is not a date"
    }
  }

  @Test("a secure text is masked wherever the script writes it")
  func secure() async throws {
    let widget = TestWidget(
      """
      local shown = "none"
      function content()
        return ui.vstack { ui.text { shown }, ui.text_field { label = "Name", secure = true, value = "initial22",
          on_submit = function(value)
            print("got " .. value)
            defaults.set("value", value)
            shown = #value .. " " .. value
          end } }
      end
      """)
    await widget.update()
    try await type("hunter2222", widget)
    let text = await widget.text()
    #expect(text.contains("10 •••") && !text.contains("hunter2222"))
    let stored = try widget.snapshots.list().map { "\($0)" }.joined() + "\(await widget.session.snapshot as Any)"
    #expect(!stored.contains("hunter2222") && !stored.contains("initial22"))
    #expect(try widget.defaults.value("value", in: await widget.session.identity.id)?.string != "hunter2222")
  }

  @Test("what's typed while a text is being handled is passed on once, and the submitted text comes last")
  func coalescing() async throws {
    let test = try TestBoard([
      "a.lua": """
      local calls, last = 0, ""
      function content()
        return ui.vstack { ui.text { calls, " ", last }, ui.text_field { label = "Name",
          on_change = function(value) calls, last = calls + 1, value end,
          on_submit = function(value) last = "final " .. value end } }
      end
      """
    ])
    await test.start()
    #expect(await test.shows("0 ", "a"))
    let view = try #require(await test.board.snapshot(of: "a", for: TestBoard.terminal)?.view)
    let field = try #require(ViewControls(view).all.first)
    await withTaskGroup { group in
      for count in 1...50 {
        let text = String(repeating: "x", count: count)
        group.addTask {
          try? await test.board.tap("a", field.with(FieldInput(text, isFinal: false)), in: TestBoard.terminal)
        }
      }
    }
    try await test.board.tap("a", field.with(FieldInput("done", isFinal: true)), in: TestBoard.terminal)
    #expect(await test.shows("final done", "a"))
    let text = await test.text("a")
    let calls = try #require(text.firstMatch(of: #/(\d+) final done/#).flatMap { Int($0.1) })
    #expect((1...20).contains(calls), "\(text)")
    await test.board.close()
  }
}
