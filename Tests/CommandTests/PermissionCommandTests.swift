import Foundation
import Testing

@Suite(.serialized) struct PermissionCommandTests {
  private static let source = """
    widget { name = "Ask", permissions = { env = { "COLOUR" }, run = { "echo" } } }
    local text
    function perform_update() text = env.get("COLOUR") .. run({ "echo", "hi" }).stdout return update_result.new_data end
    function content() return ui.text { text or "waiting" } end
    """

  @Test("without a terminal a permission is denied, with the option that grants it; the grant is stored")
  func flags() async throws {
    try await withCommand { command in
      let file = try command.write(Self.source, to: "ask.lua")
      let colour = ["COLOUR": "blue"]
      let denied = try command.run("run", file, environment: colour)
      #expect(denied.status == 4)
      #expect(denied.errors.contains("ask.lua:3: permission denied: env \"COLOUR\" (not allowed yet)"), "\(denied)")
      #expect(denied.errors.contains("--allow env=COLOUR"))
      let allowed = try command.run("run", file, "--allow", "env=COLOUR", "--allow", "run=echo", environment: colour)
      #expect(allowed.status == 0 && allowed.output.contains("bluehi"), "\(allowed)")
      #expect(try command.run("run", file, environment: colour).status == 0)
      let list = try command.run("permissions", "list").output
      #expect(list.contains("allowed  env=COLOUR") && list.contains("allowed  run=echo (/usr/bin/echo)"), "\(list)")
      // A permission is allowed for one manifest; another one asks again.
      try command.write(Self.source.replacing("\"Ask\"", with: "\"Ask again\""), to: "ask.lua")
      #expect(try command.run("run", file, environment: colour).status == 4)
      let outdated = try command.run("permissions", "list").output.split(separator: "\n")
      #expect(outdated.count == 2, "\(outdated)")
      #expect(outdated.allSatisfy { $0.hasSuffix("  (decided for an earlier version of the widget)") }, "\(outdated)")
      #expect(!list.contains("earlier version"))
    }
  }

  @Test("audit decides nothing: the group is still free for the first widget that runs")
  func auditOfGroups() async throws {
    try await withCommand { command in
      let source = "widget { permissions = { groups = { 'group.z' } } }\nfunction content() return ui.text { 'x' } end"
      let looked = try command.write(source, to: "looked.lua")
      let used = try command.write(source, to: "used.lua")
      #expect(try command.run("audit", looked).output.contains("granted by running the widget"))
      #expect(try command.run("permissions", "list").errors == "no decisions\n")
      #expect(try command.run("run", used, "--format", "text").status == 0)
      #expect(try command.run("audit", used).output.contains("or as the first widget that uses it"))
      #expect(try command.run("audit", looked).output.contains("not allowed yet: you will be asked"))
    }
  }

  @Test("audit runs only the manifest and shows the requested and granted permissions")
  func audit() async throws {
    try await withCommand { command in
      let file = try command.write(Self.source + "\nos.exit()", to: "ask.lua")
      let before = try command.run("audit", file)
      #expect(before.status == 0)
      #expect(before.output.contains("reading the environment variable \"COLOUR\"   not allowed yet"), "\(before.output)")
      #expect(try command.run("permissions", "allow", file, "env=COLOUR").status == 0)
      #expect(try command.run("audit", file).output.contains("\"COLOUR\"   allowed by you"))
      #expect(try command.run("permissions", "allow", file, "env=OTHER").errors.contains("does not request env=OTHER"))
      #expect(try command.run("permissions", "revoke", file, "env=COLOUR").output == "1 decision removed\n")
      #expect(try command.run("permissions", "revoke").status == 2)
      #expect(try command.run("permissions", "revoke", "--all").output == "0 decisions removed\n")
      #expect(try command.run("audit", try command.write("widget { 5 }", to: "bad.lua")).status == 3)
    }
  }

  @Test("an absent program can be allowed, with a warning; a kind has the name of the option and that of the manifest")
  func allow() async throws {
    try await withCommand { command in
      let absent = try command.write("widget { permissions = { run = { \"nosuchprogram\" } } }", to: "absent.lua")
      let allowed = try command.run("permissions", "allow", absent, "run=nosuchprogram")
      #expect(allowed.output == "allowed: run=nosuchprogram\n", "\(allowed)")
      #expect(allowed.errors == "warning: there is no program nosuchprogram\n", "\(allowed)")
      let shared = try command.write("widget { permissions = { groups = { \"group.x\" } } }", to: "shared.lua")
      for name in ["group", "groups"] {
        #expect(try command.run("permissions", "allow", shared, "\(name)=group.x").output == "allowed: group=group.x\n")
      }
    }
  }

  @Test("on a terminal each permission is a question, earlier input is discarded, and names are escaped")
  func questions() async throws {
    try await withCommand { command in
      let file = try command.write(Self.source.replacing("\"Ask\"", with: "\"Ask\\27[2J\\u{202e}\""), to: "ask.lua")
      let live = try LiveCommand(command, ["run", file], columns: 110, ownsTerminal: true, environment: ["COLOUR": "green"])
      try live.type("y\ny\ny\n")
      let question = try await live.see("Allow it? [y] Always  [o] This time  [n] Not now  [d] Never:")
      #expect(question.contains("/ask.lua) requests:"), "\(question)")
      #expect(question.contains("  reading the environment variable \"COLOUR\""), "\(question)")
      #expect(question.contains("Ask\\u{1B}[2J\\u{202E}"), "\(question)")
      try await live.reply("o\n", after: "COLOUR")
      _ = try await live.see("(/usr/bin/echo)")
      try await live.reply("what?\n", after: "echo")
      _ = try await live.see("Please type")
      try await live.reply("y\n", after: "Please type")
      #expect(try await live.end() == 0)
      #expect(live.text.contains("greenhi"), "\(live.text)")
      let list = try command.run("permissions").output
      #expect(list.contains("run=echo") && !list.contains("env=COLOUR"))
      #expect(live.isRestored)
    }
  }

