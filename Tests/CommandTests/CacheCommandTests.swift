import Foundation
import Testing
import WidgetTesting

/// `luawidget cache`
@Suite struct CacheCommandTests {
  private static let source = """
    function perform_update()
      cache.set("list", { 1, 2.5, "x" })
      cache.set("short", true, 90)
      cache.set("\\27[31mred", "漢")
      cache.set("gone", 1, 0)
      return update_result.new_data
    end
    function content() return ui.text { "shown" } end
    """

  private func filled(_ body: (Command, String) async throws -> Void) async throws {
    try await withCommand { command in
      let file = try command.write(Self.source, to: "w.lua")
      let outcome = try command.run("run", file)
      #expect(outcome.status == 0, "\(outcome)")
      try await body(command, file)
    }
  }

  /// Without times, which depend on the speed of the machine.
  private func rows(_ output: String) -> [String] {
    output.split(separator: "\n").map { line in
      String(line).replacing(#/ +\d+ s old/#, with: " AGE").replacing(#/in (1 min|\d\d s)/#, with: "in TIME")
    }
  }

  @Test("list shows keys, bytes, age and expiry; control characters in a key do not reach the terminal")
  func list() async throws {
    try await filled { command, file in
      let outcome = try command.run("cache", "list", file)
      let lines = rows(outcome.output)
      #expect(lines.count == 5 && outcome.status == 0, "\(outcome)")
      #expect(!outcome.output.contains("\u{1B}"))
      #expect(
        lines.contains { $0.hasPrefix("  list") && $0.contains(" B AGE") && $0.hasSuffix("kept while there is space") },
        "\(lines)")
      #expect(lines.contains { $0.hasPrefix("  short") && $0.hasSuffix("6 B AGE  expires in TIME") }, "\(lines)")
      #expect(lines.contains { $0.hasPrefix("  gone") && $0.hasSuffix("expired") }, "\(lines)")
      #expect(try command.run("cache", "list").output == outcome.output)
    }
  }

  @Test("show prints a value as JSON, expired or not")
  func show() async throws {
    try await filled { command, file in
      #expect(try command.run("cache", "show", file, "list").output == "[1,2.5,\"x\"]\n")
      #expect(try command.run("cache", "show", file, "gone").output == "1\n")
      let missing = try command.run("cache", "show", file, "none")
      #expect(missing.status == 1 && missing.errors.contains("under \"none\""), "\(missing)")
    }
  }

  @Test("clear removes a key, a widget's keys, or everything with --all")
  func clear() async throws {
    try await filled { command, file in
      #expect(try command.run("cache", "clear", file, "list").status == 0)
      #expect(try command.run("cache", "clear", file, "list").status == 1)
      #expect(rows(try command.run("cache", "list", file).output).count == 4)
      try command.write(Self.source, to: "v.lua")
      #expect(try command.run("run", "v.lua").status == 0)
      #expect(try command.run("cache", "clear", file).status == 0)
      #expect(rows(try command.run("cache", "list").output).count == 5)
      #expect(try command.run("cache", "clear", "--all").status == 0)
      let empty = try command.run("cache", "list")
      #expect(empty.output == "" && empty.errors == "the cache is empty\n" && empty.status == 0, "\(empty)")
    }
  }

  @Test("stored responses are listed and cleared too")
  func responses() async throws {
    try await withLoopbackServer { server async throws in
      server.on("/x", .json("{}", headers: [("Cache-Control", "max-age=600")]))
      let url = server.url("/x")
      let allowed = "net=127.0.0.1:\(server.port)"
      try await withCommand { command in
        let file = try command.write(
          "widget { permissions = { net = { '127.0.0.1:\(server.port)' } } } "
            + "function perform_update() assert(fetch('\(url)')) return update_result.new_data end function content() return ui.text 'x' end",
          to: "w.lua")
        #expect(try command.run("run", file, "--allow", allowed).status == 0)
        let listed = try command.run("cache", "list").output
        #expect(listed.contains(url) && listed.contains("status 200, fresh for"), "\(listed)")
        #expect(try command.run("cache", "clear", file, url).status == 0)
        #expect(try command.run("cache", "list").output == "")
        #expect(try command.run("run", file, "--allow", allowed).status == 0)
        #expect(try command.run("cache", "list").output.contains(url))
        #expect(try command.run("cache", "clear", "--all").status == 0)
        #expect(try command.run("cache", "list").errors == "the cache is empty\n")
      }
    }
  }

  @Test("list tells the entries of a board apart by their settings")
  func settings() async throws {
    try await withCommand { command in
      let source = "widget { name = 'Flight', settings = { flight = { type = 'string', default = 'X' } } }\n" + Self.source
      let file = try command.write(source, to: "flight.lua")
      for flight in ["LY315", "LY316"] {
        #expect(try command.run("board", "add", file, "--set", "flight=\(flight)").status == 0)
      }
      #expect(try command.run("update").status == 0)
      let output = try command.run("cache", "list").output
      #expect(output.contains("Flight (flight=LY315, ") && output.contains("Flight (flight=LY316, "), "\(output)")
    }
  }
}
