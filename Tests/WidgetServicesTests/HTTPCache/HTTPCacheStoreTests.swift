import Testing
import WidgetModel

@testable import WidgetServices

@Suite struct HTTPCacheStoreTests {
  private let folder = TemporaryFolder()
  private let notices = Notices()

  private var path: String { folder("cache.db") }

  private func make(_ implementation: StoreImplementation, _ limits: HTTPCacheLimits = HTTPCacheLimits()) -> any HTTPCacheStore {
    switch implementation {
    case .sqlite: SQLiteHTTPCacheStore(.cache(StorePath(path), onNotice: notices.handler), limits: limits)
    case .memory: MemoryHTTPCacheStore(limits: limits)
    }
  }

  private func response(_ url: String, size: Int = 100, used: Double = start, _ lines: [String] = [], asked: [String] = [])
    -> StoredResponse
  {
    var response = stored(lines + ["Date: \(startDate)"], asked: asked)
    response.url = url
    response.body = [UInt8](repeating: 7, count: size)
    response.lastUse = used
    return response
  }

  private func urls(_ store: any HTTPCacheStore, _ partition: String? = nil) throws -> [String] {
    try store.list(partition).map(\.url)
  }

  @Test("a response with a secret in its URL, a field or its body is not stored; others are")
  func secrets() throws {
    let secrets = SecretsInUse()
    let responses = MemoryHTTPCacheStore()
    let store = BestEffortCacheStore(responses, secrets: secrets, onNotice: notices.handler)
    secrets.insert(["hunter22"])
    for url in ["https://a/?key=hunter22", "https://a/b"] { store.store(response(url), of: "w") }
    store.store(response("https://a/field", ["X-Echo: hunter22"]), of: "w")
    var secret = response("https://a/body")
    secret.body = Array("you are hunter22".utf8)
    store.store(secret, of: "w")
    #expect(try urls(responses) == ["https://a/b"])
  }

  @Test("the values of Vary fields are stored as digests, so a key cannot be read there")
  func digests() throws {
    let kept = stored(["Vary: Accept, X-Key"], asked: ["Accept: a", "X-Key: hunter22", "Authorization: Bearer hunter22"])
    #expect(kept.varied.first { $0.name == "accept" }?.value == "a")
    #expect(kept.varied.map(\.name) == ["accept", "authorization", "x-key"])
    #expect(kept.varied.allSatisfy { !$0.value.contains("hunter22") })
  }

  @Test("a response reads back as it was stored", arguments: StoreImplementation.allCases)
  func roundTrip(_ implementation: StoreImplementation) throws {
    let store = make(implementation)
    #expect(try store.responses(for: "u", of: "w") == [])
    var kept = response("u", ["Vary: Accept", "X-A: 1", "X-A:", "X-B: \u{E9}: x", "Set-Cookie: a=1"], asked: ["Accept: a, b"])
    kept.body = Array(0...255)
    kept.status = 404
    kept.requestTime = start - 1.25
    try store.store(kept, of: "w")
    #expect(try store.responses(for: "u", of: "w") == [kept])
  }

  @Test("a widget does not see the responses of another", arguments: StoreImplementation.allCases)
  func partitions(_ implementation: StoreImplementation) throws {
    let store = make(implementation)
    try store.store(response("u"), of: "w")
    #expect(try store.responses(for: "u", of: "v") == [])
    try store.store(response("u", size: 5), of: "v")
    #expect(try store.responses(for: "u", of: "w").first?.body.count == 100)
    #expect(try store.list("v").map(\.partition) == ["v"])
  }

  @Test("a response replaces the one with the same variant", arguments: StoreImplementation.allCases)
  func replaces(_ implementation: StoreImplementation) throws {
    let store = make(implementation)
    try store.store(response("u", size: 1, ["Vary: Accept"], asked: ["Accept: a"]), of: "w")
    try store.store(response("u", size: 2, ["Vary: Accept"], asked: ["Accept: b"]), of: "w")
    try store.store(response("u", size: 3, ["Vary: Accept"], asked: ["Accept: a"]), of: "w")
    #expect(try store.responses(for: "u", of: "w").map(\.body.count).sorted() == [2, 3])
  }

