import Testing
import WidgetModel
import WidgetServices

@Suite struct DefaultsSessionTests {
  private let store = MemoryDefaultsStore()

  @Test("reads its own writes; others see them after the commit")
  func readYourWrites() throws {
    try store.apply([.set(suite: "w", key: "old", value: 1), .set(suite: "w", key: "gone", value: 1)])
    var session = DefaultsSession(store: store)
    try session.apply(.set(suite: "w", key: "new", value: 2))
    try session.apply(.remove(suite: "w", key: "gone"))
    #expect(try session.value("new", in: "w") == 2)
    #expect(try session.value("old", in: "w") == 1)
    #expect(try session.value("gone", in: "w") == nil)
    #expect(try session.all(in: "w") == ["old": 1, "new": 2])
    #expect(try store.all(in: "w") == ["old": 1, "gone": 1])
    try session.commit()
    #expect(try store.all(in: "w") == ["old": 1, "new": 2])
  }

  @Test("concurrent changes by others are visible, except to keys it wrote itself")
  func others() throws {
    var session = DefaultsSession(store: store)
    try session.apply(.set(suite: "w", key: "mine", value: 1))
    try store.apply([.set(suite: "w", key: "mine", value: 5), .set(suite: "w", key: "theirs", value: 6)])
    #expect(try session.all(in: "w") == ["mine": 1, "theirs": 6])
    try session.commit()
    #expect(try store.all(in: "w") == ["mine": 1, "theirs": 6])
  }

  @Test("removing everything hides stored values; later writes remain")
  func removeAll() throws {
    try store.apply([.set(suite: "w", key: "old", value: 1), .set(suite: "v", key: "old", value: 1)])
    var session = DefaultsSession(store: store)
    try session.apply(.set(suite: "w", key: "early", value: 1))
    try session.apply(.removeAll(suite: "w"))
    try session.apply(.set(suite: "w", key: "late", value: nil))
    #expect(try session.all(in: "w") == ["late": nil])
    #expect(try session.value("old", in: "w") == nil)
    #expect(throws: StoreError.zeroByte) { try session.value("\0", in: "w") }
    #expect(try session.all(in: "v") == ["old": 1])
    try session.commit()
    #expect(try store.all(in: "w") == ["late": nil])
    #expect(try store.all(in: "v") == ["old": 1])
  }

  @Test("discarded changes have no effect")
  func discard() throws {
    var session = DefaultsSession(store: store)
    try session.apply(.set(suite: "w", key: "key", value: 1))
    session.discard()
    #expect(try session.value("key", in: "w") == nil)
    try session.commit()
    #expect(try store.suites() == [])
  }

  @Test("an invalid write throws immediately")
  func limits() throws {
    var limits = StoreLimits()
    limits.total = 2 * 70
    let store = MemoryDefaultsStore(limits: limits)
    try store.apply([.set(suite: "w", key: "a", value: "text")])
    var session = DefaultsSession(store: store)
    try session.apply(.set(suite: "w", key: "b", value: "text"))
    let full = StoreError.quotaExceeded(suite: "w", limit: 140)
    #expect(throws: full) { try session.apply(.set(suite: "w", key: "c", value: 1)) }
    #expect(throws: full) { try session.apply(.set(suite: "w", key: "b", value: "text!")) }
    #expect(throws: StoreError.zeroByte) { try session.apply(.set(suite: "w", key: "\0", value: 1)) }
    #expect(throws: StoreError.valueTooLarge(bytes: 65537, limit: 65536)) {
      try session.apply(.set(suite: "w", key: "b", value: .string(String(repeating: "x", count: 65537))))
    }
    #expect(try session.all(in: "w") == ["a": "text", "b": "text"])
    try session.apply(.remove(suite: "w", key: "a"))
    try session.apply(.set(suite: "w", key: "c", value: "text"))
    try session.commit()
    #expect(try store.all(in: "w") == ["b": "text", "c": "text"])
  }

  @Test("after a failed commit the changes are still pending")
  func failedCommit() throws {
    var limits = StoreLimits()
    limits.total = 70
    let store = MemoryDefaultsStore(limits: limits)
    var session = DefaultsSession(store: store)
    try session.apply(.set(suite: "w", key: "a", value: "text"))
    try store.apply([.set(suite: "w", key: "b", value: "text")])
    #expect(throws: StoreError.quotaExceeded(suite: "w", limit: 70)) { try session.commit() }
    try store.apply([.removeAll(suite: "w")])
    try session.commit()
    #expect(try store.all(in: "w") == ["a": "text"])
  }

  @Test("reading, and an empty commit, create no file")
  func lazy() throws {
    let folder = TemporaryFolder()
    var session = DefaultsSession(store: SQLiteDefaultsStore(.data(StorePath(folder("below/defaults.db")))))
    #expect(try session.value("key", in: "w") == nil)
    #expect(try session.all(in: "w") == [:])
    try session.apply(.remove(suite: "w", key: "key"))
    try session.apply(.removeAll(suite: "w"))
    try session.commit()
    #expect(folder.names == [])
    try session.apply(.set(suite: "w", key: "key", value: 1))
    #expect(folder.names == [])
    try session.commit()
    #expect(folder.names == ["below"])
  }
}
