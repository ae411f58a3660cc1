import Foundation
import Testing
import WidgetGraphics
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetServices
import WidgetSurfaces
import WidgetTesting

/// A board on the desktop, and the user's actions there.
@Suite struct DesktopBoardTests {
  private static let counter = """
    local count = 0
    function content()
      return ui.vstack {
        ui.text { "count " .. count },
        ui.button { "Add", action = function() count = count + 1 end },
        ui.button { "Up", id = "scroll_up", hidden = true, action = function() count = count + 10 end },
      }
    end
    """
  private static let text = "function content() return ui.text { \"the view\" } end"

  @Test("a tap reaches the handler, and the new view is shown")
  func tap() async throws {
    try await withDesktop(["a.lua": Self.counter]) { desktop in
      #expect(await desktop.shows("count 0", "a"))
      try desktop.tap("Add", of: "a")
      #expect(await desktop.shows("count 1", "a"))
      // From the previous view.
      desktop.perform(.tap(card: "a", generation: 1, action: 999))
      try desktop.tap("Add", of: "a")
      #expect(await desktop.shows("count 2", "a"))
    }
  }

  @Test("scrolling presses the control whose id is the name of the gesture")
  func scrolling() async throws {
    try await withDesktop(["a.lua": Self.counter]) { desktop in
      #expect(await desktop.shows("count 0", "a"))
      let card = try #require(desktop.program.card("a"))
      desktop.perform(.gesture(card: "a", generation: card.generation, .scrollUp))
      #expect(await desktop.shows("count 10", "a"))
      let next = try #require(desktop.program.card("a"))
      // No control handles this one.
      desktop.perform(.gesture(card: "a", generation: next.generation, .scrollDown))
      desktop.perform(.gesture(card: "a", generation: next.generation, .scrollUp))
      #expect(await desktop.shows("count 20", "a"))
    }
  }

  @Test("a card in front of the others is above all windows for a while")
  func front() async throws {
    try await withDesktop(["a.lua": Self.text, "b.lua": Self.text]) { desktop in
      #expect(await desktop.shows("the view", "b"))
      #expect(desktop.program.places.map(\.isInFront) == [false, false])
      #expect(await desktop.board.bringToFrontEverywhere("b", seconds: 1))
      #expect(await eventually { desktop.program.places.map(\.isInFront) == [false, true] })
      #expect(await eventually { desktop.program.places.map(\.isInFront) == [false, false] })
    }
  }

  @Test("a card is sent again only if it differs, and the other cards are not")
  func onlyWhatChanged() async throws {
    try await withDesktop(["a.lua": Self.counter, "b.lua": Self.text]) { desktop in
      #expect(await desktop.shows("count 0", "a"))
      #expect(await desktop.shows("the view", "b"))
      let before = desktop.program.count("b")
      for count in 1...3 {
        try desktop.tap("Add", of: "a")
        #expect(await desktop.shows("count \(count)", "a"))
      }
      // A refresh with the same view.
      await desktop.board.refresh("b")
      desktop.perform(.command(card: "a", .refresh))
      try desktop.tap("Add", of: "a")
      #expect(await desktop.shows("count 4", "a"))
      #expect(desktop.program.count("b") == before)
    }
  }

  @Test("a program that draws nothing gets one view of each card, however often it changes")
  func slowProgram() async throws {
    let flood = """
      function content() return ui.text { "start" } end
      function perform_update(context)
        return update_result.new_data
      end
      """
    let program = FakeProgram(draws: false)
    try await withDesktop(["a.lua": flood, "b.lua": Self.counter], program: program) { desktop in
      #expect(await eventually { program.count("a") == 1 && program.count("b") == 1 })
      for _ in 0..<5 { await desktop.board.refresh("a") }
      for round in 1...5 { try desktop.write("function content() return ui.text { \"\(round)\" } end", to: "a.lua") }
      #expect(await eventually { await desktop.storedText("a") == "5" })
      #expect(program.count("a") == 1)
      // Drawn at last: the newest view follows.
      let card = try #require(program.card("a"))
      desktop.perform(.drawn(card: "a", generation: card.generation, drawings: 1))
      #expect(await desktop.shows("5", "a"))
      #expect(program.count("a") == 2)
    }
  }

  @Test("a program that was started again gets everything")
  func restart() async throws {
    try await withDesktop(["a.lua": Self.text], keys: "anchor = \"left\"") { desktop in
      #expect(await desktop.shows("the view", "a"))
      let second = FakeProgram()
      desktop.connect(second)
      #expect(await eventually { second.count("a") == 1 })
      #expect(second.places == [CardPlace(id: "a", placement: CardPlacement(anchor: .left))])
      // The first one has ended: later messages from it are ignored.
      desktop.perform(.command(card: "a", .hide))
      #expect(await desktop.board.widgets.first?.entry.isHidden == false)
    }
  }

