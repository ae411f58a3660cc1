import Foundation
import Testing
import WidgetTesting

/// The whole way: a widget sends a notification, the user responds, and its handler runs.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: PrivateDesktop.daemon), "needs dbus"))
struct NotificationActionTests {
  private static let source = """
    widget { name = "Challenge", permissions = { notify = true, groups = { "group.responses" } }, settings = { who = { type = "string" } } }
    notify.category {
      id = "challenge",
      actions = {
        { id = "fight", title = "Fight", foreground = true, authentication_required = true },
        { id = "surrender", title = "Surrender", destructive = true },
        { id = "reply", title = "Reply", text_input = { "Write back" } },
      },
    }
    function perform_update()
      local shown, err = notify { id = "c1", category = "challenge", title = "Challenge", body = settings.who .. " challenges you",
                                  urgency = "critical" }
      if not shown then return update_result.failed(err) end
      return update_result.new_data
    end
    local response = "nothing yet"
    function on_notification(event)
      response = table.concat({ event.id, event.category, event.action, event.text or "-", settings.who }, " ")
      container "group.responses":write("response", response)
    end
    function content() return ui.text { response } end
    """

  /// Runs the widget, which sends its notification.
  private func send(_ desktop: PrivateDesktop) async throws -> FakeNotificationServer.Shown {
    try Self.source.write(toFile: desktop.folder("home/challenge.lua"), atomically: true, encoding: .utf8)
    let outcome = try await desktop.run("run", "challenge.lua", "--allow", "notify", "--set", "who=dumdum86")
    #expect(outcome.status == 0, "\(outcome)")
    return try #require(desktop.server.shown.last)
  }

  private func response(_ desktop: PrivateDesktop) async throws -> String {
    let path = desktop.folder("home/.local/share/luawidget/containers/group.responses/response")
    try await eventually("the handler runs") { FileManager.default.fileExists(atPath: path) }
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test("an action runs the handler of the widget with its settings, stores the new view and closes the notification")
  func action() async throws {
    let desktop = try await PrivateDesktop()
    let shown = try await send(desktop)
    #expect(shown.summary == "Challenge" && shown.body == "dumdum86 challenges you")
    #expect(
      shown.actions == ["default", "Open", "fight", "Fight", "reply", "Reply", "surrender", "⚠ Surrender"])
    desktop.server.invoke("surrender", of: shown.number)
    #expect(try await response(desktop) == "c1 challenge surrender - dumdum86")
    let server = desktop.server
    try await eventually("it is closed") { server.closed == [shown.number] }
    try await desktop.notifierEnds()
    try await eventually("the new view is stored") {
      try await desktop.run("snapshot", "show", "challenge").output.contains("c1 challenge surrender")
    }
  }

  @Test("an action that needs authentication is refused while the screen is locked, and can be repeated")
  func locked() async throws {
    let desktop = try await PrivateDesktop()
    desktop.server.setLocked(true)
    let shown = try await send(desktop)
    desktop.server.invoke("fight", of: shown.number)
    let server = desktop.server
    try await eventually("it is shown again") { server.shown.count == 2 }
    #expect(server.shown.last?.body == "dumdum86 challenges you\nUnlock the screen first.")
    server.setLocked(false)
    server.invoke("fight", of: server.shown.last?.number ?? 0)
    #expect(try await response(desktop) == "c1 challenge fight - dumdum86")
  }

  @Test("the text of an inline reply arrives with its action")
  func reply() async throws {
    let desktop = try await PrivateDesktop(capabilities: ["body", "actions", "inline-reply"])
    let shown = try await send(desktop)
    #expect(shown.actions.contains("inline-reply"))
    desktop.server.reply("never", to: shown.number)
    #expect(try await response(desktop) == "c1 challenge reply never dumdum86")
  }

