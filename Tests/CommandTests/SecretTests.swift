import Foundation
import Testing
import WidgetTesting

/// Settings of type `secret`.
@Suite struct SecretTests {
  private static let secret = "p4ss/w+rd é!"
  private static let forms = [
    secret, "p4ss%2Fw%2Brd%20%C3%A9%21", "p4ss%2Fw%2Brd+%C3%A9%21", "p4ss/w+rd%20%C3%A9!",
    Data(secret.utf8).base64EncodedString(), Data("me:\(secret)".utf8).base64EncodedString(),
  ]

  /// Sends its secret everywhere it can.
  private static func source(_ url: String) -> String {
    """
    widget { settings = { token = { type = "secret", required = true } }, permissions = { net = { "\(url.split(separator: "/")[1])" } } }
    local token, base64 = settings.token, "\(forms[5])"
    local line = ""
    function perform_update()
      print("printed " .. token)
      log.warning("logged " .. base64)
      cache.set("k" .. token, token)
      defaults.set("d", { [token] = token })
      local r, err = fetch("\(url)?q=p4ss%2Fw%2Brd%20%C3%A9%21", { method = "POST", body = "body " .. token,
        headers = { Authorization = "Basic " .. base64, ["X-Mine"] = "mine " .. base64 } })
      line = r and r.body or err.message
      if r and r.status == 500 then error("raised " .. token) end
      if r and r.status == 501 then return update_result.failed("reason " .. token) end
      return update_result.new_data
    end
    function content() return ui.text { line .. " " .. token .. tostring(cache.get("k" .. token)) } end
    """
  }