  @Test("the number of variants per URL is limited to the newest", arguments: StoreImplementation.allCases)
  func variants(_ implementation: StoreImplementation) throws {
    let store = make(implementation, HTTPCacheLimits(variants: 3))
    for number in 1...5 { try store.store(response("u", size: number, ["Vary: X"], asked: ["X: \(number)"]), of: "w") }
    #expect(try store.responses(for: "u", of: "w").map(\.body.count).sorted() == [3, 4, 5])
  }

  @Test("the least recently used responses are evicted first", arguments: StoreImplementation.allCases)
  func eviction(_ implementation: StoreImplementation) throws {
    let store = make(implementation, HTTPCacheLimits(total: 3 * response("a", size: 1000).size))
    try store.store(response("a", size: 1000, used: start), of: "w")
    try store.store(response("b", size: 1000, used: start + 1), of: "v")
    try store.store(response("c", size: 1000, used: start + 2), of: "w")
    #expect(try urls(store) == ["b", "a", "c"])
    try store.touch(response("a", used: start), of: "w", at: start + 100)
    try store.store(response("d", size: 1000, used: start + 101), of: "w")
    #expect(try urls(store) == ["a", "c", "d"])
    try store.store(response("e", size: 2500, used: start + 102), of: "w")
    #expect(try urls(store) == ["e"])
  }

  @Test(
    "a response that is too large is not stored, and removes the one it would replace", arguments: StoreImplementation.allCases)
  func tooLarge(_ implementation: StoreImplementation) throws {
    let store = make(implementation, HTTPCacheLimits(response: 1000))
    try store.store(response("u", size: 10), of: "w")
    try store.store(response("u", size: 1000), of: "w")
    #expect(try store.responses(for: "u", of: "w") == [])
  }

