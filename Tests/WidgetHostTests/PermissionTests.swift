import Testing
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetTesting

/// Permissions of a script, through the real worker and broker.
@Suite struct PermissionTests {
  private static func widget(_ manifest: String, _ update: String, rest: String = "") -> String {
    """
    widget { permissions = { \(manifest) } }
    result = "nothing"
    function perform_update() \(update) return update_result.new_data end
    function content() return ui.vstack { ui.text { result }, \(rest) } end
    """
  }

  private func result(_ widget: TestWidget) async -> String? {
    guard case .text(let text) = await widget.session.snapshot?.view?.children.first?.content else { return nil }
    return text
  }

  @Test(
    "nothing works without permission, and the error has a remedy",
    arguments: [
      ("", "env.get 'HOME'", "env \"HOME\" (not in the manifest)", "add env = { \"HOME\" } to permissions in test.lua"),
      ("env = { 'HOME' }", "env.get 'HOME'", "env \"HOME\" (not allowed yet)", "run it with --allow env=HOME"),
      ("env = { 'HOME' }", "env.get 'HOM'", "env \"HOM\" (not in the manifest)", "add env"),
      ("run = { 'git' }", "run { 'git', 'status' }", "run \"git\" (not allowed yet)", "--allow run=git"),
      ("", "run { 'git' }", "run \"git\" (not in the manifest)", "add run = { \"git\" }"),
      ("notify = true", "notify { title = 'a' }", "notify (not allowed yet)", "--allow notify"),
      ("", "container('group.x'):read('a')", "group \"group.x\" (not in the manifest)", "add groups = { \"group.x\" }"),
      ("", "defaults.suite('group.x').get('a')", "group \"group.x\" (not in the manifest)", "add groups"),
      ("", "device.disk()", "device \"disk\" (not in the manifest)", "add device = { \"disk\" }"),
      (
        "device = { 'disk' }, net = { 'a.example' }", "device.disk()", "device \"disk\" (not allowed yet)",
        "--allow device=disk"
      ),
    ])
  func denied(manifest: String, call: String, words: String, remedy: String) async throws {
    let widget = TestWidget(Self.widget(manifest, call), environment: ["HOME": "/home/me"])
    let failure = try #require(await widget.failure())
    #expect(failure.kind == .denied, "\(failure)")
    #expect(failure.message == "permission denied: \(words)")
    #expect(failure.location?.line == 3)
    #expect(failure.remedy?.hasPrefix(remedy) == true || failure.remedy?.contains(remedy) == true, "\(failure)")
    #expect(widget.programs.calls.isEmpty && widget.notifier.shown.isEmpty)
  }

  @Test("allowed operations work: variables, programs, groups, notifications")
  func allowed() async throws {
    let source = Self.widget(
      "env = { 'HOME', 'NONE' }, run = { 'git' }, groups = { 'group.x' }, notify = true",
      """
      local files = container("group.x")
      files:write("notes/a.txt", "kept")
      local ran = run { "git", "-C", "/x y", "status" }
      result = table.concat({ env.get "HOME", tostring(env.get "NONE"), ran.status .. ran.stdout, files:read("notes/a.txt"),
        tostring(files:exists("b")), table.concat(files:list(), " "), tostring(files:remove("notes/a.txt")),
        tostring(notify { title = "T", body = "B" }) }, "|")
      """)
    let widget = TestWidget(source, allow: ["env=HOME", "env=NONE", "run=git", "notify"], environment: ["HOME": "/home/me"])
    widget.programs.program("/usr/bin/git", "clean")
    #expect(await widget.update().result == .newData)
    #expect(await result(widget) == "/home/me|nil|0clean|kept|false|notes/|true|true")
    #expect(widget.programs.calls == [["/usr/bin/git", "-C", "/x y", "status"]])
    #expect(widget.notifier.shown.map(\.title) == ["T"])
  }

  @Test("a program that cannot be started is nil and an error")
  func errors() async throws {
    let widget = TestWidget(
      Self.widget("run = { 'git' }", "local r, err = run { 'git' } result = err.kind .. ': ' .. tostring(err)"),
      allow: ["run=git"])
    await widget.update()
    #expect(await result(widget) == "connect: /usr/bin/git could not be started: no such file")
  }

