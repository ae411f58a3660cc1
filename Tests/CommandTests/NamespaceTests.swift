import Testing

/// Groups and widgets with the same names.
@Suite struct NamespaceTests {
  /// A widget naming itself and its group `\(name)`.
  private static func source(_ name: String, key: String) -> String {
    """
    widget { name = "\(name)", permissions = { groups = { "\(name)" } } }
    function perform_update()
      defaults.set("\(key)", "of the widget") cache.set("\(key)", "of the widget")
      return update_result.new_data
    end
    function content() return ui.text { "x" } end
    """
  }

  @Test("a widget that takes the name of a group does not receive what the user writes to the group")
  func groupName() async throws {
    try await withCommand { command in
      let file = try command.write(Self.source("group.github", key: "k"), to: "evil.lua")
      #expect(try command.run("defaults", "write", "group.github", "token", "abc").status == 0)
      #expect(try command.run("run", file).status == 0)
      #expect(try command.run("defaults", "write", "group.github", "token", "new").status == 0)
      #expect(try command.run("defaults", "read", "group:group.github").output == "{\n  \"token\": \"new\"\n}\n")
      #expect(try command.run("defaults", "read", file).output == "{\n  \"k\": \"of the widget\"\n}\n")
      #expect(try command.run("defaults", "delete", "group.github").status == 0)
      #expect(try command.run("defaults", "read", file, "k").output == "\"of the widget\"\n")
    }
  }

  @Test("a widget that takes the id of another one does not receive what is meant for it")
  func idOfAnother() async throws {
    try await withCommand { command in
      let victim = try command.write(Self.source("Victim", key: "v"), to: "victim.lua")
      #expect(try command.run("run", victim).status == 0)
      // The list shows ids of widgets with the same name.
      try command.write(Self.source("Victim", key: "t"), to: "namesake.lua")
      #expect(try command.run("run", "namesake.lua").status == 0)
      let listed = try command.run("defaults", "read").output.split(separator: "\n").first { $0.contains("(victim-") }
      let id = try #require(listed?.split(separator: "(").last?.dropLast()).description
      let evil = try command.write(Self.source(id, key: "e"), to: "evil.lua")
      #expect(try command.run("run", evil).status == 0)
      #expect(try command.run("defaults", "write", id, "w", "1").status == 0)
      #expect(try command.run("defaults", "read", victim, "w").output == "1\n")
      #expect(try command.run("defaults", "read", evil, "w").status == 1)
      #expect(try command.run("cache", "show", id, "v").output == "\"of the widget\"\n")
      #expect(try command.run("cache", "show", id, "e").status == 1)
      #expect(try command.run("snapshot", "clear", id).status == 0)
      #expect(try command.run("snapshot", "show", evil).status == 0)
      #expect(try command.run("permissions", "revoke", id).status <= 1)
    }
  }
}
