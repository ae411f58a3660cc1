import Foundation
import Testing
import WidgetServices
import WidgetTesting

/// A random secret on every way out of the program, in every form listed in docs/secrets.md.
@Suite(.timeLimit(.minutes(5))) struct SecretPropertyTests {
  /// 64 bits at a time; the same for the same seed.
  private struct Random: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  private static func secret(_ random: inout Random) -> String {
    let alphabet = Array("abcdefghXYZ0189 +/%&\"'<>\\äß€😀=-_.~".unicodeScalars)
    var secret = "k7"
    for _ in 0..<Int.random(in: 8...40, using: &random) {
      secret.unicodeScalars.append(alphabet.randomElement(using: &random) ?? "x")
    }
    return secret + "z9"
  }

  /// The secret in every documented form, alone; the base64 forms inside a longer text.
  private static func forms(of secret: String) -> [String: String] {
    func percent(_ text: String, all: Bool = false) -> String {
      text.utf8.map { byte in
        let isPlain = !all && (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        return isPlain ? String(Unicode.Scalar(byte)) : "%" + hex(byte)
      }.joined()
    }
    func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
    func json(_ text: String) -> String {
      text.utf16.map { unit in
        let digits = String(unit, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
    }
    func html(_ text: String) -> String {
      text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
        .replacingOccurrences(of: ">", with: "&gt;").replacingOccurrences(of: "\"", with: "&quot;")
        .replacingOccurrences(of: "'", with: "&#39;")
    }
    var forms = [
      "plain": secret, "lowercase": secret.lowercased(), "percent": percent(secret), "all percent": percent(secret, all: true),
      "form": percent(secret).replacingOccurrences(of: "%20", with: "+"), "double percent": percent(percent(secret)),
      "HTML": html(secret), "numeric HTML": secret.unicodeScalars.map { "&#x\(String($0.value, radix: 16));" }.joined(),
      "hexadecimal": secret.utf8.map(hex).joined(),
      "JSON": json(secret),
      "double JSON": json(secret).replacingOccurrences(of: "\\", with: "\\\\"),
    ]
    for offset in 0..<3 {
      let encoded = Data((String("us:".prefix(offset)) + secret + ":end").utf8).base64EncodedString()
      forms["base64 at \(offset)"] = encoded
      forms["base64url at \(offset)"] = encoded.replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
    }
    return forms
  }

  /// Hands its secret, in a form sent by the server, to everything that stores or shows text.
  private static func source(_ url: String) -> String {
    """
    widget { name = "Leaks", settings = { token = { type = "secret", required = true } },
      permissions = { net = { "\(url.split(separator: "/")[1])" }, notify = true, run = { "echo" }, groups = { "group.leaks" } } }
    local token, leaks = settings.token, {}
    function perform_update()
      local response, err = fetch("\(url)?q=" .. url.encode(token), { headers = { ["X-Token"] = base64.encode(token) } })
      leaks = { token, err and err.message }
      if response then
        for line in response.body:gmatch("[^\\n]+") do leaks[#leaks + 1] = line end
        leaks[#leaks + 1] = response.headers["x-echo"]
      end
      local files = container("group.leaks")
      local suite = defaults.suite("group.leaks")
      for i, leak in ipairs(leaks) do
        print("printed", leak)
        print(string.rep("x", 1000) .. leak)
        log.warning(leak)
        cache.set("cache" .. i, leak)
        cache.set("key" .. leak, i)
        defaults.set("defaults" .. i, { nested = { leak } })
        suite.set("suite" .. i, leak)
        files:write("file" .. i, leak)
        local _, refused = fetch("http://" .. leak:gsub("[^%w]", ""):lower():sub(1, 60) .. ".invalid/")
        leaks["refused" .. i] = refused and refused.message
      end
      local wrong, header = fetch("\(url)", { headers = { [token] = "x" } })
      print(header and header.message)
      notify { title = leaks[1], body = table.concat(leaks, " "):sub(1, 490), id = leaks[1] }
      local told = run { "echo", token }
      print("told", told and told.stdout == token .. "\\n")
      if leaks[2] and leaks[2]:find("raise") then error(string.rep("y", 470) .. token) end
      return update_result.new_data
    end
    local function tapped() end
    function content()
      local rows = { align = "leading" }
      for i, leak in ipairs(leaks) do
        rows[#rows + 1] = ui.text { leak, accessibility = leak }
        rows[#rows + 1] = ui.label { leak, icon = "star" }
        rows[#rows + 1] = ui.link { leak, url = "https://example.com/?q=" .. url.encode(leak) }
        rows[#rows + 1] = ui.button { leak, action = tapped }
        rows[#rows + 1] = ui.gauge { 0.5, text = leak, value_text = leak }
      end
      rows[#rows + 1] = ui.chart { type = "pie", series = { { name = token, values = { 1, 2 } } }, labels = { token, "b" } }
      return ui.vstack(rows)
    end
    """
  }

  /// Texts that mustn't appear: each form, and for base64 the part determined by the secret alone.
  private static func needles(_ secret: String, _ forms: [String: String]) -> [(form: String, bytes: Data)] {
    var needles: [(String, Data)] = []
    for (name, form) in forms {
      if name.hasPrefix("base64") {
        needles.append((name, Data(form.dropFirst(8).dropLast(8).utf8)))
      } else {
        needles.append((name, Data(form.utf8)))
      }
    }
    // Where a text was cut off, at most seven bytes may be left.
    needles.append(("beginning", Data(secret.utf8.prefix(12))))
    return needles
  }

  @Test("no form of a random secret reaches the text of a notification", arguments: 0..<4)
  func notifications(_ number: Int) async throws {
    var random = Random(state: 20_261_122 &+ UInt64(number))
    let secret = Self.secret(&random)
    let forms = Self.forms(of: secret)
    let needles = Self.needles(secret, forms)
    for (name, form) in forms.sorted(by: { $0.key < $1.key }) {
      let literal =
        "\"" + form.utf8.map { "\\" + String(repeating: "0", count: $0 < 10 ? 2 : $0 < 100 ? 1 : 0) + "\($0)" }.joined() + "\""
      let title = form.count <= UserNotification.titleLimit ? literal : #""title""#
      let body = form.count <= UserNotification.bodyLimit ? literal : "settings.token"
      let widget = TestWidget(
        """
        widget { settings = { token = { type = "secret" } }, permissions = { notify = true } }
        function perform_update()
          assert(notify { title = \(title), body = \(body), id = \(body) })
          return update_result.new_data
        end
        function content() return ui.text "" end
        """, settings: ["token": "env:TOKEN"], allow: ["notify"], environment: ["TOKEN": secret])
      #expect(await widget.failure() == nil, "seed \(number), \(name)")
      let shown = try #require(widget.notifier.shown.first)
      #expect("\(shown.title)\(shown.body)".contains("•"), "seed \(number), \(name)")
      let text = Data("\(shown.title) \(shown.body) \(shown.id ?? "")".utf8)
      for needle in needles where text.range(of: needle.bytes) != nil {
        Issue.record("seed \(number): \(name) shows \(needle.form)")
      }
    }
  }

  private static func leaks(_ command: Command, _ needles: [(form: String, bytes: Data)]) throws -> [String] {
    var found: [String] = []
    let files = try #require(FileManager.default.enumerator(at: command.folder, includingPropertiesForKeys: [.isRegularFileKey]))
    for case let file as URL in files where try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
      if file.lastPathComponent == "w.lua" { continue }
      let bytes = try Data(contentsOf: file)
      for needle in needles where bytes.range(of: needle.bytes) != nil || Data(file.path.utf8).range(of: needle.bytes) != nil {
        found.append("\(file.lastPathComponent): \(needle.form)")
      }
    }
    return found
  }

  @Test("a random secret leaves the program only where the widget may send it", arguments: 0..<4)
  func everywhere(_ number: Int) async throws {
    let base = ProcessInfo.processInfo.environment["SECRET_SEED"].flatMap { UInt64($0) } ?? 20_261_122
    let seed = base &+ UInt64(number)
    var random = Random(state: seed)
    let secret = Self.secret(&random)
    let forms = Self.forms(of: secret)
    let needles = Self.needles(secret, forms)
    try await withCommand { command in
      let environment = ["TOKEN": secret]
      let file = try await withLoopbackServer { server async throws in
        let body = (number == 3 ? ["raise"] : []) + forms.values.sorted()
        server.on("/x", .text(body.joined(separator: "\n"), headers: [("X-Echo", forms["percent"] ?? "")]))
        let file = try command.write(Self.source(server.url("/x")), to: "w.lua")
        let arguments = [
          "run", file, "--set", "token=env:TOKEN", "--allow", "net=127.0.0.1:\(server.port)", "--allow", "notify", "--allow",
          "run=echo", "--allow", "group=group.leaks",
        ]
        for format in ["json", "text", "ansi", "html", "markdown", "spoken", "svg"] {
          let outcome = try command.run(
            arguments + ["--format", format] + (format == "json" ? ["--record", "tapes"] : []), environment: environment)
          #expect(outcome.status == (number == 3 ? 3 : 0), "seed \(seed): \(format) \(outcome.errors.suffix(500))")
          #expect(outcome.errors.contains("printed    •••"), "seed \(seed): \(outcome.errors.prefix(500))")
          #expect(outcome.errors.components(separatedBy: "printed    ").count > forms.count, "seed \(seed): no response")
          // A program gets the secret itself.
          #expect(outcome.errors.contains("told    true"), "seed \(seed): \(outcome.errors.prefix(500))")
        }
        let replayed = try command.run(arguments + ["--replay", "tapes", "--format", "json"], environment: environment)
        #expect(replayed.errors.contains("printed    •••"), "seed \(seed)")
        let live = try LiveCommand(command, arguments + ["--watch"], columns: 100, rows: 50, environment: environment)
        _ = try await live.see(number == 3 ? "raise" : "•••")
        try live.type("q")
        _ = try await live.end()
        try command.write(live.bytes, to: "terminal")
        return file
      }
      for arguments in [
        ["cache", "list"], ["cache", "show", file, "cache1"], ["snapshot", "show", file], ["defaults", "read"],
        ["defaults", "read", file],
        ["permissions", "list"],
      ] {
        _ = try command.run(arguments)
      }
      // Every output of these commands is a file in the folder.
      #expect(try Self.leaks(command, needles) == [], "seed \(seed), secret \(secret)")
    }
  }
}
