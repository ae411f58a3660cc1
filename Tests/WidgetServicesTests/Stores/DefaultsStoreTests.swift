import Synchronization
import Testing
import WidgetModel
import WidgetServices

@Suite struct DefaultsStoreTests {
  private let folder = TemporaryFolder()

  private func make(_ implementation: StoreImplementation, _ limits: StoreLimits = StoreLimits()) -> any DefaultsStore {
    switch implementation {
    case .sqlite: SQLiteDefaultsStore(.data(StorePath(folder("defaults.db"))), limits: limits)
    case .memory: MemoryDefaultsStore(limits: limits)
    }
  }

  private static let values: [LuaValue] = [
    nil, true, false, 0, -1, .integer(.max), .integer(.min), 3, .number(3), .number(-0.0), .number(.infinity),
    .number(-.infinity), .number(.leastNonzeroMagnitude), "", "text", "a\0b", "漢👋", .bytes([]), .bytes([0xFF, 0, 0x80]), [],
    .table([:]),
    [1, 1.0, "1", .bytes([0x31, 0xFF])], ["list": [1, [2, [3]]], "": "empty key", "nested": ["a": ["b": nil]]],
  ]

  @Test("every value reads back exactly, also in another process", arguments: StoreImplementation.allCases)
  func roundTrip(_ implementation: StoreImplementation) throws {
    let store = make(implementation)
    for (index, value) in Self.values.enumerated() {
      try store.apply([.set(suite: "widget", key: "key\(index)", value: value)])
    }
    let other = implementation == .sqlite ? make(implementation) : store
    for (index, value) in Self.values.enumerated() {
      let read = try #require(try other.value("key\(index)", in: "widget"))
      // Compared as bytes: 3 and 3.0 differ, and so do 0.0 and -0.0.
      #expect(MessagePack.encode(read) == MessagePack.encode(value), "\(value)")
    }
    #expect(try other.all(in: "widget").count == Self.values.count)
    try store.apply([.set(suite: "widget", key: "nan", value: .number(.nan))])
    #expect(try store.value("nan", in: "widget")?.double?.isNaN == true)
  }

  /// A store that can be read, and written to while its disk isn't full.
  private final class FullStore: DefaultsStore {
    let inner = MemoryDefaultsStore()
    let isFull = Mutex(true)
    var limits: StoreLimits { inner.limits }

    func value(_ key: String, in suite: String) throws(StoreError) -> LuaValue? { try inner.value(key, in: suite) }
    func all(in suite: String) throws(StoreError) -> [String: LuaValue] { try inner.all(in: suite) }
    func sizes(in suite: String) throws(StoreError) -> [String: Int] { try inner.sizes(in: suite) }
    func suites() throws(StoreError) -> [String] { try inner.suites() }
    func apply(_ changes: [DefaultsChange]) throws(StoreError) {
      if isFull.withLock({ $0 }) { throw .full(StoreLocation("/full")) }
      try inner.apply(changes)
    }
  }

  @Test("values that the store can't take last as long as the process, with one notice, and are stored once it can")
  func fallback() throws {
    let full = FullStore()
    try full.inner.apply([.set(suite: "w", key: "old", value: 1), .set(suite: "w", key: "kept", value: 2)])
    let notices = Mutex<[StoreNotice]>([])
    let store = FallbackDefaultsStore(full) { notice in notices.withLock { $0.append(notice) } }
    try store.apply([.set(suite: "w", key: "new", value: "x"), .remove(suite: "w", key: "old")])
    try store.apply([.set(suite: "v", key: "a", value: true), .removeAll(suite: "w"), .set(suite: "w", key: "new", value: "y")])
    try store.apply([.set(suite: "w", key: "more", value: 3)])
    #expect(try store.all(in: "w") == ["new": "y", "more": 3])
    #expect(try store.value("new", in: "w") == "y" && store.value("old", in: "w") == nil && store.value("kept", in: "w") == nil)
    #expect(try store.sizes(in: "w").keys.sorted() == ["more", "new"] && store.suites() == ["v", "w"])
    #expect(try full.inner.all(in: "w") == ["old": 1, "kept": 2])
    #expect(notices.withLock { $0 } == [.defaultsNotStored(.full(StoreLocation("/full")))])
    #expect(throws: StoreError.self) { try store.apply([.set(suite: "w", key: "", value: 1)]) }
    full.isFull.withLock { $0 = false }
    try store.apply([.set(suite: "w", key: "last", value: 4)])
    #expect(try full.inner.all(in: "w") == ["new": "y", "more": 3, "last": 4] && full.inner.all(in: "v") == ["a": true])
    #expect(notices.withLock { $0.count } == 1)
  }

