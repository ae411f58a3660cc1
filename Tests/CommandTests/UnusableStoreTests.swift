import Foundation
import Testing

/// Stores with unusable files.
@Suite struct UnusableStoreTests {
  private static let source = """
    local seen = cache.get("n")
    function perform_update()
      cache.set("n", (cache.get("n") or 0) + 1)
      return update_result.new_data
    end
    function content() return ui.text { "n is " .. tostring(cache.get("n")) } end
    """

  @Test("without a usable cache the view is shown with a warning and a remedy; the status is 0")
  func cache() async throws {
    try await withCommand { command in
      let folder = command.folder.appending(path: ".cache/luawidget/cache.db")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = try command.write(Self.source, to: "w.lua")
      let outcome = try command.run("run", file, "--format", "text")
      #expect(outcome.status == 0 && outcome.output.contains("n is 1"), "\(outcome)")
      #expect(outcome.errors.contains("are lost after this run: "), "\(outcome)")
      #expect(outcome.errors.contains("; try: move ") && outcome.errors.contains("cache.db away"), "\(outcome)")
      // The cache commands fail.
      #expect(try command.run("cache", "list").status == 6)
    }
  }

  @Test("an unusable defaults store is a failure with a remedy")
  func defaults() async throws {
    try await withCommand { command in
      let file = try command.write(
        "function perform_update() defaults.set('n', 1) return update_result.new_data end", to: "w.lua")
      #expect(try command.run("run", file).status == 0)
      let store = try #require(
        FileManager.default.enumerator(at: command.folder, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
          .first { $0.lastPathComponent == "defaults.db" })
      for name in ["defaults.db", "defaults.db-wal", "defaults.db-shm"] {
        try? FileManager.default.removeItem(at: store.deletingLastPathComponent().appending(path: name))
      }
      try FileManager.default.createDirectory(at: store, withIntermediateDirectories: true)
      let outcome = try command.run("run", file)
      #expect(outcome.status == 6 && outcome.errors.contains("defaults.db") && outcome.errors.contains("w.lua:1"), "\(outcome)")
      // Reading fails the same way; a script catching the error decides for itself.
      try command.write("function perform_update() defaults.get('n') return update_result.new_data end", to: "w.lua")
      #expect(try command.run("run", file).status == 6)
      try command.write(
        "function perform_update() pcall(defaults.get, 'n') return update_result.failed('no store') end", to: "w.lua")
      #expect(try command.run("run", file).status == 1)
    }
  }

  @Test("an unusable container store is a failure with a remedy")
  func containers() async throws {
    try await withCommand { command in
      let file = try command.write(
        """
        widget { permissions = { groups = { "group.x" } } }
        function perform_update() container("group.x"):write("a", "b") return update_result.new_data end
        """, to: "w.lua")
      try command.write("", to: ".local/share/luawidget/containers")
      let outcome = try command.run("run", file)
      #expect(outcome.status == 6 && outcome.errors.contains("w.lua:2: container."), "\(outcome)")
      #expect(
        outcome.errors.contains("containers: the store cannot be used: ") && outcome.errors.contains("try: move "), "\(outcome)")
    }
  }

  @Test("without usable snapshots the view is shown with warnings and a remedy; the status is 0")
  func snapshots() async throws {
    try await withCommand { command in
      let store = command.folder.appending(path: ".local/state/luawidget/snapshots.db")
      try FileManager.default.createDirectory(at: store, withIntermediateDirectories: true)
      let file = try command.write(Self.source, to: "w.lua")
      let outcome = try command.run("run", file, "--format", "text")
      #expect(outcome.status == 0 && outcome.output.contains("n is 1"), "\(outcome)")
      let problem = "\(store.path): the store cannot be used: it is not a regular file"
      #expect(outcome.errors.contains("luawidget: the stored view is not shown: \(problem)\n"), "\(outcome)")
      #expect(
        outcome.errors.contains("warning: the snapshot was not stored: \(problem); try: move \(store.path) away; "), "\(outcome)")
      let live = try LiveCommand(command, ["run", file, "--watch"], columns: 100)
      #expect(try await live.see("n is 2").contains("the stored view is not shown:"))
      try live.type("q")
      #expect(try await live.end() == 0)
      let list = try command.run("snapshot", "list")
      #expect(list.status == 6 && list.errors.contains(problem), "\(list)")
    }
  }

  @Test(
    "doctor names every store that cannot be used",
    arguments: [
      ("defaults", ".local/share/luawidget/defaults.db", true), ("permissions", ".local/share/luawidget/defaults.db", true),
      ("cache", ".cache/luawidget/cache.db", true), ("snapshots", ".local/state/luawidget/snapshots.db", true),
      ("containers", ".local/share/luawidget/containers", false), ("secret files", ".config/luawidget/secrets", false),
    ])
  func doctor(_ name: String, _ path: String, _ isFolder: Bool) async throws {
    try await withCommand { command in
      let store = command.folder.appending(path: path)
      let folder = isFolder ? store : store.deletingLastPathComponent()
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      if !isFolder { try command.write("", to: path) }
      let outcome = try command.run("doctor")
      let line = outcome.output.split(separator: "\n").first { $0.contains(" \(name)  ") }
      #expect(outcome.status == 6 && line?.contains("\(store.path): the store cannot be used: ") == true, "\(outcome)")
    }
  }

  @Test("secrets that cannot be read are a usage error with the reason")
  func secrets() async throws {
    try await withCommand { command in
      try command.write("", to: ".config/luawidget/secrets")
      let file = try command.write(
        "widget { settings = { token = { type = 'secret' } } }\nfunction content() return ui.text 'x' end", to: "w.lua")
      let outcome = try command.run("run", file)
      #expect(outcome.status == 2 && outcome.errors.contains("the secret \"token\" could not be read: "), "\(outcome)")
      #expect(outcome.errors.contains("/.config/luawidget/secrets/w-"), "\(outcome)")
    }
  }
}