  @Test("a view that ended the program is left out the next time, until it's refreshed, and the other cards stay")
  func deadlyView() async throws {
    func problem(_ program: FakeProgram) -> String? { program.card("b")?.request.snapshot.failure?.message }
    let widgets = ["a.lua": Self.text, "b.lua": "function content() return ui.text { \"deadly\" } end", "c.lua": Self.text]
    // It ends before it has drawn anything, so it could be any card.
    try await withDesktop(widgets, program: FakeProgram(draws: false)) { desktop in
      #expect(await eventually { ["a", "b", "c"].allSatisfy { desktop.program.count($0) == 1 } })
      let second = FakeProgram(deadly: "deadly")
      desktop.connect(second)
      #expect(await desktop.shows("deadly", "b", on: second))
      // It's the only one that isn't drawn, or not all were sent before it.
      let third = FakeProgram(deadly: "deadly")
      desktop.connect(third)
      #expect(await eventually { ["a", "b", "c"].allSatisfy { third.count($0) == 1 } })
      #expect(third.texts("a") == ["the view"] && third.texts("c") == ["the view"])
      #expect(problem(third)?.contains("couldn't be drawn") == true && third.card("b")?.request.snapshot.view == nil)
      // Every other change of a card is sent as ever.
      try desktop.write("function content() return ui.text { \"next\" } end", to: "a.lua")
      #expect(await desktop.shows("next", "a", on: third))
      // The user wants to try again.
      desktop.desktop.handle(.command(card: "b", .refresh), third)
      #expect(await desktop.shows("deadly", "b", on: third))
    }
  }

  @Test("a card whose every view ends the program ends it twice at most")
  func deadlyCard() async throws {
    try await withDesktop(
      ["a.lua": "function content() return ui.text { \"deadly\" } end"], program: FakeProgram(deadly: "deadly")
    ) {
      desktop in
      #expect(await desktop.shows("deadly", "a"))
      let second = FakeProgram(deadly: "deadly 2")
      desktop.connect(second)
      #expect(await eventually { second.card("a")?.request.snapshot.failure != nil })
      try desktop.write("function content() return ui.text { \"deadly 2\" } end", to: "a.lua")
      #expect(await desktop.shows("deadly 2", "a", on: second))
      let third = FakeProgram()
      desktop.connect(third)
      #expect(await eventually { third.card("a")?.request.snapshot.failure != nil })
      try desktop.write("function content() return ui.text { \"deadly 3\" } end", to: "a.lua")
      #expect(await eventually { await desktop.storedText("a") == "deadly 3" })
      #expect(third.texts("a").isEmpty)
    }
  }

  @Test("the colour scheme of the desktop reaches the script, at the start and when it changes")
  func appearance() async throws {
    let widget = "function content(context) return ui.text { context.color_scheme } end"
    try await withDesktop(["a.lua": widget]) { desktop in
      #expect(await desktop.shows("light", "a"))
      #expect(desktop.program.card("a")?.request.colorScheme == .light)
      desktop.perform(.appearance(.dark))
      #expect(await desktop.shows("dark", "a"))
      #expect(await eventually { desktop.program.card("a")?.request.colorScheme == .dark })
    }
  }

  @Test("the menu hides, shows less and more, refreshes and opens the file")
  func menu() async throws {
    let high = """
      function content()
        local rows = { ui.text "the view" }
        for i = 1, 12 do rows[#rows + 1] = ui.text("line " .. i) end
        return ui.vstack(rows)
      end
      """
    try await withDesktop(["a.lua": high, "b.lua": Self.text]) { desktop in
      #expect(await desktop.shows("the view", "a"))
      #expect(await desktop.shows("the view", "b"))
      #expect(desktop.program.card("a")?.disclosure == .less)
      #expect(desktop.program.card("b")?.disclosure == nil, "a low card has nothing to hide")
      desktop.perform(.command(card: "a", .disclose))
      #expect(await desktop.shows("Show More", "a"))
      #expect(desktop.program.card("a")?.disclosure == .more)
      try desktop.tap("Show More", of: "a")
      #expect(await eventually { desktop.program.card("a")?.disclosure == .less })
      desktop.perform(.command(card: "a", .edit))
      #expect(await eventually { desktop.opener.opened == [desktop.folder("a.lua")] })
      desktop.perform(.command(card: "a", .hide))
      #expect(await eventually { desktop.program.places.map(\.id) == ["b"] })
      #expect(try String(contentsOfFile: desktop.location.path, encoding: .utf8).contains("hidden = true"))
    }
  }

