import Foundation
import Testing
import WidgetTesting

/// The bundled widgets, against a local server.
@Suite struct WidgetTests {
  private func widget(_ name: String) -> String { Command.root.appending(path: "widgets/\(name).lua").path }

  @Test("disk shows a percentage of this machine; the second update has no data")
  func disk() async throws {
    try await withCommand { command in
      let first = try command.run("run", widget("disk"))
      #expect(first.status == 0, "\(first)")
      #expect(first.output.contains("%"))
      #expect(try command.run("run", widget("disk"), "--strict").status == 10)
    }
  }

  @Test("flight shows its times from its resource; after checking in, a mark replaces the button")
  func flight() async throws {
    try await withCommand { command in
      let open = try command.run("run", widget("flight"))
      #expect(open.status == 0 && open.output.contains("12:05") && open.output.contains("Check in"))
      #expect(try command.run("run", widget("flight"), "--strict").status == 10)
      let checkedIn = try command.run("run", widget("flight"), "--set", "number=LY316")
      #expect(checkedIn.output.contains("Checked in"))
      let missing = try command.run("run", widget("flight"), "--set", "number=XX1")
      #expect(missing.status == 1 && missing.errors.contains("no flight XX1"))
    }
  }

  @Test("flight from a URL: new data, no data, a failure, a crash")
  func flightOnline() async throws {
    try await withLoopbackServer { server async throws in
      let schedule = #"{"LY315":{"from":"TLV","to":"LHR","boarding":"09:00","takeoff":"09:40","landing":"13:00"}}"#
      server.on(
        "/schedule", .json(schedule), .json(schedule), .json("{}", status: 500), .json(schedule).cut(after: 0),
        .json(schedule).cut(after: 0), .json(schedule).cut(after: 0), .json("{"))
      try await withCommand { command in
        let url = server.url("/schedule")
        let arguments = [
          "run", widget("flight"), "--strict", "--set", "source=\(url)", "--allow", "net=127.0.0.1:\(server.port)",
        ]
        #expect(try command.run(arguments).status == 0)
        #expect(try command.run(arguments).status == 10)
        for words in ["returned status 500", "127.0.0.1", "JSON, line 1"] {
          let failed = try command.run(arguments)
          #expect(failed.status == 1, "\(failed)")
          #expect(failed.errors.contains(words))
          #expect(failed.output.contains("09:00"), "the last good view stays")
        }
      }
    }
  }