  @Test("never is remembered; a bare Return is not")
  func never() async throws {
    try await withCommand { command in
      let file = try command.write(Self.source, to: "ask.lua")
      let live = try LiveCommand(command, ["run", file], columns: 110, ownsTerminal: true)
      try await live.reply("d\n", after: "COLOUR")
      _ = try await live.see("/usr/bin/echo")
      try await live.reply("\n", after: "echo")
      #expect(try await live.end() == 4)
      #expect(try command.run("permissions").output.contains("denied   env=COLOUR"))
      let again = try LiveCommand(command, ["run", file], columns: 110, ownsTerminal: true)
      let question = try await again.see("Allow it?")
      #expect(!question.contains("COLOUR") && question.contains("echo"))
      try await again.reply("\n", after: "echo")
      #expect(try await again.end() == 4)
    }
  }

  @Test("the log has decisions and uses; [deny] in config.toml overrides decisions, and --allow")
  func logAndRules() async throws {
    try await withCommand { command in
      let file = try command.write(Self.source, to: "ask.lua")
      let colour = ["COLOUR": "blue"]
      #expect(try command.run("permissions", "log").errors == "nothing recorded\n")
      let allow = ["run", file, "--allow", "env=COLOUR", "--allow", "run=echo"]
      #expect(try command.run(allow, environment: colour).status == 0)
      #expect(try command.run("permissions", "revoke", file, "env=COLOUR").status == 0)
      let log = try command.run("permissions", "log", file).output.split(separator: "\n")
      for event in [
        "allowed  env=COLOUR", "allowed  run=echo (/usr/bin/echo)", "used     run=echo (/usr/bin/echo)", "revoked  env=COLOUR",
      ] {
        #expect(log.contains { $0.hasSuffix(event) }, "\(log)")
      }
      #expect(try command.run("permissions", "log", "--json").output.contains("\"permission\": \"run=echo\""))
      try command.write("[deny]\nrun = [\"echo\"]\n", to: ".config/luawidget/config.toml")
      let denied = try command.run(allow, environment: colour)
      #expect(denied.status == 4 && denied.errors.contains("run \"echo\" (denied by config.toml)"), "\(denied)")
      #expect(
        try command.run("audit", file).output.contains("\"echo\"        denied by config.toml")
          || command.run("audit", file).output.contains("denied by config.toml"))
      #expect(try command.run("permissions", "allow", file, "run=echo").errors.contains("denied by [deny] in config.toml"))
    }
  }

  @Test(
    "a mistake in [deny] names its line and what is expected",
    arguments: [
      ("rnu = true", "unknown key \"rnu\" in [deny]; expected net or private_net"),
      ("run = \"git\"", "run must be true, or a list such as [\"git\"]"),
      ("net = [\"https://a.example\"]", "net: \"https://a.example\" is not a host without a port"),
      ("notify = [\"x\"]", "notify must be true"),
    ])
  func mistakes(line: String, message: String) async throws {
    try await withCommand { command in
      try command.write("[deny]\n\(line)\n", to: ".config/luawidget/config.toml")
      let outcome = try command.run("list")
      #expect(outcome.status != 0 && outcome.errors.contains("config.toml:2: \(message)"), "\(outcome)")
    }
  }

  @Test("board set --allow stores the permission again after a revocation, although the board allowed it all along")
  func allowedOnTheBoardAgain() async throws {
    try await withCommand { command in
      let file = try command.write(
        "widget { permissions = { env = { \"COLOUR\" } } } function content() return ui.text { \"x\" } end", to: "ask.lua")
      #expect(try command.run("board", "add", file, "--allow", "env=COLOUR").status == 0)
      #expect(try command.run("board", "set", "ask", "--allow", "env=COLOUR").status == 0)
      #expect(try command.run("permissions").output.contains("allowed  env=COLOUR"))
      #expect(try command.run("permissions", "revoke", "--all").status == 0)
      #expect(try command.run("board", "set", "ask", "--allow", "env=COLOUR").output == "ask: changed\n")
      #expect(try command.run("permissions").output.contains("allowed  env=COLOUR"))
    }
  }

  @Test("audit and run agree about the private address of a setting's default: running it allows nothing")
  func privateDefault() async throws {
    try await withCommand { command in
      try command.write(
        """
        widget {
          settings = { server = { type = "url", default = "http://127.0.0.1:9" } },
          permissions = { net = { { setting = "server" } } },
        }
        function perform_update()
          local response, problem = fetch(settings.server)
          if not response then return update_result.failed(problem) end
          return update_result.new_data
        end
        function content() return ui.text "x" end
        """, to: "a.lua")
      let audit = try command.run("audit", "a.lua").output
      #expect(audit.contains("127.0.0.1:9") && audit.contains("not allowed yet") && !audit.contains("granted"), "\(audit)")
      #expect(try command.run("run", "a.lua").status == 4)
      let allowed = try command.run("run", "a.lua", "--allow", "private_net=127.0.0.1:9")
      #expect(allowed.status == 1, "\(allowed)")
      #expect(try command.run("audit", "a.lua").output.contains("allowed by you"))
      try command.write(
        "widget { permissions = { net = { \"127.0.0.1:9\" } } }\nfunction content() return ui.text \"x\" end", to: "b.lua")
      #expect(try !command.run("audit", "b.lua").output.contains("granted"))
    }
  }
}
