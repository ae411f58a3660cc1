import Foundation
import Synchronization
import Testing
import WidgetServices

@Suite struct TerminalNotifierTests {
  private final class Terminal: Sendable {
    private let bytes = Mutex<[UInt8]>([])
    var text: String { String(decoding: bytes.withLock { $0 }, as: UTF8.self) }
    func write(_ new: [UInt8]) -> Bool {
      bytes.withLock { $0 += new }
      return true
    }
  }

  private static let sender = NotificationSender(instance: "a-1", name: "Weather")

  private func notification(_ title: String, _ body: String = "", dueAt: Double? = nil) -> UserNotification {
    UserNotification(sender: Self.sender, key: String(repeating: "0", count: 32), id: "a", title: title, body: body, dueAt: dueAt)
  }

  private func bytes(_ environment: [String: String]) -> String? {
    TerminalNotification(environment: environment).map {
      String(decoding: $0.bytes(of: notification("Rain; soon", "At\u{7}5")), as: UTF8.self)
    }
  }

  @Test("each terminal gets the sequence that it knows, without control characters of the widget")
  func sequences() {
    let key = String(repeating: "0", count: 32)
    #expect(
      bytes(["TERM": "xterm-kitty"])
        == "\u{1B}]99;i=\(key):e=1:u=1:d=0:p=title;UmFpbjsgc29vbg==\u{1B}\\\u{1B}]99;i=\(key):e=1:u=1:d=1:p=body;QXQgNQ==\u{1B}\\"
    )
    #expect(bytes(["TERM_PROGRAM": "WezTerm"]) == "\u{1B}]9;Weather: Rain; soon – At 5\u{1B}\\")
    #expect(bytes(["TERM": "foot"]) == "\u{1B}]777;notify;Rain, soon;At 5\u{1B}\\")
    #expect(bytes(["TERM": "xterm-256color"]) == nil)
    #expect(
      bytes(["TERM": "tmux-256color", "TMUX": "/tmp/x", "LC_TERMINAL": "iTerm2"])
        == "\u{1B}Ptmux;\u{1B}\u{1B}]9;Weather: Rain; soon – At 5\u{1B}\u{1B}\\\u{1B}\\")
  }

  @Test("the terminal is used only where the desktop is unavailable")
  func oneChannel() throws {
    struct Desktop: Notifier {
      var failure: NotificationError?
      func post(_ notification: UserNotification) throws(NotificationError) { if let failure { throw failure } }
      func cancel(_ key: String) throws(NotificationError) { if let failure { throw failure } }
      func resume() throws(NotificationError) { if let failure { throw failure } }
    }
    func shown(_ failure: NotificationError?) throws(NotificationError) -> String {
      let (terminal, store) = (Terminal(), MemoryScheduledNotificationStore())
      let channels = NotificationChannels(
        [Desktop(failure: failure), TerminalNotifier(TerminalNotification(.osc9), scheduled: store, write: terminal.write)],
        scheduled: store)
      try channels.post(notification("Rain"))
      return terminal.text
    }
    #expect(try shown(nil) == "")
    #expect(try shown(.unavailable(reason: "none")).contains("Rain"))
    #expect(throws: NotificationError.failed(reason: "full")) { try shown(.failed(reason: "full")) }
    let none = NotificationChannels(
      [Desktop(failure: .unavailable(reason: "no bus")), TerminalNotifier(nil, scheduled: MemoryScheduledNotificationStore())],
      scheduled: MemoryScheduledNotificationStore())
    #expect(throws: NotificationError.unavailable(reason: "no bus; the terminal shows no notifications")) {
      try none.post(notification("Rain"))
    }
  }

  @Test("what is due later is stored; the next process shows it when it is due")
  func delayed() async throws {
    let (first, second, store) = (Terminal(), Terminal(), MemoryScheduledNotificationStore())
    let now = Date().timeIntervalSince1970
    do {
      let notifier = TerminalNotifier(TerminalNotification(.osc9), scheduled: store, write: first.write)
      try notifier.post(notification("Later", dueAt: now + 3600))
      #expect(store.hasAny && first.text.isEmpty)
    }
    var stored = try #require(try store.all().first)
    stored.dueAt = now - 1
    try store.save(stored)
    let next = TerminalNotifier(TerminalNotification(.osc9), scheduled: store, write: second.write)
    try next.resume()
    for _ in 0..<12_000 where second.text.isEmpty { try await Task.sleep(for: .milliseconds(10)) }
    #expect(second.text.contains("Later") && first.text.isEmpty && !store.hasAny)
    try next.post(notification("Never", dueAt: now + 3600))
    try next.cancel(stored.key)
    #expect(!store.hasAny)
  }
}
