import Foundation
import Testing
import WidgetHost
import WidgetModel
import WidgetServices
import WidgetSystem
import WidgetTesting

@testable import WidgetSurfaces

/// The page without JavaScript, over loopback.
@Suite struct BoardPageTests {
  @Test("the page is complete: cards with their views, buttons as a form, one h1, landmarks")
  func complete() async throws {
    try await withServer(["counter.lua": Sample.counter, "disk.lua": Sample.text]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("count 0"))
      #expect(try await browser.shows("the view"))
      let text = try await browser.get().text
      #expect(text.matches(of: #/<h1/#).count == 1)
      #expect(text.contains("<main id=\"board\"") && text.contains("<nav aria-label=\"Board\""))
      #expect(text.matches(of: #/<article /#).count == 2)
      #expect(text.contains("<noscript>") && text.contains("http-equiv=\"refresh\" content=\"60\""))
      #expect(!text.contains("<script>") && !text.contains(" style=") && !text.contains(" onclick"))
      #expect(text.contains("<form id=\"actions\" method=\"post\""))
    }
  }

  @Test("requests of a session that come together get one page, and the next change makes another")
  func sharedPage() async throws {
    try await withServer(["counter.lua": Sample.counter]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("count 0"))
      let pages = try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<60 { group.addTask { try await browser.get().text } }
        return try await group.reduce(into: [String]()) { $0.append($1) }
      }
      // A page has a token of its own. The second may pass meanwhile.
      #expect(pages.count == 60 && Set(pages).count <= 3)
      let other = try await server.browser()
      #expect(try await other.get().text != pages[0])
      #expect(try await browser.submit("/tap", "control=\(try await browser.control("Add"))").status == 303)
      #expect(try await browser.shows("count 1"))
    }
  }

  @Test("a tap is a form post, and the next page shows its result")
  func tap() async throws {
    try await withServer(["counter.lua": Sample.counter]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("count 0"))
      let response = try await browser.submit("/tap", "control=\(try await browser.control("Add"))")
      #expect(response.status == 303 && response.field("location") == "/#card-counter")
      #expect(try await browser.shows("count 1"))
    }
  }

  @Test("a tap in an old view runs nothing, unless the same control is still there")
  func oldView() async throws {
    try await withServer(["counter.lua": Sample.counter]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("count 0"))
      let control = try await browser.control("Add")
      for _ in 1...2 { #expect(try await browser.submit("/tap", "control=\(control)").status == 303) }
      #expect(try await browser.shows("count 2"))
      #expect(try await browser.submit("/tap", "control=999+counter+1").status == 303)
      #expect(try await browser.shows("The view has changed. Tap again."))
      for wrong in ["", "1", "1+counter", "a+counter+1", "1+counter+1+1", "1+%ff+1", "1+counter+%zz"] {
        #expect(try await browser.submit("/tap", "control=\(wrong)").status == 400, "\(wrong)")
      }
      #expect(try await browser.shows("count 2"))
    }
  }

  @Test("Show Less makes a tall card compact, and Show More expands it again; a low card has neither")
  func mode() async throws {
    let lines = "local lines = {}\nfor index = 1, 12 do lines[index] = ui.text { 'line ' .. index } end\n"
    let tall = lines + "function content() return ui.vstack(lines) end"
    try await withServer(["disk.lua": tall, "low.lua": Sample.text]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("Show Less"))
      #expect(try await browser.shows("the view"))
      #expect(try await browser.get().text.contains("Show less of disk"))
      #expect(try await !browser.get().text.contains("Show less of low"))
      #expect(try await browser.submit("/mode", "card=disk+compact").status == 303)
      #expect(try await browser.shows("Show More"))
      #expect(try await browser.submit("/mode", "card=disk+expanded").status == 303)
      #expect(try await browser.shows("Show Less"))
      #expect(try await browser.submit("/mode", "card=disk+huge").status == 400)
      #expect(try await browser.submit("/mode", "card=nothing+compact").status == 400)
    }
  }

  @Test("a card that hides nothing has no button for showing more")
  func nothingHidden() async throws {
    try await withServer(["disk.lua": Sample.text]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("the view"))
      #expect(try await browser.get().text.contains("class=\"disclosure") == false)
    }
  }

  @Test("a theme's colours and radius are custom properties; its image is a file of the page, and a missing one is a problem")
  func theme() async throws {
    try await withServer(["a.lua": Sample.text]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("the view"))
      let board = server.folder("config/luawidget/boards/today.toml")
      let entries = try String(contentsOfFile: board, encoding: .utf8)
      let theme = "theme = { accent = \"#b4532a\", radius = 8, appearance = \"dark\", background = { image = \"none.png\" } }\n"
      try (theme + entries).write(toFile: board, atomically: true, encoding: .utf8)
      #expect(try await browser.shows("none.png isn&#39;t shown: there&#39;s no such file"))
      let text = try await browser.get().text
      #expect(text.contains("--radius:8px") && text.contains("--accent-fill:#b4532a") && text.contains("data-theme=\"dark\""))
      #expect(text.contains("data-context=\"two-dark\""))
    }
  }

  @Test("a browser at an address without a page gets one with links; a program gets a sentence")
  func missing() async throws {
    try await withServer(["a.lua": Sample.text]) { server in
      let browser = try await server.browser()
      let page = try await server.get("/nothing", browser.cookie, "Accept: text/html")
      #expect(page.status == 404 && page.text.contains("href=\"/add\"") && page.text.contains("nothing here"))
      #expect(try await server.get("/nothing", browser.cookie).text == "Not Found\n")
      #expect(try await server.get("/nothing", "Accept: text/html").text == "Not Found\n")
    }
  }

  @Test("a script error covers only its card, with the source, until the next good save")
  func scriptError() async throws {
    try await withServer(["disk.lua": Sample.text, "other.lua": Sample.counter]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("the view"))
      try server.write("function content()\n  return ui.text {\nend", to: "disk.lua")
      #expect(try await browser.shows("class=\"problem\""))
      let text = try await browser.get().text
      #expect(text.contains("return ui.text {"))
      #expect(text.contains("count 0"))
      try server.write("function content() return ui.text { \"good again\" } end", to: "disk.lua")
      #expect(try await browser.shows("good again"))
      #expect(try await eventually { !(try await browser.get().text.contains("class=\"problem\"")) })
    }
  }

  @Test("neither the board nor a key that is shown stays in a browser's cache")
  func notStored() async throws {
    try await withServer([:]) { server in
      let browser = try await server.browser()
      for path in ["/", "/add", "/access"] {
        #expect(try await browser.get(path).field("cache-control") == "no-store", "\(path)")
      }
      let key = try await browser.submit("/access/key", "key=new")
      #expect(key.text.contains("key=") && key.field("cache-control") == "no-store")
    }
  }

  @Test("the picker of a colour shows a named one, and its script knows the others")
  func colorPicker() async throws {
    let widget = """
      widget { settings = { ink = { type = "color", default = "red" } } }
      function content() return ui.text { settings.ink } end
      """
    try await withServer(["a.lua": widget]) { server in
      let browser = try await server.browser()
      let form = try await browser.get("/settings?widget=a").text
      let value = try #require(SystemPalette.fill(.named(.red))).light
      #expect(form.contains(" value=\"#\(String(value, radix: 16))\""))
      #expect(form.contains(" data-color=\"#000000\""))
    }
  }

  @Test("a wrong setting stores nothing; the form keeps what was typed and says what is wrong")
  func wrongSettings() async throws {
    let widget = """
      widget { settings = { count = { type = "integer", default = 3 }, unit = { type = "choice", choices = { "km", "mi" }, default = "km" } } }
      function content() return ui.text { settings.count .. settings.unit } end
      """
    try await withServer(["a.lua": widget]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("3km"))
      let response = try await browser.submit("/settings", "widget=a&set.count=many&set.unit=mi")
      #expect(response.status == 422)
      #expect(response.text.contains("count must be an integer."))
      #expect(response.text.contains("value=\"many\"") && response.text.contains("aria-invalid=\"true\""))
      #expect(try await browser.submit("/settings", "widget=a&set.count=5&set.unit=ly").text.contains("unit must be"))
      #expect(try await browser.get().text.contains("3km"))
      #expect(try await browser.submit("/settings", "widget=a&set.count=5&set.unit=mi").status == 303)
      #expect(try await browser.shows("5mi"))
      // An empty field is the default.
      #expect(try await browser.submit("/settings", "widget=a&set.count=&set.unit=mi").status == 303)
      #expect(try await browser.shows("3mi"))
    }
  }

  @Test("the page is drawn for the window in which the browser showed it last")
  func window() async throws {
    try await withServer(["a.lua": "function content(context) return ui.text { context.color_scheme } end"]) { server in
      let browser = try await server.browser()
      #expect(try await browser.get().text.contains("data-context=\"two-light\""))
      let cookie = "\(browser.cookie); luawidget-view-\(server.port)=three-dark"
      #expect(try await server.get("/", cookie).text.contains("data-context=\"three-dark\""))
      #expect(try await server.get("/?columns=one&appearance=light", cookie).text.contains("data-context=\"one-light\""))
      #expect(try await server.get("/", "\(browser.cookie); luawidget-view-\(server.port)=huge").text.contains("two-light"))
    }
  }

  @Test("cards of a family form a grid of cells, others fill columns; a group has a heading")
  func groups() async throws {
    let keys = [
      "a.lua": "family = \"small\"", "c.lua": "group = \"Work & rest\"", "d.lua": "group = \"Work & rest\"\nfull_width = true",
    ]
    let widgets = Dictionary(uniqueKeysWithValues: ["a.lua", "b.lua", "c.lua", "d.lua"].map { ($0, Sample.text) })
    try await withServer(widgets, keys: keys) { server in
      let browser = try await server.browser()
      #expect(try await eventually { try await browser.get().text.contains("full-width\" id=\"card-d\"") })
      let text = try await browser.get().text
      let parts = text.split(separator: "class=\"columns\"")
      #expect(parts.count == 2)
      #expect(parts[0].contains("class=\"cells\"") && parts[0].contains("id=\"card-a\"") && parts[0].contains("id=\"card-b\""))
      #expect(parts[0].contains("<section class=\"group\" aria-labelledby=\"group-1\">"))
      #expect(parts[0].contains("<h2 id=\"group-1\">Work &amp; rest</h2>"))
      #expect(parts[1].contains("id=\"card-c\"") && parts[1].contains("id=\"card-d\""))
    }
  }

  @Test("a card moved across a heading joins the other group")
  func moveToGroup() async throws {
    let keys = ["b.lua": "group = \"Work\""]
    try await withServer(["a.lua": Sample.text, "b.lua": Sample.text], keys: keys) { server in
      let browser = try await server.browser()
      #expect(try await browser.submit("/move", "card=b+up").status == 303)
      #expect(try await eventually { !(try await browser.get().text.contains("<h2 id=\"group")) })
    }
  }

  @Test("only a page for developers has a console")
  func console() async throws {
    let widget = "function content() print('printed') return ui.text { 'view' } end"
    for isDeveloper in [false, true] {
      try await withServer(["a.lua": widget], isDeveloper: isDeveloper) { server in
        let browser = try await server.browser()
        #expect(try await browser.shows("view"))
        if isDeveloper { #expect(try await browser.shows("printed")) }
        #expect(try await browser.get().text.contains("id=\"console\"") == isDeveloper)
      }
    }
  }

  @Test("This time is the prominent answer to a question")
  func prominent() async throws {
    try await withServer(["a.lua": "widget { permissions = { env = { 'HOME' } } }\n" + Sample.text]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("This time: reading"))
      let text = try await browser.get().text
      let buttons = text.matches(of: #/<button[^>]*class="primary"[^>]*>/#)
      #expect(buttons.count == 1 && buttons[0].output.contains("once"))
    }
  }

  @Test("an empty board says how to add a widget")
  func empty() async throws {
    try await withServer([:]) { server in
      let text = try await server.browser().get().text
      #expect(text.contains("The board is empty") && text.contains("luawidget board add WIDGET"))
    }
  }

  @Test("permissions are asked for on the card, and a decision is carried out")
  func permissions() async throws {
    let widget = """
      widget { permissions = { env = { "HOME" } } }
      function content() return ui.text { env.get("HOME") and "allowed" or "none" } end
      """
    try await withServer(["asks.lua": widget]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("reading the environment variable"))
      let answer = try await browser.answer("Always: reading the environment variable")
      for wrong in ["asks+\(answer)", "other+\(answer.dropFirst(5))", answer.replacing("+always", with: "+perhaps")] {
        #expect(try await browser.submit("/permissions", "decision=\(wrong)").status == 400, "\(wrong)")
      }
      try await browser.decide("Always: reading the environment variable")
      #expect(try await browser.shows("allowed"))
    }
  }

  private static let asksTwice = """
    widget { permissions = { env = { "HOME", "PATH" } } }
    function content() return ui.text { "the view" } end
    """

  @Test("a double click on Always allows one permission, and an old button none")
  func doubleClick() async throws {
    let clock = ManualClock()
    try await withServer(["asks.lua": Self.asksTwice], clock: clock) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("&quot;PATH&quot;"))
      let (first, second) = (
        try await browser.answer("Always: reading the environment variable \"HOME\""),
        try await browser.answer("Always: reading the environment variable \"PATH\"")
      )
      func press(_ answer: String) async throws {
        #expect(try await browser.submit("/permissions", "decision=\(answer)").status == 303)
      }
      func asked() async throws -> [String] {
        let text = try await browser.get().text
        return ["HOME", "PATH"].filter { text.contains("Always: reading the environment variable &quot;\($0)&quot;") }
      }
      try await press(first)
      #expect(try await asked() == ["HOME", "PATH"], "the question has just appeared")
      clock.advance(by: 0.5)
      try await press(first)
      #expect(try await asked() == ["PATH"])
      // The second click hits the button that has moved there.
      try await press(second)
      #expect(try await asked() == ["PATH"])
      clock.advance(by: 0.5)
      try await press(first)
      #expect(try await browser.shows("Nothing was decided."))
      #expect(try await asked() == ["PATH"])
      let allowed = try server.stores.grants.list().filter(\.record.isAllowed).map(\.record.permission)
      #expect(!allowed.contains(.env("PATH")))
      try await press(second)
      #expect(try await asked() == [])
    }
  }

  @Test("a button of a page from before the manifest changed decides nothing")
  func oldManifest() async throws {
    let clock = ManualClock()
    try await withServer(["asks.lua": Self.asksTwice], clock: clock) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("&quot;PATH&quot;"))
      let old = try await browser.answer("Always: reading the environment variable \"PATH\"")
      try server.write(Self.asksTwice.replacing("\"HOME\"", with: "\"LANG\""), to: "asks.lua")
      #expect(try await browser.shows("&quot;LANG&quot;"))
      clock.advance(by: 1)
      #expect(try await browser.submit("/permissions", "decision=\(old)").status == 303)
      #expect(try await browser.shows("Nothing was decided."))
      #expect(try await browser.get().text.contains("Always: reading the environment variable &quot;PATH&quot;"))
      #expect(try server.stores.grants.list().isEmpty)
      // Without permissions there's nothing to ask.
      try server.write(Sample.text, to: "asks.lua")
      #expect(try await eventually { try await !browser.get().text.contains("class=\"permissions\"") })
    }
  }

  @Test("nothing is remembered of a widget that was removed")
  func forgets() async throws {
    try await withServer(["a.lua": Sample.loop, "b.lua": Sample.text]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("the view"))
      #expect(await eventually { await server.server.cards["a"]?.failure != nil })
      #expect(try await browser.submit("/remove", "widget=a").status == 303)
      #expect(await eventually { await Array(server.server.cards.keys) == ["b"] })
      // A tap on its card comes too late.
      _ = try await browser.submit("/tap", "control=1+a+1")
      #expect(await Array(server.server.cards.keys) == ["b"])
    }
  }

  @Test("while the user is asked, a script that fails without the permission is no problem of the card")
  func pendingPermission() async throws {
    let widget = """
      widget { permissions = { env = { "HOME" } } }
      function content() return ui.text { env.get("HOME") } end
      """
    try await withServer(["asks.lua": widget, "fails.lua": "function content() error('broken') end"]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("reading the environment variable"))
      #expect(try await browser.shows("broken"))
      let cards = try await browser.get().text.split(separator: "<article")
      #expect(cards.contains { $0.contains("reading the environment variable") && !$0.contains("class=\"problem\"") })
      #expect(cards.contains { $0.contains("broken") && $0.contains("class=\"problem\"") })
      try await browser.decide("Never: reading the environment variable")
      #expect(
        try await eventually {
          let cards = try await browser.get().text.split(separator: "<article")
          return cards.contains { $0.contains("permission denied") && !$0.contains("class=\"permissions\"") }
        })
    }
  }

  @Test("a card with a hidden title bar shows it while its script is broken")
  func hiddenTitle() async throws {
    let good = "function content() return ui.card { header = 'hidden', ui.text 'the view' } end"
    try await withServer(["bare.lua": good]) { server in
      let browser = try await server.browser()
      func classes() async throws -> String {
        let text = try await browser.get().text
        return String(try #require(text.split(separator: "<article class=\"").dropFirst().first).prefix { $0 != "\"" })
      }
      #expect(try await browser.shows("the view"))
      #expect(try await classes().contains("untitled"))
      try server.write("function content( return", to: "bare.lua")
      #expect(try await browser.shows("class=\"problem\""))
      #expect(try await !classes().contains("untitled"))
    }
  }

  @Test("the page responds while a widget loops")
  func looping() async throws {
    try await withServer(["loop.lua": Sample.loop, "disk.lua": Sample.text]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("the view"))
      #expect(try await browser.get().status == 200)
      #expect(try await browser.get("/widgets/disk.txt").status == 200)
    }
  }

  @Test("the space below cards, which the page's script reads as a number, is a length in every style")
  func spaceBelow() {
    let values = PageStyle.text.matches(of: #/--below:([^;}]*)/#).map { String($0.1) }
    #expect(!values.isEmpty && values.allSatisfy { $0.wholeMatch(of: #/[0-9]+px/#) != nil }, "\(values)")
  }
}