  @Test("geoip shows one pair; when the server stops, it reports the failure")
  func geoip() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/", .json(#"{"country":"Iceland","city":"Reykjavik","latitude":64.14,"connection":{"asn":1}}"#))
      server.on("/dead", .json("{}").cut(after: 5))
      try await withCommand { command in
        let allow = "net=127.0.0.1:\(server.port)"
        let url = server.url("/")
        let first = try command.run("run", widget("geoip"), "--set", "url=\(url)", "--allow", allow)
        #expect(first.status == 0, "\(first)")
        #expect(first.output.contains(" - "))
        // A new hold: no second request.
        let second = try command.run("run", widget("geoip"), "--set", "url=\(url)", "--allow", allow)
        #expect(second.status == 0)
        #expect(server.requests.count == 1)
        let dead = server.url("/dead")
        let failed = try command.run("run", widget("geoip"), "--set", "url=\(dead)", "--allow", allow)
        #expect(failed.status == 1)
        #expect(failed.errors.contains("127.0.0.1"), "the host and the reason: \(failed)")
      }
    }
  }

  @Test("github shows the newest event and shares it with its group")
  func github() async throws {
    try await withLoopbackServer { server async throws in
      let events =
        #"[{"id":"42","type":"PullRequestEvent","repo":{"name":"lua/lua"},"actor":{"login":"roberto"},"created_at":"2026-11-20T10:00:00Z"}]"#
      server.on(
        "/users/lua/events/public", .json(events), .json(events), .json("[]"), .json("{}", status: 404), .json("not json"))
      try await withCommand { command in
        let base = server.url("")
        let arguments = ["run", widget("github"), "--strict", "--set", "api=\(base)", "--allow", "net=127.0.0.1:\(server.port)"]
        let first = try command.run(arguments)
        #expect(first.status == 0, "\(first)")
        #expect(first.output.contains("lua/lua") && first.output.contains("Pull Request by roberto"))
        #expect(try command.run(arguments).status == 10)
        #expect(try command.run("defaults", "read", "group.github", "event.lua").output.contains("\"42\""))
        for words in ["no events", "knows no user", "JSON, line 1"] {
          let failed = try command.run(arguments)
          #expect(failed.status == 1 && failed.errors.contains(words), "\(failed)")
        }
      }
    }
  }

  @Test("quote is the same all day and another one tomorrow; without its file it reports what is missing")
  func quote() async throws {
    try await withCommand { command in
      let morning = try command.run("run", widget("quote"), "--at", "2026-11-21T08:00:00Z")
      let evening = try command.run("run", widget("quote"), "--strict", "--at", "2026-11-21T22:00:00Z")
      let tomorrow = try command.run("run", widget("quote"), "--at", "2026-11-22T08:00:00Z")
      #expect(morning.status == 0 && evening.status == 10 && tomorrow.status == 0)
      #expect(morning.output == evening.output && morning.output != tomorrow.output)
      let none = try command.run("run", widget("quote"), "--set", "file=absent.json")
      #expect(none.output.contains("No quotes yet") && none.output.contains("luawidget container put"))
    }
  }

  @Test("every example runs")
  func examples() async throws {
    let folder = Command.root.appending(path: "examples")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".lua") }.sorted()
    #expect(files.contains("hello.lua"))
    try await withCommand { command in
      for file in files {
        let outcome = try command.run("run", folder.appending(path: file).path, "--at", "2026-11-21T12:00:00Z")
        #expect(outcome.status == 0, "\(file): \(outcome)")
        #expect(outcome.output.contains("╭"), "\(file)")
      }
    }
  }

  @Test(
    "every card of the examples has a view in each of its families, and no warnings",
    arguments: [
      "agenda", "batteries", "clock", "countdown", "dashboard", "departures", "photo", "playing", "rings", "score", "stock",
      "weather",
    ])
  func cards(_ name: String) async throws {
    let file = Command.root.appending(path: "examples/cards/\(name).lua")
    let source = try String(contentsOf: file, encoding: .utf8)
    let list = try #require(source.firstMatch(of: #/families = \{([^}]*)\}/#)?.1)
    let families = list.matches(of: #/"(\w+)"/#).map { String($0.1) }
    #expect(families.count >= 3)
    try await withCommand { command in
      for family in families {
        let outcome = try command.run("run", file.path, "--family", family, "--at", "2026-11-22T09:41:00Z")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(family): \(outcome)")
        #expect(outcome.output.contains { !" \n╭╮╰╯│─".contains($0) }, "\(family)")
        try await expectStored(name, family, command, file)
      }
    }
  }

  /// The views of the cards in the painter's golden renderings. `RECORD_SNAPSHOTS=1` records them, and that run fails.
  private func expectStored(_ name: String, _ family: String, _ command: Command, _ script: URL) async throws {
    let outcome = try command.run("run", script.path, "--family", family, "--at", "2026-11-22T09:41:00Z", "--format", "json")
    let stored = Command.root.appending(path: "Tests/WidgetPainterTests/Snapshots/cards/\(name)-\(family).json")
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
      try withoutDigests(outcome.output).write(to: stored, atomically: true, encoding: .utf8)
      Issue.record("recorded \(stored.lastPathComponent)")
      return
    }
    let text = try String(contentsOf: stored, encoding: .utf8)
    #expect(withoutDigests(text) == withoutDigests(outcome.output), "\(stored.lastPathComponent) is out of date")
  }

  /// A widget's id depends on its file's folder.
  private func withoutDigests(_ json: String) -> String { json.replacing(#/-[0-9a-f]{40}/#, with: "") }

  @Test("with --at the same input gives the same bytes", arguments: ["text", "ansi", "html", "markdown", "spoken", "json"])
  func reproducible(_ format: String) async throws {
    let outputs = try await (0..<2).asyncMap { _ in
      try await withCommand { try $0.run("run", widget("flight"), "--at", "2026-11-21T12:00:00Z", "--format", format).output }
    }
    #expect(outputs[0] == outputs[1] && !outputs[0].isEmpty)
  }
}

extension Sequence {
  func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
    var results: [Result] = []
    for element in self { results.append(try await transform(element)) }
    return results
  }
}