  @Test(
    "wrong arguments are raised before the permission is checked",
    arguments: [
      ("run {}", "run: words must begin with the program's name"), ("run 'git'", "run: words must be a list"),
      ("run { 'git', {} }", "run: words[2] must be a string, got table"),
      ("run { 'a\\0b' }", "run: words[1] must be at most 64 KiB of text without NUL"),
      ("env.get ''", "env.get: \"\" is not the name of a variable"), ("env.get 'A=B'", "env.get: \"A=B\" is not the name"),
      ("container '../x'", "container: \"../x\" is not a valid container name"),
      ("container(1)", "container: the name must be a string"),
      ("notify {}", "notify: title must be a string or a number, got nil"),
      ("notify { title = 'a', bdoy = 'b' }", "did you mean \"body\"?"),
      ("open_url 'x'", "open_url: the URL "),
    ])
  func wrong(call: String, words: String) async throws {
    let failure = try #require(await TestWidget(Self.widget("", call)).failure())
    #expect(failure.kind == .script && failure.message.contains(words), "\(failure)")
  }

  @Test("a tap opens one URL of an allowed scheme, and never a dangerous one")
  func openURL() async throws {
    func taps(_ handler: String, allow: [String] = []) async throws -> (opened: [String], failure: Failure?) {
      let widget = TestWidget(
        Self.widget("open_url = { 'https', 'myapp' }", "", rest: "ui.button { 'Go', action = function() \(handler) end }"),
        allow: allow)
      await widget.update()
      var failure: Failure?
      do throws(Failure) { try await widget.press() } catch { failure = error }
      return (widget.opener.opened, failure)
    }
    #expect(try await taps("open_url 'https://a.example/?q=1#f'") == (["https://a.example/?q=1#f"], nil))
    let twice = try await taps("open_url 'https://a.example' open_url 'https://b.example'")
    #expect(twice.opened == ["https://a.example"] && twice.failure?.message == "open_url opens one URL a tap")
    let own = try await taps("open_url 'myapp://x'")
    #expect(own.opened == [] && own.failure?.message.contains("open_url \"myapp\" (not allowed yet)") == true)
    #expect(try await taps("open_url 'myapp://x'", allow: ["open_url=myapp"]).opened == ["myapp://x"])
    for url in ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "-x", "https://a b", "", "http://a.example"] {
      let refused = try await taps("open_url '\(url)'")
      #expect(refused.opened == [] && refused.failure != nil, "\(url)")
    }
  }

  @Test("five notifications an hour, across runs; long texts are truncated, control characters escaped")
  func notifications() async throws {
    let widget = TestWidget(
      Self.widget(
        "notify = true",
        """
        local shown, err = 0, nil
        for i = 1, 7 do local ok, problem = notify { title = ("t\\27[2J"):rep(60), body = "<b>" } if ok then shown = shown + 1 else err = problem end end
        result = shown .. " " .. (err and err.kind or "-")
        """), allow: ["notify"])
    await widget.update()
    #expect(await widget.text().contains("5 quota"))
    let first = try #require(widget.notifier.shown.first)
    #expect(first.title.hasPrefix("t\\u{1b}[2Jt") && first.body == "<b>")
    await widget.update(.manual)
    #expect(await widget.text().contains("0 quota"))
    widget.clock.advance(by: 3601)
    await widget.update(.manual)
    #expect(await widget.text().contains("5 quota"))
  }

  @Test("decisions are remembered for the same manifest")
  func remembered() async throws {
    let source = Self.widget("env = { 'HOME' }", "result = env.get 'HOME'")
    let first = TestWidget(source, allow: ["env=HOME"], environment: ["HOME": "/home/me"])
    await first.update()
    let again = TestWidget(source, environment: ["HOME": "/home/me"], grants: first.grants)
    await again.update()
    #expect(await again.text().contains("/home/me"))
    let changed = source.replacing("permissions =", with: "name = 'Other', permissions =")
    let failure = await TestWidget(changed, environment: ["HOME": "/home/me"], grants: first.grants).failure()
    #expect(failure?.kind == .denied)
  }
}

private func == (left: (opened: [String], failure: Failure?), right: (opened: [String], failure: Failure?)) -> Bool {
  left.opened == right.opened && left.failure == right.failure
}
