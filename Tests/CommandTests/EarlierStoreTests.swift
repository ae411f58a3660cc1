import Foundation
import Testing
import WidgetServices

/// Stores that earlier versions have written (Tests/CommandTests/Stores).
@Suite struct EarlierStoreTests {
  private static let stores = Command.root.appending(path: "Tests/CommandTests/Stores")
  private static let files = [
    "defaults": ".local/share/luawidget/defaults.db", "cache": ".cache/luawidget/cache.db",
    "snapshots": ".local/state/luawidget/snapshots.db",
  ]
  private static let current = ["defaults": 5, "cache": 2, "snapshots": 4]

  /// Makes the test's folder the home of a person who has used an earlier version.
  private func copyHome(_ release: String, to command: Command) throws {
    let release = Self.stores.appending(path: release)
    let places = ["cache": ".cache", "config": ".config", "share": ".local/share", "state": ".local/state"]
    try FileManager.default.createDirectory(at: command.folder.appending(path: ".local"), withIntermediateDirectories: true)
    for (name, place) in places {
      try FileManager.default.copyItem(at: release.appending(path: name), to: command.folder.appending(path: place))
    }
  }

  private func version(_ path: String) throws -> Int? {
    try SQLiteConnection(path).row("PRAGMA user_version") { $0.integer(0) }
  }

  /// Each line of output that names something stored, by the store.
  private static let stored: [(store: String, since: Int, arguments: [String], output: [String])] = [
    ("defaults", 1, ["defaults", "read", "Journey", "stops"], ["\"Basel\"", "\"Olten\"", "\"Zürich\""]),
    ("defaults", 1, ["defaults", "read", "Journey", "runs"], ["3\n"]),
    ("defaults", 1, ["defaults", "read", "group.travel", "home"], ["\"Bern\"\n"]),
    ("defaults", 2, ["permissions", "list"], ["allowed  group=group.travel", "allowed  private_net=127.0.0.1:8642"]),
    ("cache", 1, ["cache", "list"], ["timetable"]),
    ("cache", 2, ["cache", "list"], ["http://127.0.0.1:8642/timetable", "status 200"]),
    ("snapshots", 3, ["snapshot", "list"], ["Journey", "terminal 624x640", "terminal 304x640"]),
    ("snapshots", 3, ["snapshot", "show", "Journey"], ["Run 3", "Basel → Olten → Zürich"]),
  ]

  private func check(_ command: Command, _ store: String? = nil, _ format: Int = .max) throws {
    for row in Self.stored where row.since <= format && (store == nil || row.store == store) {
      let outcome = try command.run(row.arguments)
      #expect(outcome.status == 0, "\(row.arguments): \(outcome)")
      for part in row.output { #expect(outcome.output.contains(part), "\(row.arguments): \(outcome)") }
      #expect(outcome.errors.isEmpty, "\(row.arguments): \(outcome)")
    }
  }

  @Test("everything that an earlier release has stored is there after an upgrade", arguments: ["0.1.0"])
  func release(_ release: String) async throws {
    try await withCommand { command in
      try copyHome(release, to: command)
      for _ in 0..<2 {
        try check(command)
        #expect(try command.run("container", "list", "group.travel").output == "ticket.txt\n")
        #expect(try command.run("permissions", "log").output.contains("private_net=127.0.0.1:8642"))
        // Writes to each store.
        #expect(try command.run("defaults", "write", "group.travel", "seat", "1").status == 0)
        #expect(try command.run("run", Command.root.path + "/examples/uptime.lua").status == 0)
      }
      for (store, file) in Self.files {
        #expect(try version(command.folder.path + "/" + file) == Self.current[store], "\(store)")
      }
    }
  }

  @Test(
    "a store in any earlier format is changed to this version's, with what's in it",
    arguments: [("defaults", 1), ("defaults", 2), ("defaults", 3), ("defaults", 4), ("cache", 1), ("snapshots", 3)])
  func format(_ store: String, _ format: Int) async throws {
    try await withCommand { command in
      // Names come from the snapshots.
      try copyHome("0.1.0", to: command)
      let path = try command.folder.path + "/" + #require(Self.files[store])
      try FileManager.default.removeItem(atPath: path)
      let script = Self.stores.appending(path: "formats/\(store)-\(format).sql")
      try SQLiteConnection(path).execute(String(contentsOf: script, encoding: .utf8))
      #expect(try version(path) == format)
      try check(command, store, format)
      #expect(try version(path) == Self.current[store])
      try check(command, store, format)
    }
  }

  @Test(
    "a store of a newer version is refused with a sentence, and nothing in it changes",
    arguments: ["defaults", "cache", "snapshots"])
  func newer(_ store: String) async throws {
    try await withCommand { command in
      try copyHome("0.1.0", to: command)
      let path = try command.folder.path + "/" + #require(Self.files[store])
      let next = try #require(Self.current[store]) + 1
      try SQLiteConnection(path).execute("PRAGMA user_version = \(next); PRAGMA wal_checkpoint(TRUNCATE)")
      let before = try Data(contentsOf: URL(filePath: path))
      for row in Self.stored where row.store == store {
        let outcome = try command.run(row.arguments)
        #expect(outcome.status != 0, "\(row.arguments): \(outcome)")
        #expect(
          outcome.errors.contains("the store was written by a newer luawidget (version \(next), this one supports \(next - 1))"),
          "\(row.arguments): \(outcome)")
      }
      _ = try command.run("run", Command.root.path + "/examples/uptime.lua")
      _ = try command.run("defaults", "write", "group.travel", "seat", "1")
      #expect(try Data(contentsOf: URL(filePath: path)) == before)
    }
  }
}
