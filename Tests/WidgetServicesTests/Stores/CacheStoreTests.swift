import Testing
import WidgetModel
import WidgetServices

@Suite struct CacheStoreTests {
  private let folder = TemporaryFolder()

  private func make(_ implementation: StoreImplementation, total: Int? = nil) -> any CacheStore {
    var limits = StoreLimits()
    if let total { limits.total = total }
    return switch implementation {
    case .sqlite: SQLiteCacheStore(.cache(StorePath(folder("cache.db"))), limits: limits)
    case .memory: MemoryCacheStore(limits: limits)
    }
  }

  private func set(_ key: String, _ value: LuaValue, until expiresAt: Double? = nil) -> CacheChange {
    .set(key: key, value: value, expiresAt: expiresAt)
  }

  @Test("an entry reads back with its times", arguments: StoreImplementation.allCases)
  func roundTrip(_ implementation: StoreImplementation) throws {
    let store = make(implementation)
    #expect(try store.entry("key", of: "w", at: 100) == nil)
    let value: LuaValue = ["list": [1, 1.0, .bytes([0xFF])], "": nil]
    try store.apply([set("key", value, until: 150.5), set("other", 1)], of: "w", at: 100.25)
    #expect(try store.entry("key", of: "w", at: 101) == CacheEntry(key: "key", value: value, storedAt: 100.25, expiresAt: 150.5))
    #expect(try store.entry("other", of: "w", at: 1e12) == CacheEntry(key: "other", value: 1, storedAt: 100.25))
    #expect(try store.entry("key", of: "v", at: 101) == nil)
    #expect(
      try store.list(of: "w") == [
        CacheEntry(key: "key", value: value, storedAt: 100.25, expiresAt: 150.5),
        CacheEntry(key: "other", value: 1, storedAt: 100.25),
      ])
    #expect(try store.instances() == ["w"])
  }

  @Test("an entry is gone from its expiry time on", arguments: StoreImplementation.allCases)
  func expiry(_ implementation: StoreImplementation) throws {
    let store = make(implementation)
    let changes: [CacheChange] = [
      set("ends", 1, until: 150), set("never", 1, until: .infinity), set("nan", 1, until: .nan),
      set("past", 1, until: -.infinity),
      set("zero", 1, until: 100),
    ]
    try store.apply(changes, of: "w", at: 100)
    func found(_ now: Double) throws -> [String] {
      try ["ends", "nan", "never", "past", "zero"].filter { try store.entry($0, of: "w", at: now) != nil }
    }
    #expect(try found(100) == ["ends", "never"])
    #expect(try found(149.9) == ["ends", "never"])
    #expect(try found(150) == ["never"])
    try store.apply([set("ends", 2)], of: "w", at: 151)
    #expect(try found(1e9) == ["ends", "never"])
  }

  @Test("removing and clearing", arguments: StoreImplementation.allCases)
  func removing(_ implementation: StoreImplementation) throws {
    let store = make(implementation)
    try store.apply([set("a", 1), set("b", 1), .remove(key: "a"), .remove(key: "none")], of: "w", at: 1)
    try store.apply([set("a", 1)], of: "v", at: 1)
    #expect(try store.list(of: "w").map(\.key) == ["b"])
    try store.apply([.clear, set("c", 1)], of: "w", at: 1)
    #expect(try store.list(of: "w").map(\.key) == ["c"])
    #expect(try store.instances() == ["v", "w"])
    try store.clear(of: "w")
    try store.clear(of: "none")
    #expect(try store.instances() == ["v"])
  }

  @Test("expired entries are evicted first, then the oldest, independent of the clock", arguments: StoreImplementation.allCases)
  func eviction(_ implementation: StoreImplementation) throws {
    // 1 + 5 + 64 bytes each: space for four.
    let store = make(implementation, total: 4 * 70 + 69)
    func keys() throws -> [String] { try store.list(of: "w").map(\.key) }
    try store.apply([set("a", "text"), set("b", "text", until: 50), set("c", "text")], of: "w", at: 10)
    try store.apply([set("d", "text")], of: "w", at: 1)
    try store.apply([set("a", "word")], of: "w", at: 0)
    #expect(try keys() == ["a", "b", "c", "d"])
    try store.apply([set("e", "text")], of: "w", at: 60)
    #expect(try keys() == ["a", "c", "d", "e"])
    try store.apply([set("f", "text"), set("g", "text")], of: "w", at: 60)
    #expect(try keys() == ["a", "e", "f", "g"])
    try store.apply([set("x", "text")], of: "v", at: 60)
    #expect(try keys() == ["a", "e", "f", "g"])
    try store.apply([set("h", .string(String(repeating: "x", count: 200)))], of: "w", at: 60)
    #expect(try keys() == ["g", "h"])
    // A value larger than the whole cache doesn't stay, which isn't an error.
    try store.apply([set("i", .string(String(repeating: "x", count: 400)))], of: "w", at: 60)
    #expect(try keys() == [])
  }

  @Test("8 MiB per instance, 64 KiB per value", arguments: StoreImplementation.allCases)
  func standardLimits(_ implementation: StoreImplementation) throws {
    let store = make(implementation)
    let large = LuaValue.bytes([UInt8](repeating: 7, count: (64 << 10) - 3))
    let size = (64 << 10) + 5 + 64
    for batch in 0..<10 {
      try store.apply((0..<14).map { set("k\($0 + 10)-\(batch)", large) }, of: "w", at: 1)
    }
    let list = try store.list(of: "w")
    let total = list.reduce(0) { $0 + $1.key.utf8.count + MessagePack.encode($1.value).count + StoreLimits.overhead }
    #expect(total <= 8 << 20)
    #expect(total > (8 << 20) - 2 * size)
    #expect(list.contains { $0.key == "k23-9" } && !list.contains { $0.key == "k10-0" })
    #expect(throws: StoreError.valueTooLarge(bytes: 65537, limit: 65536)) {
      try store.apply([set("new", 1), set("k", .bytes([UInt8](repeating: 7, count: (64 << 10) + 1)))], of: "w", at: 1)
    }
    #expect(try store.entry("new", of: "w", at: 1) == nil)
    #expect(throws: StoreError.invalidKey(bytes: 0, limit: 128)) { try store.entry("", of: "w", at: 1) }
    #expect(throws: StoreError.zeroByte) { try store.entry("key", of: "w\0", at: 1) }
  }
}
