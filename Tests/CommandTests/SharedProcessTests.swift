import Foundation
import Testing
import WidgetTesting

/// Several programs showing one widget, run by one of them.
@Suite struct SharedProcessTests {
  private static func source(_ url: String) -> String {
    """
    widget { name = "Shared", refresh = "1h", permissions = { net = { "\(url.split(separator: "/")[1])" } } }
    local text, presses = "nothing", 0
    function perform_update()
      defaults.set("runs", (defaults.get("runs") or 0) + 1)
      local response, problem = fetch("\(url)")
      text = response and response.body or problem.kind
      return update_result.new_data
    end
    function content()
      return ui.hstack { ui.text(text .. " presses " .. presses),
        ui.button { "More", id = "more", action = function() presses = presses + 1 end } }
    end
    """
  }

  private static let counting = """
    widget { name = "Count", refresh = "1h" }
    local presses = 0
    function perform_update() defaults.set("runs", (defaults.get("runs") or 0) + 1) return update_result.new_data end
    function content()
      return ui.hstack { ui.text("presses " .. presses),
        ui.button { "More", id = "more", action = function() presses = presses + 1 end } }
    end
    """

  @Test("five bars, two terminals and a page cause one fetch; a tap in one of them is shown in all")
  func oneFetch() async throws {
    let server = try await LoopbackServer.start()
    server.on("/", .text("data", headers: [("Cache-Control", "max-age=3600")]))
    try await withCommand { command in
      try command.write(Self.source(server.url("/")), to: "shared.lua")
      let allow = ["--allow", "private_net=127.0.0.1:\(server.port)"]
      let bars = try (0..<5).map { _ in
        try BarFollowTests.Follower(
          command, ["run", "shared.lua", "--format", "i3bar", "--follow"] + allow, hasOwnRuntimeFolder: false)
      }
      for bar in bars { _ = try await bar.see { $0.contains("data presses 0") } }
      #expect(try command.run("defaults", "read", "shared.lua", "runs").output == "1\n")
      let terminals = try (0..<2).map { _ in try LiveCommand(command, ["run", "shared.lua", "--watch"] + allow) }
      for terminal in terminals { _ = try await terminal.see("data presses 0") }
      #expect(try command.run("board", "add", "shared.lua").status == 0)
      let page = try ServeTests.Running(command, ["--port", "0"], environment: ["XDG_RUNTIME_DIR": ""])
      #expect(await page.prints("Ctrl-C"))
      let browser = try await PageReader(page)
      #expect(try await browser.shows("data presses 0"))
      #expect(server.requests.count == 1)
      try bars[3].send("[\n{\"name\":\"widget-shared\",\"instance\":\"click\",\"button\":1,\"modifiers\":[]}\n")
      for bar in bars { _ = try await bar.see { $0.contains("data presses 1") } }
      for terminal in terminals { _ = try await terminal.see("data presses 1") }
      #expect(try await browser.shows("data presses 1"))
      #expect(server.requests.count == 1)
      #expect(await page.end(SIGTERM) == 143)
      for terminal in terminals {
        try terminal.type("q")
        _ = try await terminal.end()
      }
      for bar in bars {
        bar.closeOutput()
        try await bar.end()
      }
    }
    await server.stop()
  }

  @Test(
    "a second run follows the first; a tap, also of luawidget tap, runs in the first; when that is killed, the second takes over")
  func twoRuns() async throws {
    try await withCommand { command in
      try command.write(Self.counting, to: "count.lua")
      let first = try LiveCommand(command, ["run", "count.lua", "--watch"])
      _ = try await first.see("presses 0")
      try first.type("\t\r")
      _ = try await first.see("presses 1")
      let second = try LiveCommand(command, ["run", "count.lua", "--watch"])
      _ = try await second.see("presses 1")
      try second.type("\t\r")
      _ = try await second.see("presses 2")
      _ = try await first.see("presses 2")
      #expect(try command.run("defaults", "read", "count.lua", "runs").output == "1\n")
      let tap = try command.run("tap", "count.lua", "more")
      #expect(tap.status == 0, "\(tap)")
      _ = try await first.see("presses 3")
      _ = try await second.see("presses 3")
      first.signal(SIGKILL)
      _ = try await first.end()
      // The worker's variables are gone with it.
      try second.type("\r")
      _ = try await second.see("presses 1")
      #expect(try command.run("defaults", "read", "count.lua", "runs").output == "2\n")
      try second.type("q")
      #expect(try await second.end() == 0)
    }
  }

