import Testing
import WidgetModel
import WidgetServices

@Suite struct CacheSessionTests {
  private let store = MemoryCacheStore()

  private func set(_ key: String, _ value: LuaValue, until expiresAt: Double? = nil) -> CacheChange {
    .set(key: key, value: value, expiresAt: expiresAt)
  }

  @Test("reads its own writes; others see them after the commit")
  func readYourWrites() throws {
    try store.apply([set("old", 1), set("gone", 1)], of: "w", at: 10)
    var session = CacheSession(store: store, instance: "w")
    try session.apply(set("new", 2, until: 30), at: 20)
    try session.apply(.remove(key: "gone"), at: 20)
    #expect(try session.entry("new", at: 21) == CacheEntry(key: "new", value: 2, storedAt: 20, expiresAt: 30))
    #expect(try session.entry("new", at: 30) == nil)
    #expect(try session.entry("old", at: 21) == CacheEntry(key: "old", value: 1, storedAt: 10))
    #expect(try session.entry("gone", at: 21) == nil)
    #expect(try store.list(of: "w").map(\.key) == ["gone", "old"])
    try session.commit(at: 25)
    #expect(try store.list(of: "w").map(\.key) == ["new", "old"])
    #expect(try store.entry("new", of: "w", at: 26) == CacheEntry(key: "new", value: 2, storedAt: 25, expiresAt: 30))
  }

  @Test("a key that was removed and set again exists")
  func removedAndSet() throws {
    try store.apply([set("key", 1)], of: "w", at: 10)
    var session = CacheSession(store: store, instance: "w")
    try session.apply(.remove(key: "key"), at: 20)
    try session.apply(set("key", 2), at: 20)
    #expect(try session.entry("key", at: 20)?.value == 2)
    try session.commit(at: 20)
    #expect(try store.entry("key", of: "w", at: 20)?.value == 2)
  }

  @Test("clearing hides stored values; later writes remain")
  func clear() throws {
    try store.apply([set("old", 1)], of: "w", at: 10)
    var session = CacheSession(store: store, instance: "w")
    try session.apply(set("early", 1), at: 20)
    try session.apply(.clear, at: 20)
    try session.apply(set("late", 1), at: 20)
    #expect(try session.entry("old", at: 20) == nil)
    #expect(try session.entry("early", at: 20) == nil)
    #expect(throws: StoreError.zeroByte) { try session.entry("\0", at: 20) }
    try session.commit(at: 20)
    #expect(try store.list(of: "w").map(\.key) == ["late"])
  }

  @Test("discarded changes have no effect, and an invalid write throws immediately")
  func discard() throws {
    var session = CacheSession(store: store, instance: "w")
    try session.apply(set("key", 1), at: 20)
    try session.apply(.clear, at: 20)
    session.discard()
    #expect(throws: StoreError.zeroByte) { try session.apply(set("\0", 1), at: 20) }
    #expect(throws: StoreError.valueTooLarge(bytes: 65537, limit: 65536)) {
      try session.apply(set("key", .bytes([UInt8](repeating: 0, count: 65537))), at: 20)
    }
    try session.commit(at: 20)
    #expect(try store.instances() == [])
  }

  @Test("a script that keeps writing retains its newest values, and evicted ones stay evicted")
  func endless() throws {
    var limits = StoreLimits()
    limits.total = 8 * 75
    let store = MemoryCacheStore(limits: limits)
    try store.apply([set("k0", "old")], of: "w", at: 10)
    var session = CacheSession(store: store, instance: "w")
    for index in 0..<2000 { try session.apply(set("k\(index)", "text"), at: 20) }
    #expect(try session.entry("k1999", at: 20)?.value == "text")
    #expect(try session.entry("k0", at: 20) == nil)
    try session.commit(at: 20)
    let list = try store.list(of: "w")
    #expect(list.count >= 6 && list.count * 64 < limits.total)
    #expect(list.contains { $0.key == "k1999" })
    #expect(!list.contains { $0.key == "k0" })
  }

  @Test("reading, and an empty commit, create no file")
  func lazy() throws {
    let folder = TemporaryFolder()
    var session = CacheSession(store: SQLiteCacheStore(.cache(StorePath(folder("below/cache.db")))), instance: "w")
    #expect(try session.entry("key", at: 1) == nil)
    try session.apply(.remove(key: "key"), at: 1)
    try session.apply(.clear, at: 1)
    try session.commit(at: 1)
    #expect(folder.names == [])
  }
}