  @Test("suites are isolated", arguments: StoreImplementation.allCases)
  func suites(_ implementation: StoreImplementation) throws {
    let store = make(implementation)
    #expect(try store.suites() == [])
    #expect(try store.value("key", in: "a") == nil)
    try store.apply([
      .set(suite: "group.x", key: "key", value: 2), .set(suite: "a", key: "key", value: 1),
      .set(suite: "a", key: "other", value: 3),
    ])
    #expect(try store.suites() == ["a", "group.x"])
    #expect(try store.all(in: "a") == ["key": 1, "other": 3])
    #expect(try store.value("key", in: "group.x") == 2)
    #expect(try store.sizes(in: "a") == ["key": 68, "other": 70])
    try store.apply([.removeAll(suite: "a"), .remove(suite: "group.x", key: "none")])
    #expect(try store.suites() == ["group.x"])
  }

  @Test("changes are applied in order", arguments: StoreImplementation.allCases)
  func order(_ implementation: StoreImplementation) throws {
    let store = make(implementation)
    try store.apply([
      .set(suite: "a", key: "gone", value: 1), .removeAll(suite: "a"), .set(suite: "a", key: "key", value: 1),
      .set(suite: "a", key: "key", value: 2), .set(suite: "a", key: "other", value: 1), .remove(suite: "a", key: "other"),
    ])
    #expect(try store.all(in: "a") == ["key": 2])
  }

  @Test("keys, values and names have limits", arguments: StoreImplementation.allCases)
  func limits(_ implementation: StoreImplementation) throws {
    let store = make(implementation)
    func set(_ key: String, _ value: LuaValue, suite: String = "a") throws {
      try store.apply([.set(suite: suite, key: key, value: value)])
    }
    let longest = String(repeating: "k", count: 128)
    try set(longest, .string(String(repeating: "v", count: (64 << 10) - 3)))
    #expect(throws: StoreError.invalidKey(bytes: 129, limit: 128)) { try set(longest + "k", 1) }
    #expect(throws: StoreError.invalidKey(bytes: 129, limit: 128)) { try store.value(longest + "k", in: "a") }
    #expect(throws: StoreError.invalidKey(bytes: 0, limit: 128)) { try set("", 1) }
    #expect(throws: StoreError.zeroByte) { try set("a\0b", 1) }
    #expect(throws: StoreError.zeroByte) { try set("key", 1, suite: "group.a\0b") }
    #expect(throws: StoreError.zeroByte) { try store.all(in: "group.a\0b") }
    #expect(throws: StoreError.valueTooLarge(bytes: (64 << 10) + 1, limit: 64 << 10)) {
      try set("key", .string(String(repeating: "v", count: (64 << 10) + 1)))
    }
    var deep: LuaValue = 1
    for _ in 0..<32 { deep = [deep] }
    try set("deep", deep)
    #expect(try store.value("deep", in: "a") == deep)
    #expect(throws: StoreError.valueTooDeep(limit: 32)) { try set("deeper", [deep]) }
    // The largest number of values that fits.
    let many = LuaValue.array([LuaValue](repeating: nil, count: (64 << 10) - 3))
    try set("many", many)
    #expect(try store.value("many", in: "a") == many)
    #expect(try store.all(in: "a").keys.sorted() == ["deep", longest, "many"])
  }

  @Test("a change that would exceed the quota changes nothing", arguments: StoreImplementation.allCases)
  func quota(_ implementation: StoreImplementation) throws {
    var limits = StoreLimits()
    limits.total = 3 * 70
    let store = make(implementation, limits)
    // 1 + 5 + 64 bytes each.
    for key in ["a", "b", "c"] { try store.apply([.set(suite: "s", key: key, value: "text")]) }
    #expect(throws: StoreError.quotaExceeded(suite: "s", limit: 210)) {
      try store.apply([.set(suite: "other", key: "a", value: 1), .set(suite: "s", key: "d", value: 1)])
    }
    #expect(throws: StoreError.quotaExceeded(suite: "s", limit: 210)) {
      try store.apply([.set(suite: "s", key: "a", value: "text!")])
    }
    #expect(try store.suites() == ["s"])
    #expect(try store.all(in: "s") == ["a": "text", "b": "text", "c": "text"])
    try store.apply([.set(suite: "s", key: "a", value: "word"), .set(suite: "other", key: "a", value: 1)])
    try store.apply([.remove(suite: "s", key: "a"), .set(suite: "s", key: "d", value: "text")])
    #expect(try store.all(in: "s").keys.sorted() == ["b", "c", "d"])
  }
}
