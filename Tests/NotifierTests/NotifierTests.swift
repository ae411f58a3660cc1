import Foundation
import Testing
import WidgetSystem
import WidgetTesting

@testable import WidgetServices

/// `luawidget-notifier` on a private bus.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: PrivateDesktop.daemon), "needs dbus"))
struct NotifierTests {
  private static let sender = NotificationSender(instance: "challenge-1", name: "Challenge", path: "/nowhere/challenge.lua")

  private func notification(_ id: String?, _ title: String, dueAt: Double? = nil) -> UserNotification {
    UserNotification(sender: Self.sender, id: id, title: title, body: "b", dueAt: dueAt)
  }

  private func post(_ notification: UserNotification, _ desktop: PrivateDesktop) async throws {
    let client = desktop.client
    try await blocking { try client.post(notification) }
  }

  @Test("a notification with the id of another replaces it; a cancelled one is closed, and the notifier ends with the last one")
  func lifecycle() async throws {
    let desktop = try await PrivateDesktop()
    try await post(notification("a", "First"), desktop)
    try await post(notification("b", "Other"), desktop)
    try await post(notification("a", "Second"), desktop)
    #expect(desktop.server.shown.map(\.summary) == ["First", "Other", "Second"])
    #expect(desktop.server.shown.map(\.replaced) == [0, 0, 1])
    #expect(desktop.server.shown.map(\.application) == ["Challenge", "Challenge", "Challenge"])
    #expect(Set(desktop.server.shown.map(\.caller)).count == 1, "one notifier serves all")
    let client = desktop.client
    let key = UserNotification.key("a", of: Self.sender)
    try await blocking { try client.cancel(key) }
    #expect(desktop.server.closed == [1])
    desktop.server.dismiss(2)
    try await desktop.notifierEnds()
    // The next one starts another.
    try await post(notification(nil, "Third"), desktop)
    #expect(Set(desktop.server.shown.map(\.caller)).count == 2)
  }

  @Test("programs that send at the same time share one notifier")
  func simultaneous() async throws {
    let desktop = try await PrivateDesktop()
    let client = desktop.client
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<4 {
        let notification = notification("n\(number)", "N")
        group.addTask { try await blocking { try client.post(notification) } }
      }
      try await group.waitForAll()
    }
    #expect(desktop.server.shown.count == 4)
    #expect(Set(desktop.server.shown.map(\.caller)).count == 1)
  }

  @Test("what is due later survives the notifier, and is shown by the next one")
  func scheduled() async throws {
    let desktop = try await PrivateDesktop()
    try await post(notification("later", "Later", dueAt: WallTime.now() + 86_400), desktop)
    #expect(desktop.server.shown.isEmpty)
    var stored = try #require(try desktop.scheduled.all().first)
    #expect(stored.title == "Later")
    // The notifier is waiting for it, so it runs until something ends it.
    let client = desktop.client
    let key = stored.key
    try await blocking { try client.cancel(key) }
    try await desktop.notifierEnds()
    #expect(!desktop.scheduled.hasAny, "a cancelled one is no longer stored")
    stored.dueAt = WallTime.now() - 1
    try desktop.scheduled.save(stored)
    try await blocking { try client.resume() }
    let server = desktop.server
    try await eventually("it is shown") { server.shown.map(\.summary) == ["Later"] }
    #expect(!desktop.scheduled.hasAny)
  }

  @Test("a notifier that never starts the lasting one is ended, and the desktop is unavailable")
  func hanging() async throws {
    let folder = TestFolder()
    let path = folder("notifier")
    try writeScript("#!/bin/sh\nexec sleep 100\n", to: path)
    let client = NotifierClient(
      executable: path, environment: ["HOME": folder("home"), "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder("bus"))"])
    let notification = notification(nil, "Never")
    let start = ContinuousClock.now
    await #expect(throws: NotificationError.self) { try await blocking { try client.post(notification) } }
    #expect(start.duration(to: .now) < .seconds(30))
  }

  @Test("without a server, and without a bus, the desktop is unavailable")
  func noServer() async throws {
    let desktop = try await PrivateDesktop()
    let server = desktop.server
    server.stop()
    try await eventually("the server leaves the bus") { !server.isReady }
    let (client, notification) = (desktop.client, notification("a", "A"))
    await #expect(throws: NotificationError.unavailable(reason: "there is no notification server")) {
      try await blocking { try client.post(notification) }
    }
    try await desktop.notifierEnds()
    let environment = desktop.environment.filter { $0.key != "DBUS_SESSION_BUS_ADDRESS" }
    #expect(throws: NotificationError.unavailable(reason: "there is no D-Bus session")) {
      try NotifierClient(executable: "/bin/true", environment: environment).post(notification)
    }
  }

  @Test("the notifier that reads the bus can start nothing, open no file for writing and no socket")
  func sandbox() async throws {
    let output = try await blocking {
      try ChildProcess.run(
        URL(filePath: "\(PrivateDesktop.programs)/luawidget-notifier"), ["--sandbox", "/etc/passwd"]
      ).output
    }
    for attempt in ["write a file", "start a program", "open a local socket", "listen", "read /etc/passwd"] {
      #expect(output.contains("\(attempt)\trefused\n"), "\(output)")
    }
  }
}
