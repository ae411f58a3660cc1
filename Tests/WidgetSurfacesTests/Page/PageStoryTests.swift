import Foundation
import Testing
import WidgetHost
import WidgetServices
import WidgetTesting

/// Bundled widgets on the page: a failure next to the last view, recovery, and taps with URLs for the browser to open.
@Suite struct PageStoryTests {
  private func source(_ name: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: "widgets/\(name).lua"), encoding: .utf8)
  }

  private func write(_ text: String, to path: String, of server: TestServer) throws {
    let folder = URL(filePath: server.folder(path)).deletingLastPathComponent().path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try server.write(text, to: path)
  }

  @Test("flight: times, a lost schedule beside them; only a tap on Check in opens its URL, in the browser")
  func flight() async throws {
    try await withServer(["flight.lua": try source("flight")]) { server in
      let browser = try await server.browser()
      try write(
        #"{"LY315":{"from":"TLV","to":"LHR","boarding":"12:05","takeoff":"12:45","landing":"16:25"}}"#,
        to: "flight/schedule.json", of: server)
      await server.board.refresh("flight")
      #expect(try await browser.shows("12:05"))
      try await browser.decide("Always: opening \"myflight\" URLs")
      try write("{", to: "flight/schedule.json", of: server)
      await server.board.refresh("flight")
      #expect(try await browser.shows("JSON"))
      #expect(try await browser.shows("12:05"))
      #expect(!(try await browser.get().text).contains("myflight://check-in"))
      _ = try await browser.submit("/tap", "control=\(try await browser.control("Check in"))")
      #expect(try await browser.shows("href=\"myflight://check-in\""))
    }
  }

  @Test("quote: without quotes, those of the container, a broken one beside the last, recovery")
  func quote() async throws {
    try await withServer(["quote.lua": try source("quote")]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("No quotes yet"))
      func put(_ text: String) async throws {
        try server.stores.containers.write(Array(text.utf8), to: "quotes.json", in: "group.quotes")
        await server.board.refresh("quote")
      }
      try await put(#"[{"text":"Shared.","author":"B. Author","source":"A Book"}]"#)
      #expect(try await browser.shows("Shared."))
      try await put("[{")
      #expect(try await browser.shows("quotes.json of group.quotes"))
      #expect(try await browser.shows("Shared."))
      try await put(#"[{"text":"Again.","author":"B. Author"}]"#)
      #expect(try await browser.shows("Again."))
      #expect(!(try await browser.get().text).contains("quotes.json of group.quotes"))
    }
  }

  @Test("github: a failure, the newest event; More gives its URL to the browser, and nothing else does")
  func github() async throws {
    try await withServer(["github.lua": try source("github")]) { server in
      let browser = try await server.browser()
      let url = "https://api.github.com/users/lua/events/public?per_page=1"
      server.fetcher.on(url, text: "{}", status: 503)
      await server.board.refresh("github")
      #expect(try await browser.shows("GitHub returned status 503"))
      server.fetcher.on(
        url, text: #"[{"id":"42","type":"IssuesEvent","repo":{"name":"lua/lua"},"actor":{"login":"roberto"},"payload":{}}]"#)
      await server.board.refresh("github")
      #expect(try await browser.shows("lua/lua"))
      #expect(!(try await browser.get().text).contains("status 503"))
      try await browser.decide("Always: opening \"githubtoday\" URLs")
      #expect(!(try await browser.get().text).contains("githubtoday://event/42"))
      _ = try await browser.submit("/tap", "control=\(try await browser.control("More"))")
      #expect(try await browser.shows("href=\"githubtoday://event/42\""))
    }
  }

  @Test("geoip: a failure says why, then a fact; the button shows another one without a fetch")
  func geoip() async throws {
    try await withServer(["geoip.lua": try source("geoip")]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("An error occurred while retrieving data"))
      server.fetcher.on("https://ipwho.is/", text: #"{"country":"Iceland"}"#)
      await server.board.refresh("geoip")
      #expect(try await browser.shows("country - Iceland"))
      #expect(!(try await browser.get().text).contains("An error occurred"))
      let requests = server.fetcher.requests.count
      _ = try await browser.submit("/tap", "control=\(try await browser.control("Refresh"))")
      _ = await server.board.updateOnce(["geoip"])
      #expect(try await browser.shows("country - Iceland"))
      #expect(server.fetcher.requests.count == requests)
    }
  }

  @Test("challenge: asks for permission, sends the challenge, and shows the response of another process")
  func challenge() async throws {
    try await withServer(["challenge.lua": try source("challenge")]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("Always: showing notifications"))
      #expect(server.notifier.shown.isEmpty)
      try await browser.decide("Always: showing notifications")
      #expect(try await browser.shows("Fight or surrender in the notification."))
      let sent = try #require(server.notifier.shown.first)
      let path = server.folder("challenge.lua")
      #expect(try await respond(to: sent, with: "surrender", path: path, in: server.root) == .handled)
      #expect(try await browser.shows("Nothing was lost."))
      _ = try await browser.submit("/tap", "control=\(try await browser.control("Challenge me"))")
      #expect(await eventually { server.notifier.shown.count == 2 })
      #expect(try await respond(to: sent, with: "fight", path: path, in: server.root) == .broughtUp)
      #expect(try await browser.shows("The reason is long forgotten."))
    }
  }

  @Test("disk: details on a tap")
  func disk() async throws {
    try await withServer(["disk.lua": try source("disk")]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("40%"))
      #expect(!(try await browser.get().text).contains(">Free<"))
      _ = try await browser.submit("/tap", "control=\(try await browser.control("40%"))")
      #expect(try await browser.shows(">Free<"))
    }
  }

  @Test("a URL that a slow handler opens appears on the card that was tapped, whatever was tapped since")
  func slowTap() async throws {
    func source(_ url: String, busy: String) -> String {
      """
      widget { name = "\(url)", permissions = { open_url = { "https" } } }
      function content()
        return ui.button { "Press \(url)", action = function()
          local t = os.clock() while os.clock() - t < \(busy) do end
          open_url "https://\(url).example/"
        end }
      end
      """
    }
    try await withServer(["one.lua": source("one", busy: "0.3"), "two.lua": source("two", busy: "0.3")]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("Press two"))
      let (one, two) = (try await browser.control("Press one"), try await browser.control("Press two"))
      async let first = browser.submit("/tap", "control=\(one)")
      async let second = browser.submit("/tap", "control=\(two)")
      _ = try await (first, second)
      for name in ["one", "two"] {
        #expect(try await browser.shows("https://\(name).example/"))
        let text = try await browser.get().text
        let other = name == "one" ? "two" : "one"
        let card = try #require(text.firstRange(of: "id=\"card-\(name)\""))
        let rest = text[card.upperBound...]
        let end = rest.firstRange(of: "id=\"card-\(other)\"")?.lowerBound ?? rest.endIndex
        #expect(!rest[..<end].contains("https://\(other).example/"), "\(name)")
      }
    }
  }
}
