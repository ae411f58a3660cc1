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
      // Reading fails in the same way; a script that catches the error decides itself.
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
}
