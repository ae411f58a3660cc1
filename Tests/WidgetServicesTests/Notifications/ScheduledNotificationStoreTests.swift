import Foundation
import Testing
import WidgetServices

@Suite struct ScheduledNotificationStoreTests {
  private let folder = TemporaryFolder()
  private static let sender = NotificationSender(
    instance: "a-1", name: "A", path: "/a.lua", settings: [.init(name: "who", value: "x=y")], entryID: "second")

  private func make(_ kind: StoreImplementation) -> any ScheduledNotificationStore {
    switch kind {
    case .sqlite: FolderScheduledNotificationStore(root: StorePath(folder("state/notifications")))
    case .memory: MemoryScheduledNotificationStore()
    }
  }

  private func notification(_ id: String, dueAt: Double) -> UserNotification {
    UserNotification(
      sender: Self.sender, id: id, title: "T", body: "B", icon: "bell", urgency: .critical,
      category: NotificationCategory(
        id: "c",
        actions: [
          NotificationAction(
            id: "x", title: "X", isForeground: true, isDestructive: true, requiresAuthentication: true, placeholder: "p")
        ], minimal: ["x"]), dueAt: dueAt)
  }

  @Test("what is stored is complete, ordered by its time, and goes away once", arguments: StoreImplementation.allCases)
  func lifecycle(_ kind: StoreImplementation) throws {
    let store = make(kind)
    #expect(try !store.hasAny && store.all() == [])
    let (late, early) = (notification("late", dueAt: 20), notification("early", dueAt: 10))
    try store.save(late)
    try store.save(early)
    #expect(try store.hasAny && store.all() == [early, late])
    var changed = late
    changed.dueAt = 5
    try store.save(changed)
    #expect(try store.all() == [changed, early], "one with the same key is replaced")
    #expect(try store.remove(late.key))
    #expect(try !store.remove(late.key), "only the first one that removes it shows it")
    #expect(try store.remove(early.key))
    #expect(!store.hasAny)
  }

  @Test("a damaged file and a foreign one are no notifications")
  func damaged() throws {
    let store = make(.sqlite)
    try store.save(notification("a", dueAt: 1))
    try Data([0xC1]).write(to: URL(filePath: folder("state/notifications/" + String(repeating: "a", count: 32))))
    try Data("x".utf8).write(to: URL(filePath: folder("state/notifications/notes.txt")))
    #expect(try store.all().map(\.id) == ["a"])
    #expect(try !store.remove("../a"))
  }
}
