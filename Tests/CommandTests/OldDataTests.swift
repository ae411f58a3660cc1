import Foundation
import Testing
import WidgetServices

/// Data no widget will read again.
@Suite struct OldDataTests {
  private static let source = """
    widget { settings = { token = { type = "secret" } }, permissions = { env = { "HOME" } } }
    function perform_update() defaults.set("a", 1) cache.set("b", 2) return update_result.new_data end
    function content() return ui.text { "x" } end
    """

  @Test("doctor lists rows of a widget whose file is gone in every store, and its command removes them")
  func gone() async throws {
    try await withCommand { command in
      let kept = try command.write(Self.source, to: "kept.lua")
      let gone = try command.write(Self.source, to: "gone.lua")
      let token = try command.write("abc\n", to: "token")
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: token)
      for file in [kept, gone] {
        #expect(try command.run("run", file, "--allow", "env=HOME", "--set", "token=file:token").status == 0)
      }
      let id = try #require(
        try FileManager.default.contentsOfDirectory(atPath: command.folder.path).isEmpty
          ? nil
          : try command.run("defaults", "read").output.split(separator: "\n").first { $0.hasPrefix("gone") }.map(String.init))
      #expect(id == "gone")
      #expect(!(try command.run("doctor").output.contains("Old data")))
      try FileManager.default.removeItem(atPath: gone)
      let report = try command.run("doctor")
      #expect(report.status == 0)
      #expect(report.output.contains("Old data (remove it with: luawidget doctor --clean)\n"), "\(report)")
      #expect(
        report.output.contains(": \(gone) does not exist") && report.output.contains("defaults, permissions, snapshots, cache"),
        "\(report)")
      let removed = try command.run("doctor", "--clean")
      #expect(removed.status == 0 && removed.output.hasPrefix("removed: gone-"), "\(removed)")
      #expect(!(try command.run("doctor").output.contains("Old data")))
      #expect(try command.run("defaults", "read").output == "kept\n")
      #expect(try command.run("snapshot", "list").output.hasPrefix("kept "))
      #expect(try command.run("cache", "list").output.hasPrefix("kept"))
      #expect(try command.run("permissions", "list").output.split(separator: "\n").allSatisfy { $0.hasPrefix("kept") })
      #expect(try command.run("doctor", "--clean").errors == "there is no old data\n")
    }
  }

  @Test("doctor lists and removes rows under ids of an older version")
  func olderVersion() async throws {
    try await withCommand { command in
      let file = try command.write(Self.source, to: "kept.lua")
      let token = try command.write("abc\n", to: "token")
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: token)
      #expect(try command.run("run", file, "--allow", "env=HOME", "--set", "token=file:token").status == 0)
      #expect(try command.run("defaults", "write", "group.github", "n", "1").status == 0)
      let old = "flight-0123456789abcdef"
      try SQLiteConnection(command.folder.path + "/.local/share/luawidget/defaults.db").execute(
        """
        INSERT INTO value VALUES ('\(old)', 'k', x'01');
        INSERT INTO permission (widget, manifest, permission, allowed) VALUES ('\(old)', x'', 'env=HOME', 1);
        """)
      try SQLiteConnection(command.folder.path + "/.cache/luawidget/cache.db").execute(
        "INSERT INTO entry (instance, key, value, size, stored) VALUES ('\(old)-0123456789abcdef', 'k', x'01', 1, 1)")
      try command.write("secret\n", to: ".config/luawidget/secrets/\(old)/token")
      let report = try command.run("doctor").output
      #expect(report.contains("defaults, permissions, secrets: from an older version of luawidget"), "\(report)")
      #expect(report.contains("cache: from an older version of luawidget"), "\(report)")
      #expect(try command.run("doctor", "--clean").status == 0)
      #expect(!(try command.run("doctor").output.contains("Old data")))
      #expect(!FileManager.default.fileExists(atPath: command.folder.path + "/.config/luawidget/secrets/\(old)"))
      #expect(try command.run("defaults", "read").output == "group.github\nkept\n")
    }
  }

  @Test("defaults are not written where no widget and no group reads them")
  func unreachable() async throws {
    try await withCommand { command in
      for name in ["plane", "plane.lua", "plane-0123456789abcdef"] {
        let outcome = try command.run("defaults", "write", name, "a", "1")
        #expect(outcome.status == 1 && outcome.errors.contains("no widget or group is named \"\(name)\""), "\(outcome)")
      }
      #expect(try command.run("defaults", "write", "group:team", "a", "1").status == 0)
      #expect(try command.run("defaults", "read", "group:team", "a").output == "1\n")
    }
  }

  @Test("a broken config.toml is a finding of doctor, which checks everything else")
  func brokenConfiguration() async throws {
    try await withCommand { command in
      try command.write("[limits\nmemory = 5", to: ".config/luawidget/config.toml")
      let outcome = try command.run("doctor")
      #expect(outcome.status == 6)
      #expect(outcome.output.contains("✗ config.toml") && outcome.output.contains("config.toml:1: "), "\(outcome)")
      #expect(outcome.output.contains("Worker: sandbox features") && outcome.output.contains("Terminal"), "\(outcome)")
      #expect(try command.run("run", "w.lua").status == 2)
    }
  }
}
