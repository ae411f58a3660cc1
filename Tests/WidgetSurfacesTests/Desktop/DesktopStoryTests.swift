import Foundation
import Testing
import WidgetGraphics
import WidgetHost
import WidgetModel
import WidgetServices
import WidgetTesting

/// The whole story of each bundled widget on the desktop: the first run, a failure, recovery, and taps.
@Suite struct DesktopStoryTests {
  /// Shows a widget from the folder `widgets` with resource files.
  private func withWidget(
    _ name: String, _ resources: [String: String] = [:], _ body: (TestDesktop) async throws -> Void
  ) async throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let source = try String(contentsOf: root.appending(path: "widgets/\(name).lua"), encoding: .utf8)
    var files = ["\(name).lua": source]
    for (path, text) in resources { files["\(name)/\(path)"] = text }
    try await withDesktop(files, body)
  }

  private func fails(_ desktop: TestDesktop, _ id: String, _ reason: String) async -> Bool {
    await eventually { desktop.program.card(id)?.request.snapshot.failure?.message.contains(reason) == true }
  }

  private func recovers(_ desktop: TestDesktop, _ id: String) async -> Bool {
    await eventually { desktop.program.card(id).map { $0.request.snapshot.failure == nil } == true }
  }

  private static func schedule(_ boarding: String) -> String {
    #"{"LY315":{"from":"TLV","to":"LHR","boarding":"\#(boarding)","takeoff":"12:45","landing":"16:25"}}"#
  }

  @Test("flight: times, a lost schedule beside the last ones, recovery; only a tap on Check in opens its URL")
  func flight() async throws {
    try await withWidget("flight", ["schedule.json": Self.schedule("12:05")]) { desktop in
      #expect(await desktop.shows("12:05", "flight"))
      #expect(await desktop.shows("Allow opening \"myflight\" URLs", "flight"))
      #expect(await desktop.answer("Always", of: "flight"))
      #expect(await eventually { !desktop.program.texts("flight").contains("Always") })
      try desktop.write("{", to: "flight/schedule.json")
      await desktop.board.refresh("flight")
      #expect(await fails(desktop, "flight", "JSON"))
      #expect(desktop.program.texts("flight").contains("12:05"))
      try desktop.write(Self.schedule("13:10"), to: "flight/schedule.json")
      await desktop.board.refresh("flight")
      #expect(await desktop.shows("13:10", "flight"))
      #expect(await recovers(desktop, "flight"))
      #expect(desktop.opener.opened.isEmpty)
      try desktop.tap("Check in", of: "flight")
      #expect(await eventually { desktop.opener.opened == ["myflight://check-in"] })
    }
  }

  @Test("github: a failure, the newest event, and More opens its URL")
  func github() async throws {
    let url = "https://api.github.com/users/lua/events/public?per_page=1"
    let event = #"[{"id":"42","type":"IssuesEvent","repo":{"name":"lua/lua"},"actor":{"login":"roberto"},"payload":{}}]"#
    try await withWidget("github") { desktop in
      #expect(await fails(desktop, "github", "cannot fetch"))
      desktop.fetcher.on(url, text: "{}", status: 503)
      await desktop.board.refresh("github")
      #expect(await fails(desktop, "github", "status 503"))
      desktop.fetcher.on(url, text: event)
      await desktop.board.refresh("github")
      #expect(await desktop.shows("lua/lua", "github"))
      #expect(await recovers(desktop, "github"))
      #expect(await desktop.answer("Always", of: "github"))
      #expect(await eventually { !desktop.program.texts("github").contains("Always") })
      #expect(desktop.opener.opened.isEmpty)
      try desktop.tap("More", of: "github")
      #expect(await eventually { desktop.opener.opened == ["githubtoday://event/42"] })
    }
  }

  @Test("geoip: a failure, then a fact; the button shows another one without a fetch")
  func geoip() async throws {
    try await withWidget("geoip") { desktop in
      #expect(await fails(desktop, "geoip", "An error occurred while retrieving data"))
      desktop.fetcher.on("https://ipwho.is/", text: #"{"country":"Iceland"}"#)
      await desktop.board.refresh("geoip")
      #expect(await desktop.shows("country - Iceland", "geoip"))
      #expect(await recovers(desktop, "geoip"))
      let requests = desktop.fetcher.requests.count
      // The view's button works too; the next update follows its handler.
      try desktop.tap("Refresh", of: "geoip")
      _ = await desktop.board.updateOnce(["geoip"])
      #expect(desktop.fetcher.requests.count == requests)
      #expect(desktop.program.texts("geoip").contains("country - Iceland"))
    }
  }

  @Test("quote: the file in its folder, then the container of the group, a broken one, recovery")
  func quote() async throws {
    let own = #"[{"text":"Beside.","author":"A. Author"}]"#
    try await withWidget("quote", ["quotes.json": own]) { desktop in
      #expect(await desktop.shows("“Beside.”", "quote"))
      func put(_ text: String) throws {
        try desktop.stores.containers.write(Array(text.utf8), to: "quotes.json", in: "group.quotes")
      }
      try put(#"[{"text":"Shared.","author":"B. Author","source":"A Book"}]"#)
      await desktop.board.refresh("quote")
      #expect(await desktop.shows("“Shared.”", "quote"))
      try put("[{")
      await desktop.board.refresh("quote")
      #expect(await fails(desktop, "quote", "quotes.json of group.quotes"))
      #expect(desktop.program.texts("quote").contains("“Shared.”"))
      try put(#"[{"text":"Again.","author":"B. Author"}]"#)
      await desktop.board.refresh("quote")
      #expect(await desktop.shows("“Again.”", "quote"))
      #expect(await recovers(desktop, "quote"))
    }
  }

  @Test("disk: closed, details on a tap, a missing volume in its settings, recovery")
  func disk() async throws {
    try await withWidget("disk") { desktop in
      #expect(await desktop.shows("40%", "disk"))
      #expect(!desktop.program.texts("disk").contains("Free"))
      try desktop.tap("40%", of: "disk")
      #expect(await desktop.shows("Free", "disk"))
      desktop.perform(.settings(card: "disk", [("path", "/nowhere")]))
      #expect(await fails(desktop, "disk", "/nowhere"))
      desktop.perform(.settings(card: "disk", [("path", "/")]))
      #expect(await desktop.shows("40%", "disk"))
      #expect(await recovers(desktop, "disk"))
    }
  }

  @Test("challenge: asks for permission, sends the challenge, and shows the response")
  func challenge() async throws {
    try await withWidget("challenge") { desktop in
      #expect(await desktop.shows("Allow showing notifications?", "challenge"))
      #expect(desktop.notifier.shown.isEmpty)
      #expect(await desktop.answer("Always", of: "challenge"))
      #expect(await eventually { !desktop.program.texts("challenge").contains("Always") })
      #expect(await desktop.shows("Fight or surrender in the notification.", "challenge"))
      let sent = try #require(desktop.notifier.shown.first)
      #expect(desktop.notifier.shown.count == 1 && sent.body == "dumdum86 has challenged you to fight about nothing.")
      #expect(sent.dueAt != nil)
      let path = desktop.folder("challenge.lua")
      #expect(try await respond(to: sent, with: "surrender", path: path, in: desktop.root) == .handled)
      #expect(await desktop.shows("Nothing was lost.", "challenge"))
      try desktop.tap("Challenge me", of: "challenge")
      #expect(await eventually { desktop.notifier.shown.count == 2 })
      #expect(try await respond(to: sent, with: "fight", path: path, in: desktop.root) == .broughtUp)
      #expect(await desktop.shows("The reason is long forgotten.", "challenge"))
    }
  }
}