  @Test("an action that was never offered is no response")
  func forged() async throws {
    let desktop = try await PrivateDesktop()
    let shown = try await send(desktop)
    desktop.server.invoke("explode", of: shown.number)
    desktop.server.invoke("surrender", of: shown.number + 1)
    desktop.server.invoke("default", of: shown.number)
    #expect(try await response(desktop) == "c1 challenge default - dumdum86")
  }

  @Test("a signal of another client of the bus is no response, whether it is for everyone or for the notifier alone")
  func otherClient() async throws {
    let desktop = try await PrivateDesktop(capabilities: ["body", "actions", "inline-reply"])
    let shown = try await send(desktop)
    let address = try #require(desktop.environment["DBUS_SESSION_BUS_ADDRESS"])
    for receiver in [nil, shown.caller] {
      for (member, text) in [("ActionInvoked", "fight"), ("NotificationReplied", "forged"), ("ActivationToken", "forged")] {
        try FakeNotificationServer.forge(member, shown.number, text, to: receiver, address: address)
      }
    }
    desktop.server.invoke("surrender", of: shown.number)
    #expect(try await response(desktop) == "c1 challenge surrender - dumdum86")
  }

  @Test("an action that the server was not given is no response: the default one, or one without its text")
  func notOffered() async throws {
    let desktop = try await PrivateDesktop(capabilities: ["body", "actions", "inline-reply"])
    let shown = try await send(desktop)
    #expect(!shown.actions.contains("reply"), "it is offered as inline-reply")
    for action in ["reply", "inline-reply", ""] { desktop.server.invoke(action, of: shown.number) }
    desktop.server.reply("never", to: shown.number)
    #expect(try await response(desktop) == "c1 challenge reply never dumdum86")

    let other = try await PrivateDesktop()
    let plain = """
      widget { name = "Plain", permissions = { notify = true, groups = { "group.responses" } } }
      function perform_update() notify { title = "Plain" } return update_result.new_data end
      function on_notification(event) container "group.responses":write("response", event.action) end
      function content() return ui.text { "plain" } end
      """
    try plain.write(toFile: other.folder("home/plain.lua"), atomically: true, encoding: .utf8)
    #expect(try await other.run("run", "plain.lua", "--allow", "notify").status == 0)
    let number = try #require(other.server.shown.last?.number)
    other.server.invoke("default", of: number)
    // The notifier handles signals in order: after this one it has nothing to show, and ends.
    other.server.dismiss(number)
    try await other.notifierEnds()
    let path = other.folder("home/.local/share/luawidget/containers/group.responses/response")
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("widgets/challenge.lua: the challenge arrives, Surrender and Fight are handled, and another challenge follows")
  func challenge() async throws {
    let desktop = try await PrivateDesktop()
    let widget = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../widgets/challenge.lua")
      .standardizedFileURL.path
    func response(_ action: String, _ state: String) async throws {
      let before = desktop.server.shown.count
      let sent = try await desktop.run("run", widget, "--allow", "notify", "--set", "delay=0")
      #expect(sent.output.contains("A challenge is on its way"), "\(sent)")
      let shown = try #require(desktop.server.shown.last)
      #expect(desktop.server.shown.count == before + 1)
      #expect(shown.body == "dumdum86 has challenged you to fight about nothing.")
      #expect(shown.actions == ["default", "Open", "fight", "Fight", "surrender", "⚠ Surrender"])
      desktop.server.invoke(action, of: shown.number)
      try await eventually("the state is \(state)") {
        try await desktop.run("defaults", "read", widget, "state").output == "\"\(state)\"\n"
      }
    }
    try await response("surrender", "surrendered")
    #expect(try await desktop.run("run", widget, "--set", "delay=0").output.contains("You surrendered"))
    #expect(try await desktop.run("defaults", "delete", widget, "state").status == 0)
    try await response("fight", "fighting")
    #expect(try await desktop.run("run", widget, "--set", "delay=0").output.contains("You fight about nothing"))
  }
}