  @Test("a use is recorded once a minute", arguments: StoreImplementation.allCases)
  func touch(_ implementation: StoreImplementation) throws {
    let store = make(implementation)
    try store.store(response("u"), of: "w")
    func use(_ seconds: Double) throws -> Double? {
      try store.touch(try #require(store.responses(for: "u", of: "w").first), of: "w", at: start + seconds)
      return try store.list(nil).first.map { $0.lastUse - start }
    }
    #expect(try use(60) == 0)
    #expect(try use(61) == 61)
    #expect(try use(121) == 61)
    #expect(try use(122) == 122)
    // The clock was set back.
    #expect(try use(5) == 5)
  }

  @Test("the list is complete and sorted", arguments: StoreImplementation.allCases)
  func list(_ implementation: StoreImplementation) throws {
    let store = make(implementation)
    let fresh = response("b", size: 50, used: start + 5, ["Cache-Control: max-age=60", "Age: 10"])
    try store.store(fresh, of: "w")
    try store.store(response("a", ["Cache-Control: max-age=60, no-cache"]), of: "w")
    try store.store(response("z"), of: "v")
    let list = try store.list(nil)
    #expect(list.map { "\($0.partition) \($0.url)" } == ["v z", "w a", "w b"])
    let entry = try #require(list.last)
    #expect(entry.status == 200 && entry.size == fresh.size && entry.storedAt == start && entry.lastUse == start + 5)
    #expect(list.map(\.freshUntil) == [start, start, start + 50])
    #expect(try urls(store, "w") == ["a", "b"])
    #expect(try urls(store, "none") == [])
  }

  @Test("removing and clearing, for one widget or all", arguments: StoreImplementation.allCases)
  func removing(_ implementation: StoreImplementation) throws {
    let store = make(implementation)
    func fill() throws {
      for partition in ["v", "w"] { for url in ["a", "b"] { try store.store(response(url), of: partition) } }
    }
    func names() throws -> String { try store.list(nil).map { $0.partition + $0.url }.joined(separator: " ") }
    try store.remove("a", of: "w")
    try store.clear(nil)
    try fill()
    try store.remove("a", of: "w")
    #expect(try names() == "va vb wb")
    try store.remove("b", of: nil)
    #expect(try names() == "va")
    try fill()
    try store.clear("v")
    #expect(try names() == "wa wb")
    try store.clear(nil)
    #expect(try names() == "")
  }

  // MARK: File

  @Test("reading creates no file")
  func noFile() throws {
    let store = make(.sqlite)
    #expect(try store.responses(for: "u", of: "w") == [])
    try store.remove("u", of: "w")
    try store.clear(nil)
    try store.touch(response("u"), of: "w", at: start + 100)
    #expect(folder.names == [])
  }

  @Test("two stores share one file, and a new one finds the stored responses")
  func shared() throws {
    let (first, second) = (make(.sqlite), make(.sqlite))
    try first.store(response("a"), of: "w")
    try second.store(response("b"), of: "w")
    #expect(try urls(first) == ["a", "b"])
    #expect(try urls(make(.sqlite)) == ["a", "b"])
    #expect(mode(of: path) == 0o600)
  }

  @Test("the widgets' cache shares the file, whichever is opened first", arguments: [true, false])
  func besideCache(_ cacheFirst: Bool) throws {
    let cache = SQLiteCacheStore(.cache(StorePath(path), onNotice: notices.handler))
    let store = make(.sqlite)
    if cacheFirst { try cache.apply([.set(key: "k", value: 1, expiresAt: nil)], of: "w", at: start) }
    try store.store(response("u"), of: "w")
    if !cacheFirst { try cache.apply([.set(key: "k", value: 1, expiresAt: nil)], of: "w", at: start) }
    #expect(try cache.entry("k", of: "w", at: start)?.value == 1)
    #expect(try urls(store) == ["u"])
    #expect(notices.all == [])
  }

  @Test("a file of the previous version gets the table and keeps its contents")
  func upgrade() throws {
    let old = StoreDatabase(
      StorePath(path), StoreSchema(versions: Array(StoreSchema.cache.versions.prefix(1)), isDurable: false),
      onNotice: notices.handler)
    _ = try old.access(.create) {
      try $0.run("INSERT INTO entry (instance, key, value, size, stored) VALUES ('w', 'k', x'01', 1, 1)")
    }
    let store = make(.sqlite)
    #expect(try urls(store) == [])
    try store.store(response("u"), of: "w")
    #expect(try urls(store) == ["u"])
    let count = try SQLiteConnection(path).row("SELECT COUNT(*) FROM entry") { $0.integer(0) }
    #expect(count == 1 && notices.all == [])
  }

  @Test(
    "a damaged row counts as absent, and the others remain",
    arguments: [
      "body = x'00'", "body = 'text'", "headers = 'no colon'", "headers = 7", "headers = headers || 'X: 1' || char(10)",
      "status = 'x'", "status = 7", "status = 99999999999", "requested = 'x'", "received = 1e999", "used = 'soon'",
      "checksum = 1",
      "checksum = 1.5", "varied = x'00'",
    ])
  func damaged(_ change: String) throws {
    let store = make(.sqlite)
    try store.store(response("a"), of: "w")
    try store.store(response("b"), of: "w")
    try SQLiteConnection(path).execute("UPDATE response SET \(change) WHERE url = 'a'")
    #expect(try store.responses(for: "a", of: "w") == [])
    #expect(try store.responses(for: "b", of: "w").count == 1)
    _ = try store.list(nil)
    try store.store(response("a"), of: "w")
    #expect(try store.responses(for: "a", of: "w").count == 1)
  }

  @Test("a field with a line break is not stored")
  func lineBreak() throws {
    let store = make(.sqlite)
    var odd = response("u")
    odd.headers.append(HeaderField("X", "a\nSet-Cookie: b"))
    try store.store(odd, of: "w")
    #expect(try store.responses(for: "u", of: "w") == [])
  }

  @Test("a full disk is an error; stored responses remain")
  func full() throws {
    var schema = StoreSchema.cache
    schema.pageLimit = 40
    let store = SQLiteHTTPCacheStore(StoreDatabase(StorePath(path), schema, onNotice: notices.handler))
    try store.store(response("a"), of: "w")
    #expect(throws: StoreError.full(.file(path))) { try store.store(response("b", size: 500_000), of: "w") }
    #expect(try urls(store) == ["a"])
  }
}
