import Testing
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetTesting

/// Messages about permissions.
@Suite struct DenialTests {
  private func console(_ widget: TestWidget) async -> [ConsoleLine] {
    let events = widget.session.events.stream()
    await widget.update()
    await widget.session.close()
    var lines: [ConsoleLine] = []
    for await event in events {
      if case .console(let line) = event { lines.append(line) }
    }
    return lines
  }

  @Test("a denial that the script ignores is reported with its remedy")
  func swallowed() async {
    let widget = TestWidget("function content() pcall(env.get, 'HOME') return ui.text { 'a' } end")
    let lines = await console(widget)
    #expect(
      lines == [
        ConsoleLine(
          .warning, "permission denied: env \"HOME\" (not in the manifest); add env = { \"HOME\" } to permissions in test.lua")
      ])
  }

  @Test(
    "a program that can't be started warns once, unless the script reports it itself",
    arguments: [
      ("run { 'missing' } run { 'missing' }", ["run: /usr/bin/missing could not be started: no such file"]),
      ("local _, err = run { 'missing' } do return update_result.failed(err.message) end", []), ("run { 'true' }", []),
    ])
  func ignoredFailure(_ code: String, _ texts: [String]) async {
    let widget = TestWidget(
      """
      widget { permissions = { run = { "missing", "true" } } }
      function perform_update() \(code) return update_result.new_data end
      function content() return ui.text { "a" } end
      """, allow: ["run=missing", "run=true"])
    widget.programs.program("/usr/bin/true", "")
    #expect(await console(widget).map(\.text) == texts)
  }

  @Test("denials are reported once for each permission in a run, also those of loading, content and handlers")
  func once() async {
    let widget = TestWidget(
      """
      pcall(env.get, "LOADED")
      function perform_update()
        pcall(env.get, "HOME") pcall(env.get, "HOME") pcall(device.disk)
        return update_result.new_data
      end
      function content()
        pcall(env.get, "SHOWN")
        return ui.button { "press", action = function() pcall(env.get, "PRESSED") end }
      end
      """)
    let events = widget.session.events.stream()
    await widget.update()
    await widget.update(.schedule)
    _ = try? await widget.press()
    await widget.session.close()
    var lines: [String] = []
    var denials: [String] = []
    for await event in events {
      if case .console(let line) = event { lines.append(line.text) }
      if case .denied(let text) = event { denials.append(text) }
    }
    #expect(denials == lines)
    #expect(
      lines.compactMap { $0.split(separator: "(").first.map(String.init) } == [
        "permission denied: env \"LOADED\" ", "permission denied: env \"HOME\" ", "permission denied: device \"disk\" ",
        "permission denied: env \"SHOWN\" ", "permission denied: env \"PRESSED\" ",
      ])
  }

  @Test("a denial that is not the reason of a failed update is reported in addition to it")
  func besidesFailure() async {
    let widget = TestWidget(
      """
      function perform_update()
        pcall(env.get, "HOME")
        device.disk()
      end
      """)
    let lines = await console(widget)
    #expect(
      lines.map(\.text) == [
        "permission denied: env \"HOME\" (not in the manifest); add env = { \"HOME\" } to permissions in test.lua"
      ])
  }

  @Test(
    "an error that a denial raised is one however the script passes it on, and any other is the script's own",
    arguments: [
      ("env.get 'HOME'", .denied), ("local _, e = pcall(env.get, 'HOME') error(e)", .denied),
      ("local _, e = pcall(env.get, 'HOME') pcall(error, 'x') error(e, 0)", .denied),
      ("coroutine.wrap(function() env.get 'HOME' end)()", .denied), ("assert(fetch 'https://a.example/')", .denied),
      ("local _, e = fetch 'https://a.example/' error(e.message)", .denied),
      ("pcall(env.get, 'HOME') error 'no: env \"HOME\" (not in the manifest)'", .script),
      ("local _, e = pcall(env.get, 'HOME') error('no: ' .. e)", .script),
      ("fetch 'https://a.example/' error 'no: a.example is not in permissions.net'", .script),
    ] as [(String, Failure.Kind)])
  func origin(_ statement: String, _ kind: Failure.Kind) async {
    let widget = TestWidget("function perform_update()\n\(statement)\nend")
    let events = widget.session.events.stream()
    let failure = await widget.failure()
    await widget.session.close()
    var reported = 0
    for await event in events {
      if case .denied = event { reported += 1 }
    }
    #expect(failure?.kind == kind && failure?.location?.line == 2, "\(String(describing: failure))")
    #expect((failure?.remedy != nil) == (kind == .denied))
    #expect(failure?.message.hasPrefix("permission denied: ") == (kind == .denied))
    // The user learns of each denial once: from the failure, or from a line of its own.
    #expect(reported == (kind == .denied ? 0 : 1))
  }

  @Test(
    "the remedy names an option that works, for each permission",
    arguments: [
      ("env = { 'HOME' }", "env.get 'HOME'", "--allow env=HOME"), ("run = { 'git' }", "run { 'git' }", "--allow run=git"),
      ("open_url = { 'myapp' }", "open_url 'myapp://x'", "--allow open_url=myapp"),
      ("notify = true", "notify { title = 'a' }", "--allow notify"),
      ("device = { 'disk' }, run = { 'git' }", "device.disk()", "--allow device=disk"),
      ("groups = { 'group.x' }", "defaults.suite('group.x').get 'a'", "--allow group=group.x"),
      ("private_net = { '192.168.1.4:8080' }", "fetch 'http://192.168.1.4:8080/'", "--allow private_net=192.168.1.4:8080"),
      ("private_net = { 'localhost:8080' }", "fetch 'http://localhost:8080/'", "--allow private_net=localhost:8080"),
      ("net = { '192.168.1.4:8080' }", "fetch 'http://192.168.1.4:8080/'", "--allow private_net=192.168.1.4:8080"),
      (
        "net = { { setting = 'api' } } }, settings = { api = { type = 'url', default = 'http://10.0.0.4:81/' }",
        "fetch 'http://10.0.0.4:81/'", "--allow private_net=10.0.0.4:81"
      ),
    ])
  func remedies(_ permissions: String, _ call: String, _ remedy: String) async throws {
    let grants = MemoryGrantStore()
    // Another widget uses the group already.
    try grants.remember([GrantRecord(.group("group.x"), isAllowed: true)], of: "other", manifest: [])
    let source = """
      widget { permissions = { \(permissions) } }
      function content() pcall(function() return \(call) end) return ui.text { 'a' } end
      """
    func denials(allow: [String]) async -> [String] {
      let widget = TestWidget(source, allow: allow, grants: grants)
      widget.programs.program("/usr/bin/git", "")
      return await console(widget).map(\.text)
    }
    let denied = await denials(allow: [])
    #expect(denied.count == 1 && denied[0].contains(remedy), "\(denied)")
    #expect(await denials(allow: [String(remedy.dropFirst("--allow ".count))]) == [])
    // Remembered.
    #expect(await denials(allow: []) == [])
  }

  @Test("metrics are a question if the host of a setting's URL could get them")
  func metricsAndSettings() async throws {
    let widget = TestWidget(
      """
      widget { settings = { u = { type = 'url' } }, permissions = { device = { 'disk' }, net = { { setting = 'u' } } } }
      function content() pcall(device.disk) return ui.text 'a' end
      """, settings: ["u": "https://a.example/"])
    #expect(await console(widget).map(\.text).contains { $0.contains("--allow device=disk") })
  }

  @Test("a link of a widget that reads metrics without a question needs open_url in the manifest, which makes them a question")
  func linksWithMetrics() async throws {
    func links(_ permissions: String) async throws -> Bool {
      let widget = TestWidget(
        """
        widget { permissions = { \(permissions) } }
        function content() return ui.link { 'more', url = 'https://a.example/' } end
        """)
      await widget.update()
      guard case .link = try #require(await widget.session.snapshot?.view).content else { return false }
      return true
    }
    #expect(try await links(""))
    #expect(try await links("net = { 'a.example' }"))
    for read in ["device = { 'disk' }"] + MachineService.allCases.map({ "\($0.rawValue) = { 'read' }" }) {
      #expect(try await !links(read), "\(read)")
    }
    #expect(try await links("device = { 'disk' }, open_url = { 'https' }"))
  }

  @Test(
    "--allow grants nothing the manifest doesn't request, whatever its kind, and says so",
    arguments: [
      ("net=a.example", "fetch('https://a.example/')"), ("private_net=192.168.1.4:80", "fetch('http://192.168.1.4/')"),
      ("device=disk", "device.disk()"), ("env=HOME", "env.get('HOME')"), ("run=git", "run { 'git' }"),
      ("group=group.x", "defaults.suite('group.x').get('a')"), ("notify", "notify { title = 'a' }"),
      ("open_url=myapp", "open_url('myapp://x')"),
    ])
  func unrequested(_ permission: String, _ use: String) async {
    let grants = MemoryGrantStore()
    for manifest in ["", "widget { name = 'A', permissions = { env = { 'OTHER' } } } "] {
      let widget = TestWidget(
        manifest + "function content() local ok, a, b = pcall(function() return \(use) end) "
          + "return ui.text { tostring(not ok and a or b) } end", allow: [permission], grants: grants)
      let lines = await console(widget).map(\.text)
      #expect(
        lines.contains { $0.hasPrefix("you allowed \(permission), but the manifest doesn't request it") },
        "\(permission) \(lines)")
      let text = await widget.text()
      #expect(text.contains("not in") || text.contains("no permission") || text.contains("handler"), "\(permission) \(text)")
    }
    #expect((try? grants.list().isEmpty) == true)
  }

  @Test("the remedy for an address of private_net names private_net")
  func privateRemedy() async {
    let source = """
      widget { permissions = { private_net = { '192.168.1.4:80' } } }
      function content() return ui.text { select(2, fetch('http://192.168.1.4/')).remedy } end
      """
    let widget = TestWidget(source)
    await widget.update()
    guard case .text(let text) = await widget.session.snapshot?.view?.content else { return }
    #expect(text == "allow it with --allow private_net=192.168.1.4")
  }

  @Test("a group cannot have the name of a widget's defaults")
  func groupNamespace() async throws {
    let victim = TestWidget("function content() defaults.set('k', 'private') return ui.text { 'a' } end", name: "victim.lua")
    await victim.update()
    let id = await victim.session.identity.id
    let attack = TestWidget(
      """
      widget { permissions = { groups = { '\(id)' } } }
      function content()
        local suite = defaults.suite('\(id)')
        local before = suite.get('k')
        suite.set('k', 'overwritten')
        return ui.text { tostring(before) }
      end
      """, defaults: victim.defaults)
    await attack.update()
    guard case .text(let text) = await attack.session.snapshot?.view?.content else {
      Issue.record("no view")
      return
    }
    #expect(text == "nil")
    #expect(try victim.defaults.value("k", in: id) == "private")
  }

  @Test("a family that the manifest does not list is refused, with those that it lists")
  func family() async {
    let widget = TestWidget(
      "widget { families = { 'small', 'large' } } function content(c) return ui.text { tostring(c.family) } end")
    var context = TestWidget.context()
    context.family = .medium
    guard case .failed(let failure, _) = await widget.session.update(context) else {
      Issue.record("not refused")
      return
    }
    #expect(failure.kind == .usage && failure.message == "test.lua has no view for the family \"medium\"")
    #expect(failure.remedy == "it has views for: small, large")
    context.family = nil
    #expect(await widget.session.update(context).result == .newData)
    #expect(await widget.text().contains("nil"))
  }

  @Test("exceeding the CPU limit names the line that was running")
  func runningLine() async {
    let widget = TestWidget("function content()\n  local n = 0\n  while true do\n    n = n + 1\n  end\nend")
    let failure = await widget.failure()
    #expect(failure?.kind == .killedTime)
    #expect((3...4).contains(failure?.location?.line ?? 0))
  }
}
