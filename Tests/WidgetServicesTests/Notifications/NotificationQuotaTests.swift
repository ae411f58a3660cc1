import Testing
import WidgetModel
import WidgetServices

@Suite struct NotificationQuotaTests {
  private let folder = TemporaryFolder()

  private func make(_ kind: StoreImplementation) -> any NotificationQuota {
    switch kind {
    case .sqlite: SQLiteNotificationQuota(.data(StorePath(folder("defaults.db"))))
    case .memory: MemoryNotificationQuota()
    }
  }

  @Test("a widget may show five notifications an hour", arguments: StoreImplementation.allCases)
  func limit(_ kind: StoreImplementation) throws {
    let quota = make(kind)
    for second in 0..<5 { #expect(try quota.take(widget: "a", at: 10_000 + Double(second))) }
    #expect(try !quota.take(widget: "a", at: 10_005))
    #expect(try quota.take(widget: "b", at: 10_005), "widgets are counted separately")
    // One hour after the first, one more.
    #expect(try !quota.take(widget: "a", at: 13_599.9))
    #expect(try quota.take(widget: "a", at: 13_600))
    #expect(try !quota.take(widget: "a", at: 13_600))
  }

  @Test("processes that looked at the clock in another order share the limit", arguments: StoreImplementation.allCases)
  func order(_ kind: StoreImplementation) throws {
    let quota = make(kind)
    for number in 0..<5 { #expect(try quota.take(widget: "a", at: 10_000 - Double(number) / 10)) }
    #expect(try !quota.take(widget: "a", at: 9_999))
  }

  @Test("a clock that was set back does not block a widget", arguments: StoreImplementation.allCases)
  func clockSetBack(_ kind: StoreImplementation) throws {
    let quota = make(kind)
    for _ in 0..<5 { #expect(try quota.take(widget: "a", at: 50_000)) }
    #expect(try quota.take(widget: "a", at: 20_000))
  }

  @Test("a name that is empty or too long is an error", arguments: StoreImplementation.allCases)
  func names(_ kind: StoreImplementation) {
    for name in ["", String(repeating: "x", count: 300), "a\0b"] {
      #expect(throws: StoreError.self) { try make(kind).take(widget: name, at: 0) }
    }
  }

  @Test("processes that run the same widget share the quota")
  func shared() async throws {
    let path = StorePath(folder("defaults.db"))
    let shown = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask {
          // A separate connection, as another process has.
          let quota = SQLiteNotificationQuota(.data(path))
          return (0..<10).count { _ in (try? quota.take(widget: "a", at: 1000)) == true }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(shown == 5)
  }

  @Test("clearing the cache does not reset the quota")
  func cacheCleared() throws {
    let quota = SQLiteNotificationQuota(.data(StorePath(folder("data/defaults.db"))))
    for _ in 0..<5 { _ = try quota.take(widget: "a", at: 1000) }
    let cache = SQLiteCacheStore(.cache(StorePath(folder("cache/cache.db"))))
    try cache.apply([.set(key: "k", value: 1, expiresAt: nil)], of: "a", at: 1000)
    try cache.apply([.clear], of: "a", at: 1000)
    #expect(try !SQLiteNotificationQuota(.data(StorePath(folder("data/defaults.db")))).take(widget: "a", at: 1001))
  }
}