  /// Files below the test's folder containing a form of the secret.
  private func leaks(_ command: Command, besides: String? = nil) throws -> [String] {
    let files = try #require(FileManager.default.enumerator(at: command.folder, includingPropertiesForKeys: [.isRegularFileKey]))
    var found: [String] = []
    var count = 0
    for case let file as URL in files where try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
      count += 1
      let bytes = try Data(contentsOf: file)
      // The script has the last form written in it.
      for form in Self.forms where bytes.range(of: Data(form.utf8)) != nil && file.lastPathComponent != "w.lua" {
        if let besides, file.path.contains(besides) { continue }
        found.append("\(file.lastPathComponent): \(form)")
      }
    }
    #expect(count > 3)
    return found
  }

  @Test(
    "a secret split over the spans of a text is in no output",
    arguments: ["json", "text", "markdown", "html", "ansi", "spoken", "svg"])
  func spans(_ format: String) async throws {
    try await withCommand { command in
      let file = try command.write(
        """
        widget { settings = { token = { type = "secret", required = true } } }
        function content()
          local t = settings.token
          return ui.vstack {
            ui.text { t:sub(1, 9), { t:sub(10), weight = "bold" } },
            ui.text { spans = { { "a ", italic = true }, t:sub(1, 3), { t:sub(4), link = "https://a.example/" .. t } } },
            ui.link { t, url = "https://a.example/?q=" .. t, accessibility = t },
          }
        end
        """, to: "w.lua")
      let outcome = try command.run(
        "run", file, "--set", "token=env:TOKEN", "--format", format, environment: ["TOKEN": "topSecretWord"])
      #expect(outcome.status == 0 && outcome.output.contains("•••"), "\(outcome)")
      for part in ["topSec", "Word", "retWord"] { #expect(!outcome.output.contains(part), "\(outcome)") }
    }
  }

  @Test("a secret reaches the server, and no file, output or recording", arguments: [200, 500, 501])
  func nowhere(_ status: Int) async throws {
    try await withCommand { command in
      var arguments: [String] = []
      let environment = ["TOKEN": Self.secret]
      let recorded = try await withLoopbackServer { server async throws in
        server.on(
          "/x", .text("echo \(Self.forms.joined(separator: " ")) end", status: status, headers: [("X-Echo", Self.forms[4])]))
        let file = try command.write(Self.source(server.url("/x")), to: "w.lua")
        arguments = [
          "run", file, "--set", "token=env:TOKEN", "--allow", "net=127.0.0.1:\(server.port)", "--at", "2026-11-21T12:00:00Z",
          "--format", "json",
        ]
        let recorded = try command.run(arguments + ["--record", "tapes"], environment: environment)
        let request = try #require(server.requests.first)
        #expect(request.body == Array("body \(Self.secret)".utf8))
        #expect(request.headers.contains { $0.0 == "Authorization" && $0.1 == "Basic \(Self.forms[5])" })
        #expect(request.target == "/x?q=\(Self.forms[1])")
        return recorded
      }
      #expect(recorded.status == [200: 0, 500: 3, 501: 1][status], "\(recorded)")
      #expect(recorded.errors.contains("printed •••"), "\(recorded)")
      if status == 200 { #expect(recorded.output.contains("echo ••• ••• ••• ••• •••"), "\(recorded)") }
      if status == 500 { #expect(recorded.errors.contains("raised •••"), "\(recorded)") }
      if status == 501 { #expect(recorded.errors.contains("reason •••"), "\(recorded)") }
      let replayed = try command.run(arguments + ["--replay", "tapes"], environment: environment)
      #expect(replayed.status == recorded.status)
      #expect(replayed.output == recorded.output)
      #expect(try leaks(command) == [])
      // Another secret asks for the same recording.
      let other = try command.run(arguments + ["--replay", "tapes"], environment: ["TOKEN": "another one"])
      #expect(other.errors.contains("printed •••"), "\(other)")
    }
  }

  private static let plain = """
    widget { settings = { token = { type = "secret", required = true }, other = { type = "secret" } } }
    function perform_update() print(#settings.token .. tostring(settings.other)) return update_result.new_data end
    function content() return ui.text { "shown" } end
    """

  @Test("a secret on the command line is refused and not repeated; a required one names the command")
  func refused() async throws {
    try await withCommand { command in
      let file = try command.write(Self.plain, to: "w.lua")
      let plain = try command.run("run", file, "--set", "token=hunter22")
      #expect(plain.status == 2 && plain.errors.contains("other users can see it"), "\(plain)")
      #expect(plain.errors.contains("luawidget secret set \(file) token"), "\(plain)")
      #expect(!plain.errors.contains("hunter22") && !plain.output.contains("hunter22"))
      let missing = try command.run("run", file)
      #expect(missing.status == 2 && missing.errors.contains("the widget needs the secret \"token\""), "\(missing)")
      #expect(missing.errors.contains("luawidget secret set \(file) token"), "\(missing)")
      #expect(try command.run("audit", file).status == 0)
      let none = try command.run("run", file, "--set", "token=env:NONE")
      #expect(none.status == 2 && none.errors.contains("--set token=...: the environment variable NONE is not set"), "\(none)")
    }
  }

  @Test("a secret file is read only if no one else can read it")
  func files() async throws {
    try await withCommand { command in
      let file = try command.write(Self.plain, to: "w.lua")
      let key = try command.write("hunter22\nmore\n", to: "key")
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: key)
      let open = try command.run("run", file, "--set", "token=file:key")
      #expect(
        open.status == 2 && open.errors.contains("key is readable by other users") && open.errors.contains("chmod 600 key"),
        "\(open)")
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
      let closed = try command.run("run", file, "--set", "token=file:key")
      #expect(closed.status == 0 && closed.errors.contains("8nil"), "\(closed)")
    }
  }

  private func set(_ command: Command, _ input: String, _ name: String) throws -> Command.Outcome {
    try command.start(
      URL(filePath: "/bin/sh"), ["-c", "printf '%s' \"$1\" | \"$0\" secret set w.lua \(name)", Command.program.path, input])
  }

  @Test("set, list and clear; another file of the same name gets nothing")
  func kept() async throws {
    try await withCommand { command in
      let file = try command.write(Self.plain, to: "w.lua")
      #expect(try command.run("secret", "list", file).output == "other  not set\ntoken  not set\n")
      let set = try set(command, "hunter22\n", "token")
      #expect(set.status == 0 && set.output.hasPrefix("token: stored in "), "\(set)")
      #expect(!set.output.contains("hunter22"))
      #expect(try command.run("run", file).errors.contains("8nil"))
      let list = try command.run("secret", "list", file).output
      #expect(!list.contains("token  not set") && list.contains("other  not set") && !list.contains("hunter22"), "\(list)")
      let same = try command.write(Self.plain, to: "elsewhere/w.lua")
      #expect(try command.run("run", same).status == 2)
      let kept = command.folder.appending(path: ".config/luawidget/secrets")
      if FileManager.default.fileExists(atPath: kept.path) {
        let folder = try #require(FileManager.default.contentsOfDirectory(atPath: kept.path).first)
        let stored = kept.appending(path: "\(folder)/token").path
        #expect(try FileManager.default.attributesOfItem(atPath: stored)[.posixPermissions] as? Int == 0o600)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: stored)
        let open = try command.run("run", file)
        #expect(open.status == 2 && open.errors.contains("chmod 600"), "\(open)")
      }
      #expect(try command.run("secret", "clear", file, "token").output == "1 secret removed\n")
      #expect(try command.run("secret", "clear", file, "token").status == 1)
      let none = try command.run("secret", "clear", file)
      #expect(none.status == 1 && none.errors.contains("no secret of \(file) is stored (other, token)"), "\(none)")
      let typo = try command.run("secret", "clear", file, "tokn")
      #expect(typo.status == 1 && typo.errors.contains("declares no secret \"tokn\"; did you mean \"token\"?"), "\(typo)")
      #expect(try command.run("run", file).status == 2)
    }
  }

  @Test(
    "an invalid secret is not stored",
    arguments: [
      ("", "token", "token was not stored: it is empty"), ("\nx", "token", "it is empty"),
      (String(repeating: "x", count: 5000), "token", "it exceeds 4096 bytes"),
      ("value", "tokn", "declares no secret \"tokn\"; did you mean \"token\"?"),
    ])
  func notKept(_ input: String, _ name: String, _ words: String) async throws {
    try await withCommand { command in
      try command.write(Self.plain, to: "w.lua")
      let outcome = try set(command, input, name)
      #expect(outcome.status == (name == "token" ? 2 : 1) && outcome.errors.contains(words), "\(outcome)")
      #expect(!FileManager.default.fileExists(atPath: command.folder.appending(path: ".config/luawidget/secrets").path))
    }
  }

  @Test("a terminal shows a prompt and no echo; Ctrl-C cancels, and Ctrl-Z is not a part of the secret")
  func typed() async throws {
    try await withCommand { command in
      let file = try command.write(Self.plain, to: "w.lua")
      let live = try LiveCommand(command, ["secret", "set", file, "token"], columns: 110, ownsTerminal: true)
      _ = try await live.see("token:")
      try live.type("hunt\u{1A}ex\u{7F}r22\r")
      #expect(try await live.end() == 0)
      #expect(live.text.contains("token: stored in") && !live.text.contains("hunte"), "\(live.text)")
      #expect(try command.run("run", file).errors.contains("8nil"))
      let given = try LiveCommand(command, ["secret", "set", file, "token"], columns: 110, ownsTerminal: true)
      _ = try await given.see("token:")
      try given.type("abc\u{3}")
      #expect(try await given.end() == 130)
      #expect(given.isRestored)
    }
  }
}
