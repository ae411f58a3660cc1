import Foundation
import Testing

/// Commands with names that don't exist.
@Suite struct AbsenceTests {
  private static let source = """
    widget { permissions = { env = { "HOME" } } }
    function perform_update()
      defaults.set("count", 1)
      defaults.set("colour", "red")
      cache.set("list", 1)
      return update_result.new_data
    end
    function content() return ui.text { "shown" } end
    """

  @Test("an unknown name is an error with status 1 that offers the nearest name or lists all")
  func absent() async throws {
    try await withCommand { command in
      #expect(
        try command.run("defaults", "read", "x").errors.contains("no defaults of \"x\" are stored; nothing else is stored either")
      )
      let file = try command.write(Self.source, to: "w.lua")
      #expect(try command.run("run", file, "--allow", "env=HOME").status == 0)
      #expect(try command.run("defaults", "write", "group.github", "n", "1").status == 0)
      let id = try #require(
        try command.run("defaults", "read").output.split(separator: "\n").map(String.init).first { $0 != "group.github" })
      let expected: [([String], String)] = [
        (["defaults", "read", "group.githb"], "no defaults of \"group.githb\" are stored; did you mean \"group.github\"?"),
        (["defaults", "read", "nothing"], "no defaults of \"nothing\" are stored; available: group.github, \(id)"),
        (["defaults", "read", file, "cuont"], "\(file) has no \"cuont\"; did you mean \"count\"?"),
        (["defaults", "read", file, "nope"], "\(file) has no \"nope\"; available: colour, count"),
        (["defaults", "delete", "nothing"], "no defaults of \"nothing\" are stored"),
        (["defaults", "delete", file, "nope"], "\(file) has no \"nope\"; available: colour, count"),
        (["permissions", "revoke", "nothing"], "there is no decision about \"nothing\"; available: \(id)"),
        (
          ["permissions", "revoke", file, "env=HOMF"],
          "there is no decision about env=HOMF of \"\(file)\"; did you mean \"env=HOME\"?"
        ),
        (["snapshot", "show", "nothing"], "no snapshot of \"nothing\" is stored; available: "),
        (["snapshot", "clear", "nothing"], "no snapshot of \"nothing\" is stored; available: "),
        (["cache", "show", file, "lsit"], "nothing is cached for \"\(file)\" under \"lsit\"; did you mean \"list\"?"),
        (["cache", "clear", file, "nope"], "nothing is cached for \"\(file)\" under \"nope\"; available: list"),
        (["cache", "clear", "nothing"], "nothing is cached for \"nothing\"; available: "),
        (["cache", "show", "nothing", "key"], "nothing is cached for \"nothing\"; available: "),
        (["secret", "clear", file], "no secret of \(file) is stored (it declares none)"),
        (["secret", "clear", file, "token"], "\(file) declares no secret \"token\" (the widget has none)"),
      ]
      for (arguments, words) in expected {
        let outcome = try command.run(arguments)
        #expect(outcome.status == 1 && outcome.errors.contains(words) && outcome.output == "", "\(arguments) \(outcome)")
      }
      #expect(try command.run("secret", "list", file).errors == "\(file) declares no secrets\n")
      #expect(try command.run("defaults", "delete", file, "count").status == 0)
      #expect(try command.run("defaults", "delete", file, "count").status == 1)
    }
  }

  @Test(
    "a value from the command line keeps its type, in the script and when it is read",
    arguments: [
      ("2", "2", "integer"), ("2.0", "2.0", "float"), ("-0.0", "-0.0", "float"), ("1e3", "1000.0", "float"),
      ("9223372036854775807", "9223372036854775807", "integer"), ("9223372036854775808", "9.223372036854776e+18", "float"),
      ("{\"b\":[1,2.0],\"a\":true}", "{\"a\":true,\"b\":[1,2.0]}", "integer float"), ("\"2.0\"", "\"2.0\"", "string"),
      ("01", "\"01\"", "string"), ("a\tb", "\"a\\tb\"", "string"), ("1e999", "\"1e999\"", "string"), ("[]", "{}", ""),
    ])
  func types(_ written: String, _ read: String, _ types: String) async throws {
    try await withCommand { command in
      let file = try command.write(
        """
        local function types(v)
          if type(v) ~= "table" then return math.type(v) or type(v) end
          local names = {}
          for i, element in ipairs(v.b or {}) do names[i] = types(element) end
          return table.concat(names, " ")
        end
        function perform_update() print("types: " .. types(defaults.get "v") .. ".") return update_result.new_data end
        function content() return ui.text { "shown" } end
        """, to: "w.lua")
      #expect(try command.run("defaults", "write", file, "v", "--", written).status == 0)
      let outcome = try command.run("run", file)
      #expect((outcome.output + outcome.errors).contains("types: \(types)."), "\(outcome)")
      let shown = try command.run("defaults", "read", file, "v").output
      #expect(shown == read + "\n" || (read == "{}" && shown == "[]\n"))
    }
  }
}
