import Testing
import WidgetServices

@testable import luawidget_notifier

/// How a notification appears on servers with different capabilities.
@Suite struct FreedesktopNotificationTests {
  private static let challenge = NotificationCategory(
    id: "challenge",
    actions: [
      NotificationAction(id: "surrender", title: "Surrender", isDestructive: true),
      NotificationAction(id: "fight", title: "Fight", isForeground: true),
      NotificationAction(id: "reply", title: "Reply", placeholder: "Write back"),
    ], minimal: ["surrender", "reply"])

  private func notification(_ urgency: UserNotification.Urgency = .normal) -> UserNotification {
    UserNotification(
      sender: NotificationSender(instance: "challenge-1", name: "Challenge"), id: "a", title: "A & B", body: "1 < 2",
      urgency: urgency, category: Self.challenge)
  }

  private func actions(_ urgency: UserNotification.Urgency, _ capabilities: Set<String>) -> [String] {
    FreedesktopNotification(notification(urgency), capabilities: capabilities).actions.map { "\($0.id): \($0.label)" }
  }

  @Test("the body is escaped only where it is markup, and joins the summary where there is none")
  func body() {
    func shown(_ capabilities: Set<String>) -> (String, String) {
      let shown = FreedesktopNotification(notification(), capabilities: capabilities)
      return (shown.summary, shown.body)
    }
    #expect(shown(["body", "body-markup"]) == ("A & B", "1 &lt; 2"))
    #expect(shown(["body"]) == ("A & B", "1 < 2"))
    #expect(shown([]) == ("A & B: 1 < 2", ""))
  }

  @Test("one that goes away has the minimal actions, one that stays has all; destructive ones are last and marked")
  func contexts() {
    #expect(actions(.normal, ["actions"]) == ["default: Open", "reply: Reply", "surrender: ⚠ Surrender"])
    #expect(actions(.critical, ["actions"]) == ["default: Open", "fight: Fight", "reply: Reply", "surrender: ⚠ Surrender"])
    #expect(actions(.critical, ["body"]) == [])
  }

  @Test("a text field is used where the server has one")
  func textInput() {
    let shown = FreedesktopNotification(notification(), capabilities: ["actions", "inline-reply"])
    #expect(shown.actions.map(\.id) == ["default", "inline-reply", "surrender"])
    #expect(shown.hints["x-kde-reply-placeholder-text"] == .text("Write back"))
  }

  @Test("a critical one stays; a notification without a category has no actions")
  func urgency() {
    #expect(FreedesktopNotification(notification(.critical), capabilities: []).timeout == 0)
    #expect(FreedesktopNotification(notification(.low), capabilities: []).hints["urgency"] == .byte(0))
    var plain = notification()
    plain.category = nil
    #expect(FreedesktopNotification(plain, capabilities: ["actions"]).actions.isEmpty)
  }
}