  @Test("a run reports an error in the edited file with its line and source, although another program has the worker")
  func editedElsewhere() async throws {
    try await withCommand { command in
      try command.write(Self.counting, to: "count.lua")
      #expect(try command.run("board", "add", "count.lua").status == 0)
      let owner = try LiveCommand(command, ["run", "count.lua", "--watch"])
      _ = try await owner.see("presses 0")
      try owner.type("\t\r")
      _ = try await owner.see("presses 1")
      let broken = Self.counting.replacing("ui.hstack", with: "ui.hstck")
      try command.write(broken, to: "count.lua")
      _ = try await owner.see("ui.hstck")
      let line = try #require(broken.split(separator: "\n").firstIndex { $0.contains("hstck") }) + 1
      let run = try command.run("run", "./count.lua", "--format", "json")
      #expect(run.status == 3, "\(run)")
      #expect(run.errors.contains("count.lua:\(line): ") && run.errors.contains("> \(line) | "), "\(run)")
      #expect(run.output.contains("\"message\"") && !run.output.contains("\"state\":\"current\""), "\(run)")
      let watching = try LiveCommand(command, ["run", "count.lua", "--watch"])
      _ = try await watching.see("count.lua:\(line): ")
      try watching.type("q")
      _ = try await watching.end()
      try command.write(Self.counting.replacing("presses \"", with: "clicks \""), to: "count.lua")
      _ = try await owner.see("clicks 0")
      let mended = try command.run("run", "./count.lua")
      #expect(mended.status == 0 && mended.output.contains("clicks 0"), "\(mended)")
      try owner.type("q")
      #expect(try await owner.end() == 0)
    }
  }

  @Test("an update on a board reports an error in a file that another program has the worker of")
  func updatedElsewhere() async throws {
    try await withCommand { command in
      try command.write(Self.counting, to: "count.lua")
      #expect(try command.run("board", "add", "count.lua").status == 0)
      let today = try LiveCommand(command, ["today"])
      _ = try await today.see("presses 0")
      try today.type("\t\r")
      _ = try await today.see("presses 1")
      try command.write(Self.counting.replacing("ui.hstack", with: "ui.hstck"), to: "count.lua")
      _ = try await today.see("hstck")
      let update = try command.run("update", "--verbose")
      #expect(update.status == 3 && update.errors.contains("count: count.lua:"), "\(update)")
      try today.type("q")
      #expect(try await today.end() == 0)
    }
  }
}

/// A browser without JavaScript signed in to a page.
private struct PageReader {
  private let host: String
  private let port: Int
  private let cookie: String

  init(_ page: ServeTests.Running) async throws {
    let (host, port) = (try #require(page.host), try #require(page.port))
    let token = try #require(page.text.firstMatch(of: #/token=([\w-]+)/#)?.1)
    let body = "token=\(token)"
    let field = try await onOwnThread {
      let connection = try RawConnection(port: port)
      connection.send(
        """
        POST /login HTTP/1.1\r\nHost: \(host)\r\nOrigin: http://\(host)\r\n\
        Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
        """)
      return try connection.response().field("set-cookie")
    }
    (self.host, self.port) = (host, port)
    cookie = String(try #require(field?.split(separator: ";").first))
  }

  /// Whether the page eventually shows a text.
  func shows(_ text: String) async throws -> Bool {
    for _ in 0..<2400 {
      let body = try await onOwnThread { [host, port, cookie] in
        let connection = try RawConnection(port: port)
        connection.send("GET / HTTP/1.1\r\nHost: \(host)\r\nCookie: \(cookie)\r\n\r\n")
        return try connection.response().text
      }
      if body.contains(text) { return true }
      try await Task.sleep(for: .milliseconds(50))
    }
    return false
  }
}
