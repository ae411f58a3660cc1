import Foundation
import Testing
import WidgetTesting

/// The whole story of each bundled widget: the first run, use, a failure, and recovery.
@Suite struct WidgetStoryTests {
  private func widget(_ name: String) -> String { Command.root.appending(path: "widgets/\(name).lua").path }

  /// A folder with programs that write their arguments into `opened`.
  private func desktop(_ command: Command, handles: Bool) throws -> [String: String] {
    let opened = command.folder.appending(path: "opened").path
    let query = handles ? "echo app.desktop" : "true"
    for (name, line) in [("xdg-open", "echo \"$1\" >> '\(opened)'"), ("xdg-mime", query)] {
      try FileManager.default.createDirectory(at: command.folder.appending(path: "desktop"), withIntermediateDirectories: true)
      try writeScript("#!/bin/sh\n\(line)\n", to: command.folder.appending(path: "desktop/\(name)").path)
    }
    return ["PATH": "\(command.folder.path)/desktop:/usr/bin:/bin"]
  }

  @Test("quote: none, those beside the file, those of the container, a broken container, recovery")
  func quote() async throws {
    try await withCommand { command in
      let arguments = ["run", widget("quote"), "--at", "2026-11-21T08:00:00Z", "--strict"]
      let empty = try command.run(arguments + ["--set", "file=absent.json"])
      #expect(empty.status == 0 && empty.output.contains("No quotes yet"), "\(empty)")
      let beside = try command.run(arguments)
      #expect(beside.status == 0 && beside.output.contains("“"), "\(beside)")
      #expect(try command.run(arguments).status == 10, "the same all day")
      func put(_ text: String) throws {
        let file = try command.write(text, to: "quotes.json")
        #expect(try command.run("container", "put", "group.quotes", "quotes.json", file).status == 0)
      }
      try put(#"[{"text":"One line.","author":"A. Author","source":"A Book"}]"#)
      let shared = try command.run(arguments)
      #expect(shared.status == 0 && shared.output.contains("One line.") && shared.output.contains("A Book"), "\(shared)")
      let now = ["run", widget("quote")]
      #expect(try command.run(now).output.contains("One line."))
      try put("[{")
      let broken = try command.run(now)
      #expect(broken.status == 1 && broken.errors.contains("quotes.json of group.quotes"), "\(broken)")
      #expect(broken.output.contains("One line."), "the last quote stays")
      try put(#"[{"text":7}]"#)
      #expect(try command.run(arguments).errors.contains("quote 1 needs text and author"))
      try put(#"[{"text":"Another.","author":"B. Author"}]"#)
      #expect(try command.run(arguments).output.contains("Another."))
    }
  }

  @Test("flight: a link checks in, and a lost schedule keeps the last times")
  func flight() async throws {
    try await withCommand { command in
      let run = ["run", widget("flight")]
      #expect(try command.run(run).output.contains("Check in"))
      let opened = try command.run("open", "myflight://check-in")
      #expect(opened.status == 0 && opened.output.contains("Checked in") && !opened.output.contains("Check in"), "\(opened)")
      let lost = try command.run(run + ["--set", "source=http://127.0.0.1:9/"])
      #expect(lost.status == 1, "\(lost)")
      #expect(try command.run(run).output.contains("Checked in"))
    }
  }

  @Test("a link of a widget that was never updated updates it first")
  func firstLink() async throws {
    try await withCommand { command in
      let first = try command.run("open", "myflight://check-in", "--widget", widget("flight"))
      #expect(first.output.contains("Checked in") && first.output.contains("Boarding"), "\(first)")
    }
  }

  @Test("github: a link shows its event, also an older one, and says which are gone")
  func github() async throws {
    try await withLoopbackServer { server async throws in
      func event(_ id: Int, _ title: String) -> String {
        #"{"id":"\#(id)","type":"IssuesEvent","repo":{"name":"lua/lua"},"actor":{"login":"roberto"},"payload":{"issue":{"title":"\#(title)"}}}"#
      }
      let both = "[\(event(42, "New")),\(event(41, "Older"))]"
      server.on("/users/lua/events/public", .json(both), .json(both), .json(both))
      try await withCommand { command in
        let base = server.url("")
        let options = ["--set", "api=\(base)", "--allow", "net=127.0.0.1:\(server.port)"]
        #expect(try command.run(["run", widget("github")] + options).output.contains("lua/lua"))
        // The newest is known without a request.
        #expect(try command.run(["open", "githubtoday://event/42"] + options).output.contains("New"))
        #expect(server.requests.count == 1)
        let older = try command.run(["open", "githubtoday://event/41"] + options)
        #expect(older.status == 0 && older.output.contains("Older") && older.output.contains("Back"), "\(older)")
        #expect(try command.run(["open", "githubtoday://event/7"] + options).output.contains("no longer lists the event 7"))
        // A failure is retried: the server stays unavailable.
        server.on("/users/lua/events/public", .json("{}", status: 503))
        #expect(try command.run(["open", "githubtoday://event/7"] + options).output.contains("status 503"))
        server.on("/users/lua/events/public", .json(both))
        #expect(try command.run(["run", widget("github")] + options).status == 0)
      }
    }
  }

  @Test(
    "a tap on Check in opens its URL in the program for it; without one the widget checks in itself", arguments: [true, false])
  func checkIn(_ handles: Bool) async throws {
    try await withCommand { command in
      let environment = try desktop(command, handles: handles)
      let live = try LiveCommand(
        command, ["run", widget("flight"), "--watch", "--allow", "open_url=myflight"], rows: 24, environment: environment)
      _ = try await live.see("Check in")
      let opened = command.folder.appending(path: "opened").path
      #expect(!FileManager.default.fileExists(atPath: opened), "nothing opens without a tap")
      try live.click("Check in")
      if handles {
        _ = try await live.see { _ in (try? String(contentsOfFile: opened, encoding: .utf8)) == "myflight://check-in\n" }
      } else {
        _ = try await live.see("Checked in")
        #expect(!FileManager.default.fileExists(atPath: opened))
      }
      try live.type("q")
      #expect(try await live.end() == 0)
    }
  }

  @Test("disk: closed at first, details on a tap, a missing volume, recovery")
  func disk() async throws {
    try await withCommand { command in
      let live = try LiveCommand(command, ["run", widget("disk"), "--watch"], rows: 24)
      let closed = try await live.see("%")
      #expect(!closed.contains("Free"))
      try live.type("\t\r")
      _ = try await live.see { $0.contains("Free") && $0.contains("Used") && $0.contains("Total") }
      try live.type("\r")
      _ = try await live.see { $0.contains("%") && !$0.contains("Free") }
      try live.type("q")
      #expect(try await live.end() == 0)
      let missing = try command.run("run", widget("disk"), "--set", "path=/nowhere")
      #expect(missing.status != 0 && missing.errors.contains("/nowhere"), "\(missing)")
      #expect(try command.run("run", widget("disk")).output.contains("%"))
    }
  }

  @Test("geoip: a failure says why and keeps nothing; then one fetch for several facts")
  func geoip() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .json("{}", status: 503))
      try await withCommand { command in
        let arguments = [
          "run", widget("geoip"), "--set", "url=\(server.url("/"))", "--allow", "net=127.0.0.1:\(server.port)", "--strict",
        ]
        let failed = try command.run(arguments)
        #expect(failed.status == 1 && failed.errors.contains("An error occurred while retrieving data"), "\(failed)")
        #expect(failed.errors.contains("status 503"))
        server.on("/", .json(#"{"country":"Iceland"}"#), .json(#"{"country":"Norway"}"#))
        let requests = server.requests.count
        #expect(try command.run(arguments).output.contains("country - Iceland"))
        // The same fact again is no news, and the facts are stored.
        #expect(try command.run(arguments).status == 10)
        #expect(server.requests.count == requests + 1)
      }
    }
  }

  @Test("challenge: without permission and without a desktop it says why, and asks again later")
  func challenge() async throws {
    try await withCommand { command in
      let denied = try command.run("run", widget("challenge"))
      #expect(denied.output.contains("Notifications are not allowed."), "\(denied)")
      let alone = try command.run("run", widget("challenge"), "--allow", "notify")
      #expect(alone.output.contains("there is no D-Bus session") && alone.output.contains("Challenge me"), "\(alone)")
    }
  }

  @Test("in a bar: each widget has one line at the first run, during a failure, and after it")
  func bars() async throws {
    try await withLoopbackServer { server async throws in
      let event = #"[{"id":"42","type":"IssuesEvent","repo":{"name":"lua/lua"},"actor":{"login":"roberto"},"payload":{}}]"#
      server.on("/users/lua/events/public", .json(event))
      server.on("/", .json(#"{"country":"Iceland"}"#))
      let allow = ["--allow", "private_net=127.0.0.1:\(server.port)"]
      let api = ["--set", "api=\(server.url(""))"] + allow
      let cases: [(name: String, arguments: [String], text: String, failing: [String])] = [
        ("disk", [], "%", ["--set", "path=/nowhere"]),
        ("flight", [], "LY315", ["--set", "source=http://127.0.0.1:9/"]),
        ("quote", [], "“", []),
        ("github", api, "lua/lua", ["--set", "user=no-such-user"] + api),
        (
          "geoip", ["--set", "url=\(server.url("/"))"] + allow, "country - Iceland",
          ["--set", "url=\(server.url("/gone"))"] + allow
        ),
        ("challenge", [], "No challenge yet", []),
      ]
      try await withCommand { command in
        for (name, arguments, text, failing) in cases {
          let run = ["run", widget(name), "--format", "waybar"]
          func line(_ more: [String]) throws -> [String: Any] {
            let outcome = try command.run(run + more)
            #expect(outcome.status == 0 && outcome.output.split(separator: "\n").count == 1, "\(name): \(outcome)")
            return try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
          }
          let first = try #require(line(arguments)["text"] as? String)
          #expect(first.contains(text), "\(name): \(first)")
          guard !failing.isEmpty else { continue }
          let failed = try line(failing)
          #expect((failed["class"] as? [String])?.first == "failed", "\(name): \(failed)")
          #expect(try (line(arguments)["class"] as? [String])?.first == "fresh", "\(name)")
        }
      }
    }
  }

  @Test("a tap in a bar opens the URL of Check in and of More in the program for it")
  func opensFromBar() async throws {
    try await withLoopbackServer { server async throws in
      let event = #"[{"id":"42","type":"IssuesEvent","repo":{"name":"lua/lua"},"actor":{"login":"roberto"},"payload":{}}]"#
      server.on("/users/lua/events/public", .json(event))
      try await withCommand { command in
        let environment = try desktop(command, handles: true)
        let opened = command.folder.appending(path: "opened").path
        let api = ["--set", "api=\(server.url(""))", "--allow", "private_net=127.0.0.1:\(server.port)"]
        for (name, title, more, url) in [
          ("flight", "Check in", ["--allow", "open_url=myflight"], "myflight://check-in"),
          ("github", "More", api + ["--allow", "open_url=githubtoday"], "githubtoday://event/42"),
        ] {
          try? FileManager.default.removeItem(atPath: opened)
          let menu = try command.run(["run", widget(name), "--format", "xbar"] + more, environment: environment)
          let line = try #require(menu.output.split(separator: "\n").first { $0.contains(title) }, "\(menu)")
          let id = try #require(line.firstMatch(of: /"([0-9a-z]+\.[0-9a-f]{8})"/)?.1, "\(line)")
          #expect(!FileManager.default.fileExists(atPath: opened), "nothing opens without a tap")
          let tapped = try command.run(["tap", widget(name), String(id)] + more, environment: environment)
          #expect(tapped.status == 0, "\(tapped)")
          #expect(try String(contentsOfFile: opened, encoding: .utf8) == url + "\n")
        }
      }
    }
  }
}
