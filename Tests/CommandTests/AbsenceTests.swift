import Foundation
import Testing

/// Commands that name what is not there.
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

  @Test("what is absent ends with 1 and says what there is; the nearest name where one is near")
  func absent() async throws {
    try await withCommand { command in
      #expect(
        try command.run("defaults", "read", "x").errors.contains("nothing is remembered of \"x\"; there is nothing else either"))
      let file = try command.write(Self.source, to: "w.lua")
      #expect(try command.run("run", file, "--allow", "env=HOME").status == 0)
      #expect(try command.run("defaults", "write", "group.github", "n", "1").status == 0)
      let id = try #require(
        try command.run("defaults", "read").output.split(separator: "\n").map(String.init).first { $0 != "group.github" })
      let expected: [([String], String)] = [
        (["defaults", "read", "group.githb"], "nothing is remembered of \"group.githb\"; did you mean \"group.github\"?"),
        (["defaults", "read", "nothing"], "nothing is remembered of \"nothing\"; there is group.github, \(id)"),
        (["defaults", "read", file, "cuont"], "\(file) has no \"cuont\"; did you mean \"count\"?"),
        (["defaults", "read", file, "nope"], "\(file) has no \"nope\"; there is colour, count"),
        (["defaults", "delete", "nothing"], "nothing is remembered of \"nothing\""),
        (["defaults", "delete", file, "nope"], "\(file) has no \"nope\"; there is colour, count"),
        (["permissions", "revoke", "nothing"], "there is no decision about \"nothing\"; there is \(id)"),
        (
          ["permissions", "revoke", file, "env=HOMF"],
          "there is no decision about env=HOMF of \"\(file)\"; did you mean \"env=HOME\"?"
        ),
        (["snapshot", "show", "nothing"], "no snapshot of \"nothing\" is stored; there is "),
        (["snapshot", "clear", "nothing"], "no snapshot of \"nothing\" is stored; there is "),
        (["cache", "show", file, "lsit"], "nothing is kept of \"\(file)\" under \"lsit\"; did you mean \"list\"?"),
        (["cache", "clear", file, "nope"], "nothing is kept of \"\(file)\" under \"nope\"; there is list"),
        (["cache", "clear", "nothing"], "nothing of \"nothing\" is kept; there is "),
        (["cache", "show", "nothing", "key"], "nothing of \"nothing\" is kept; there is "),
        (["secret", "clear", file], "no secret of \(file) is kept (it declares none)"),
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
    "a value that is written on the command line keeps its type, in the script and when it is read",
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
