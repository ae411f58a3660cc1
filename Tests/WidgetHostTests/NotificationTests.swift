import Testing
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetTesting

/// `notify`, categories and responses, as a script sees them.
@Suite struct NotificationTests {
  private static let category = """
    notify.category {
      id = "challenge",
      actions = {
        { id = "fight", title = "Fight", foreground = true, authentication_required = true },
        { id = "surrender", title = "Surrender", destructive = true },
        { id = "reply", title = "Reply", text_input = { "Write" } },
      },
      minimal = { "reply" },
    }
    """

  private func widget(_ update: String, category: String = category, handler: String = "", allow: [String] = ["notify"])
    -> TestWidget
  {
    TestWidget(
      """
      widget { name = "Challenge", icon = "bell", permissions = { notify = true, open_url = { "https" } } }
      \(category)
      local shown = "-"
      function perform_update() \(update) return update_result.new_data end
      function on_notification(event) \(handler) end
      function content() return ui.text { shown } end
      """, allow: allow)
  }

  @Test("a notification carries its category, delay, urgency and icon")
  func fields() async throws {
    let test = widget(
      "shown = tostring(notify { id = 7, title = 'T', category = 'challenge', after = '10s', urgency = 'critical', icon = 'clock' })"
    )
    #expect(await test.update().result == .newData)
    let shown = try #require(test.notifier.shown.first)
    #expect(shown.id == "7" && shown.urgency == .critical && shown.icon == "clock" && shown.sender.name == "Challenge")
    #expect(shown.dueAt == test.clock.now() + 10)
    #expect(shown.category?.actions.map(\.id) == ["fight", "surrender", "reply"])
    #expect(shown.category?.minimalActions.map(\.placeholder) == ["Write"])
    #expect(await test.text().contains("true"))
  }

  @Test("cancel removes the notification with the same id")
  func cancel() async throws {
    let test = widget("notify { id = 'a', title = 'T' } notify.cancel 'a'")
    await test.update()
    #expect(test.notifier.cancelled == test.notifier.shown.map(\.key))
  }

  @Test(
    "mistakes name what is wrong and the closest name",
    arguments: [
      ("notify { title = 'T', category = 'chalenge' }", #"no category "chalenge" is registered; did you mean "challenge"?"#),
      ("notify { title = 'T', urgency = 'hihg' }", "urgency must be"),
      ("notify { title = 'T', after = 'soon' }", "notify: after"),
      ("notify { title = 'T', after = -1 }", "notify: after: must not be negative"),
      (
        "notify.category { id = 'x', actions = { { id = 'fight', title = 'F' } }, minimal = { 'figt' } }",
        #"minimal: "x" has no action "figt"; did you mean "fight"?"#
      ),
      ("notify.category { id = 'x', actions = {} }", "0 actions; it must have 1 to 4"),
      ("notify.category { id = 'x', actions = { { id = 'a', title = 'A', forground = true } } }", "did you mean \"foreground\"?"),
      ("notify.category { id = 'x', actions = { { id = 'default', title = 'A' } } }", "what a click on the notification itself"),
      (
        "notify.category { id = 'x', actions = { { id = 'a', title = 'A' }, { id = 'a', title = 'B' } } }",
        "two actions have the id"
      ),
    ])
  func mistakes(_ call: String, _ words: String) async throws {
    let failure = try #require(await widget(call).failure())
    #expect(failure.kind == .script && failure.message.contains(words), "\(failure)")
  }

  @Test("where nothing shows notifications, notify returns nil and an error")
  func unavailable() async throws {
    let test = TestWidget(
      """
      widget { permissions = { notify = true } }
      function content() local shown, err = notify { title = "T" } return ui.text { tostring(shown) .. " " .. err.kind } end
      """, allow: ["notify"], notifier: FakeNotifier(failure: .unavailable(reason: "no bus")))
    await test.update()
    #expect(await test.text().contains("nil connect"))
  }

  @Test("a category without on_notification is an error when the script loads")
  func noHandler() async throws {
    let test = TestWidget("\(Self.category) function content() return ui.text { 'a' } end")
    let failure = try #require(await test.failure())
    #expect(failure.kind == .load && failure.message.contains("does not define on_notification"), "\(failure)")
  }

  // MARK: Responses

  private func respond(_ test: TestWidget, _ action: String, category: String? = "challenge", text: String? = nil) async throws
    -> Bool
  {
    try await test.session.respond(
      NotificationResponse(
        sender: NotificationSender(instance: "a", name: "a"), id: "7", category: category, action: action, text: text),
      context: TestWidget.context(.action))
  }

  @Test("the event has the id, the category, the action and the text; the new view is stored")
  func event() async throws {
    let test = widget("", handler: "shown = event.id .. event.category .. event.action .. tostring(event.text)")
    #expect(try await !respond(test, "reply", text: "hello"))
    #expect(await test.text().contains("7challengereplyhello"))
    #expect(try await !respond(test, "surrender"))
    #expect(await test.text().contains("7challengesurrendernil"))
    #expect(test.counters.snapshotWrites == 2)
  }

  @Test("a foreground action, and a click on the notification, may open a URL; an action in the background may not")
  func foreground() async throws {
    let test = widget("", handler: "shown = tostring(pcall(open_url, 'https://a.example/' .. event.action))")
    #expect(try await respond(test, "fight"))
    #expect(try await respond(test, "default"))
    #expect(try await !respond(test, "surrender"))
    #expect(test.opener.opened == ["https://a.example/fight", "https://a.example/default"])
  }

  @Test("a category and an action that the script no longer registers are errors with the closest name")
  func unknown() async throws {
    let test = widget("")
    func failure(_ action: String, _ category: String) async -> String? {
      do { _ = try await respond(test, action, category: category) } catch { return (error as? Failure)?.message }
      return nil
    }
    #expect(
      await failure("fihgt", "challenge")
        == #"test.lua registers no notification action "fihgt"; did you mean "fight"?"#)
    #expect(
      await failure("fight", "chalenge")
        == #"test.lua registers no notification category "chalenge"; did you mean "challenge"?"#)
  }
}