  @Test("a card that the user moves has its place in the board file, and goes back if that can't be changed")
  func moving() async throws {
    try await withDesktop(["a.lua": Self.text]) { desktop in
      #expect(await desktop.shows("the view", "a"))
      let placement = CardPlacement(anchor: .bottomLeft, margin: .init(horizontal: 30, vertical: 40), monitor: .name("HDMI-1"))
      desktop.perform(.moved(CardPlace(id: "a", placement: placement)))
      #expect(await eventually { desktop.program.places.map(\.placement) == [placement] })
      let file = try String(contentsOfFile: desktop.location.path, encoding: .utf8)
      for line in ["anchor = \"bottom_left\"", "margin = [30, 40]", "monitor = \"HDMI-1\""] { #expect(file.contains(line)) }
      // One that the board doesn't have changes nothing.
      desktop.perform(.moved(CardPlace(id: "b", placement: placement)))
      try "[[widget]]\nfile = ".write(toFile: desktop.location.path, atomically: true, encoding: .utf8)
      desktop.perform(.moved(CardPlace(id: "a", placement: CardPlacement(anchor: .top))))
      #expect(await desktop.shows("today.toml", "a"), "the card says why")
      #expect(desktop.program.places.map(\.placement) == [placement])
    }
  }

  @Test("a key has the same command as in the terminal")
  func keys() async throws {
    try await withDesktop(["a.lua": Self.text]) { desktop in
      #expect(await desktop.shows("the view", "a"))
      desktop.perform(.key(card: "a", "x"))
      desktop.perform(.key(card: "a", "e"))
      #expect(await eventually { desktop.opener.opened == [desktop.folder("a.lua")] })
      desktop.perform(.key(card: "a", "h"))
      #expect(await eventually { desktop.program.places.isEmpty })
    }
  }

  @Test("settings are shown as a form, and its values go into the board file")
  func settings() async throws {
    let widget = """
      widget { settings = { city = { type = "string", default = "Rome", label = "City" }, on = { type = "boolean", default = true } } }
      function content() return ui.text { settings.city } end
      """
    try await withDesktop(["a.lua": widget]) { desktop in
      #expect(await desktop.shows("Rome", "a"))
      desktop.perform(.command(card: "a", .settings))
      #expect(await eventually { !desktop.program.forms.isEmpty })
      let form = try #require(desktop.program.forms.first)
      #expect(form.fields.map(\.name).sorted() == ["city", "on"])
      #expect(form.fields.first { $0.name == "city" }?.value == "Rome")
      #expect(form.fields.first { $0.name == "on" }?.kind == .toggle)
      desktop.perform(.settings(card: "a", [("city", "Oslo"), ("on", "true"), ("other", "x")]))
      #expect(await desktop.shows("Oslo", "a"))
      let text = try String(contentsOfFile: desktop.location.path, encoding: .utf8)
      #expect(text.contains("set = { city = \"Oslo\" }"))
    }
  }

  @Test("a list's buttons show the form again, and its elements become an array in the board file")
  func listSettings() async throws {
    let widget = """
      widget { settings = { tags = { type = "list", of = "string", default = { "a" } } } }
      function content() return ui.text { table.concat(settings.tags, "+") } end
      """
    try await withDesktop(["a.lua": widget]) { desktop in
      #expect(await desktop.shows("a", "a"))
      desktop.perform(.settings(card: "a", [("tags.count", "1"), ("tags.0", "b"), ("list", "tags add 0")]))
      #expect(await eventually { !desktop.program.forms.isEmpty })
      let field = try #require(desktop.program.forms.first?.fields.first)
      #expect(field.kind == .list && field.elements.map { $0.map(\.name) } == [["tags.0"], ["tags.1"]])
      #expect(field.elements.first?.first?.value == "b")
      desktop.perform(.settings(card: "a", [("tags.count", "2"), ("tags.0", "b"), ("tags.1", "c \"d\"")]))
      #expect(await desktop.shows("b+c", "a"))
      let text = try String(contentsOfFile: desktop.location.path, encoding: .utf8)
      #expect(text.contains(#"set = { tags = ["b", "c \"d\""] }"#), "\(text)")
    }
  }

  @Test("a permission is asked for on the card, and the decision counts")
  func permission() async throws {
    let widget = """
      widget { permissions = { env = { "HOME" } } }
      function content()
        return ui.vstack { ui.text { env.get("HOME") or "denied" } }
      end
      """
    try await withDesktop(["a.lua": widget]) { desktop in
      #expect(await desktop.shows("Allow reading the environment variable \"HOME\"?", "a"))
      #expect(await desktop.answer("This time", of: "a"))
      #expect(await desktop.shows(desktop.folder("home"), "a"))
      #expect(!desktop.program.texts("a").contains("Never"))
    }
  }

  @Test("a double click on Always allows one permission, and an old button none")
  func doubleClick() async throws {
    let widget = """
      widget { permissions = { env = { "HOME", "PATH" } } }
      function content() return ui.text { "the view" } end
      """
    let clock = ManualClock()
    try await withDesktop(["a.lua": widget], clock: clock) { desktop in
      #expect(await desktop.shows("\"HOME\"", "a"))
      let first = try #require(desktop.program.card("a"))
      let always = try #require(desktop.program.action("Always", of: "a"))
      func press(_ generation: Int64) async {
        desktop.perform(.tap(card: "a", generation: generation, action: always))
        // Messages are handled in order, and a note on the card is the sign.
        desktop.perform(.command(card: "a", .settings))
        let count = desktop.program.forms.count
        _ = await eventually { desktop.program.forms.count > count }
      }
      await press(first.generation)
      #expect(desktop.question("a")?.contains("HOME") == true, "the question has just appeared")
      clock.advance(by: 0.5)
      await press(first.generation)
      #expect(await desktop.shows("\"PATH\"", "a"))
      let second = try #require(desktop.program.card("a"))
      await press(first.generation)
      await press(second.generation)
      #expect(desktop.question("a")?.contains("PATH") == true, "the second click of the two")
      clock.advance(by: 0.5)
      await press(first.generation)
      #expect(await desktop.shows("Nothing was decided.", "a"))
      #expect(desktop.question("a")?.contains("PATH") == true)
      #expect(await desktop.answer("Always", of: "a"))
    }
  }

  @Test("a form says what is wrong with each value, and keeps what was typed")
  func wrongSettings() async throws {
    let widget = """
      widget { settings = { count = { type = "integer", default = 3, label = "Count" }, city = { type = "string" } } }
      function content() return ui.text { "the view" } end
      """
    try await withDesktop(["a.lua": widget]) { desktop in
      #expect(await desktop.shows("the view", "a"))
      desktop.perform(.settings(card: "a", [("count", "many"), ("city", "Oslo")]))
      #expect(await eventually { !desktop.program.forms.isEmpty })
      let form = try #require(desktop.program.forms.last)
      #expect(form.problem == nil)
      let count = try #require(form.fields.first { $0.name == "count" })
      #expect(count.problem == "Count must be an integer." && count.value == "many" && count.kind == .integer)
      let city = try #require(form.fields.first { $0.name == "city" })
      #expect(city.problem == nil && city.value == "Oslo")
    }
  }

  @Test("a card of one line is as high as its text, which grows less than other text", arguments: TextSize.allCases)
  func inlineHeight(_ size: TextSize) async throws {
    try await withDesktop(["a.lua": Self.text], keys: "family = \"inline\"", textSize: size) { desktop in
      #expect(await desktop.shows("the view", "a"))
      let height = try #require(desktop.program.card("a")?.request.height)
      #expect(height == SurfaceSize.inlineCardHeight(at: min(size, .largestOnCard)))
      #expect(height <= 48)
    }
  }

  @Test("a URL is opened after a tap, and by nothing else")
  func opensURL() async throws {
    let widget = """
      widget { permissions = { open_url = { "https" } } }
      function content() return ui.button { "Open", action = function() open_url("https://example.com/") end } end
      """
    try await withDesktop(["a.lua": widget]) { desktop in
      #expect(await desktop.shows("Open", "a"))
      #expect(desktop.opener.opened.isEmpty)
      try desktop.tap("Open", of: "a")
      #expect(await eventually { desktop.opener.opened == ["https://example.com/"] })
    }
  }

  @Test("a tap on a text field asks for the text in a dialog, and the script gets what was typed")
  func typing() async throws {
    let widget = """
      local name, key, note, last = "Ada", "", "one", "-"
      function content()
        return ui.vstack {
          ui.text_field { label = "Name", value = name, on_submit = function(text) name = text end },
          ui.text_field { label = "Key", secure = true, on_submit = function(text) last = #text .. " characters" end },
          ui.text_field { label = "Note", value = note, lines = 3, on_change = function(text) note = text:gsub("\\n", "/") end },
          ui.text { name .. " " .. note .. " " .. last },
        }
      end
      """
    try await withDesktop(["a.lua": widget]) { desktop in
      #expect(await desktop.shows("Ada one -", "a"))
      func type(_ field: String, _ text: String) async throws -> SettingsForm.Field {
        let before = desktop.program.forms.count
        try desktop.tap(field, of: "a")
        #expect(await eventually { desktop.program.forms.count == before + 1 })
        let form = try #require(desktop.program.forms.last)
        desktop.perform(.settings(card: "a", [("text", text)]))
        return try #require(form.fields.first)
      }
      let name = try await type("Name", "Grace")
      #expect(name.label == "Name" && name.value == "Ada" && name.kind == .text)
      #expect(await desktop.shows("Grace one -", "a"))
      let key = try await type("Key", "hunter2")
      #expect(key.kind == .secret && key.value == "")
      #expect(await desktop.shows("7 characters", "a"))
      #expect(try await type("Note", "two\nthree").kind == .lines)
      #expect(await desktop.shows("Grace two/three", "a"))
    }
  }

  @Test("a text that a tap copies goes to the desktop's clipboard")
  func copies() async throws {
    let widget = """
      widget { permissions = { clipboard = true } }
      function content() return ui.button { "Copy", action = function() clipboard.write("hello") end } end
      """
    try await withDesktop(["a.lua": widget], keys: "allow = [\"clipboard\"]") { desktop in
      #expect(await desktop.shows("Copy", "a"))
      try desktop.tap("Copy", of: "a")
      #expect(await eventually { desktop.program.copied == ["hello"] })
    }
  }

  @Test("images are sent as pixels, once")
  func images() async throws {
    let widget = """
      local count = 0
      function content()
        return ui.vstack {
          ui.image { "dot.png" }, ui.text { "count " .. count },
          ui.button { "Add", action = function() count = count + 1 end },
        }
      end
      """
    try await withDesktop(["a.lua": widget]) { desktop in
      #expect(await desktop.shows("count 0", "a"))
      try FileManager.default.createDirectory(atPath: desktop.folder("a"), withIntermediateDirectories: true)
      try Data(base64Encoded: Self.dot).map { try $0.write(to: URL(filePath: desktop.folder("a/dot.png"))) }
      await desktop.board.refresh("a")
      #expect(await eventually { desktop.program.images(of: "a").count == 1 })
      let image = try #require(desktop.program.images(of: "a").values.first)
      #expect(image.width == 2 && image.height == 1 && image.pixels.count == 8)
      #expect(await eventually { desktop.program.card("a")?.images.count == 1 })
      try desktop.tap("Add", of: "a")
      #expect(await desktop.shows("count 1", "a"))
      #expect(desktop.program.images(of: "a").count == 1)
      // The view of the next update is equal, but its image isn't.
      try Data(base64Encoded: Self.otherDot).map { try $0.write(to: URL(filePath: desktop.folder("a/dot.png"))) }
      await desktop.board.refresh("a")
      #expect(await eventually { desktop.program.images(of: "a").count == 2 })
      #expect(desktop.program.images(of: "a")[2]?.pixels == [255, 0, 0, 255, 0, 0, 255, 255])
    }
  }

  /// Two red pixels.
  private static let dot =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAAEUlEQVQI12P8z8Dwn4GBgQEADQUCAPAWeDYAAAAASUVORK5CYII="
  /// A red and a blue one.
  private static let otherDot =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAABCAYAAAD0In+KAAAADklEQVR42mP4z8AAQv8BD/kD/Zh51wAAAAAASUVORK5CYII="

  @Test("a failed tap is explained on the card")
  func failedTap() async throws {
    let widget = "function content() return ui.button { \"Fail\", action = function() error(\"no luck\") end } end"
    try await withDesktop(["a.lua": widget]) { desktop in
      #expect(await desktop.shows("Fail", "a"))
      try desktop.tap("Fail", of: "a")
      #expect(await desktop.shows("no luck", "a"))
    }
  }
}

extension TestDesktop {
  func write(_ text: String, to name: String) throws {
    try text.write(toFile: folder(name), atomically: true, encoding: .utf8)
  }

  /// The board's text for a widget, whatever the program shows.
  func storedText(_ id: String) async -> String? {
    let context = WidgetContext(
      reason: .launch, size: Size(width: 338, height: 640), colorScheme: .light, surface: .image, host: .desktop)
    guard case .text(let text)? = await board.snapshot(of: id, for: context)?.view?.content else { return nil }
    return text
  }
}
