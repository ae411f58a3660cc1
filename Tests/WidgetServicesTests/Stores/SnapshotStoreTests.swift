import Testing
import WidgetModel

@testable import WidgetServices

@Suite struct SnapshotStoreTests {
  private let folder = TemporaryFolder()
  private let notices = Notices()

  private func make(_ implementation: StoreImplementation) -> any SnapshotStore {
    switch implementation {
    case .sqlite: SQLiteSnapshotStore(path: StorePath(folder("snapshots.db")), onNotice: notices.handler)
    case .memory: MemorySnapshotStore()
    }
  }

  private static func snapshot(_ instance: String = "flight-1", at time: Double = 100.125) -> Snapshot {
    var title = ViewNode(.text("B\u{F6}arding \u{1F6EB}\0\u{1B}[31m"))
    title.style.color = .pair(light: .rgb(0x123456), dark: .named(.accent))
    title.style.font = .custom(size: 17.5, weight: .semibold, design: nil)
    let view = ViewNode(
      .vstack,
      children: [
        title, ViewNode(.image(.reference("map.png"), mode: .fit)),
        ViewNode(
          .hstack, children: [ViewNode(.image(.bytes([0xFF, 0, 0x80]), mode: .fill)), ViewNode(.spacer(minLength: nil))]),
        ViewNode(.image(.bytes([]), mode: .fit)), ViewNode(.date(.infinity, style: .timer)),
        ViewNode(.button("Check in", icon: "checkmark"), action: 3), ViewNode(.activityIndicator(nil)),
      ])
    return Snapshot(
      widget: WidgetIdentity(id: "flight", instance: instance, name: "Flight", icon: "airplane"), view: view,
      preferredSize: Size(width: 0, height: 84), result: .newData, reason: .schedule, updatedAt: time, refreshAfter: time + 60)
  }

  @Test("a snapshot reads back completely, also in another process", arguments: StoreImplementation.allCases)
  func roundTrip(_ implementation: StoreImplementation) throws {
    let store = make(implementation)
    #expect(try store.newest(of: "flight-1") == nil)
    try store.save(Self.snapshot())
    let other = implementation == .sqlite ? make(implementation) : store
    #expect(try other.newest(of: "flight-1") == Self.snapshot())
    #expect(try other.newest(of: "flight-2") == nil)
    #expect(notices.all == [])
  }

  @Test("a newer snapshot replaces the older one with its failure", arguments: StoreImplementation.allCases)
  func replace(_ implementation: StoreImplementation) throws {
    let store = make(implementation)
    var first = Self.snapshot()
    first.failure = Failure(.reported, "no network")
    try store.save(first)
    #expect(try store.newest(of: "flight-1") == first)
    try store.save(Self.snapshot(at: 200))
    #expect(try store.newest(of: "flight-1") == Self.snapshot(at: 200))
  }

  @Test(
    "a failure is recorded without changing the view, and cleared; without a snapshot nothing happens",
    arguments: StoreImplementation.allCases)
  func failures(_ implementation: StoreImplementation) throws {
    let store = make(implementation)
    let failure = Failure(
      .script, "attempt to index nil", at: SourceLocation(file: "flight.lua", line: 12),
      traceback: [SourceLocation(file: "flight.lua", line: 12)], remedy: "check the field")
    try store.markFailure(failure, at: 5, instance: "flight-1")
    try store.clearFailure(instance: "flight-1")
    #expect(try store.newest(of: "flight-1") == nil)
    #expect(folder.names == [])
    try store.save(Self.snapshot())
    try store.markFailure(failure, at: 200, instance: "flight-1")
    try store.markFailure(failure, at: 200, instance: "other")
    var failed = Self.snapshot()
    failed.failure = failure
    #expect(try store.newest(of: "flight-1") == failed)
    #expect(try store.list().map(\.failedAt) == [200])
    #expect(try store.list().map(\.failure) == [failure])
    try store.clearFailure(instance: "flight-1")
    #expect(try store.newest(of: "flight-1") == Self.snapshot())
    #expect(try store.list().map(\.failedAt) == [nil])
  }

  @Test("listing and clearing", arguments: StoreImplementation.allCases)
  func list(_ implementation: StoreImplementation) throws {
    let store = make(implementation)
    #expect(try store.list() == [])
    try store.clearAll()
    try store.clear(instance: "none")
    for instance in ["c", "a", "b"] { try store.save(Self.snapshot(instance)) }
    let list = try store.list()
    #expect(list.map(\.widget) == ["a", "b", "c"].map { Self.snapshot($0).widget })
    #expect(list.map(\.updatedAt) == [100.125, 100.125, 100.125])
    #expect(list.allSatisfy { $0.size > 200 && $0.failure == nil })
    try store.clear(instance: "b")
    #expect(try store.list().map(\.widget.instance) == ["a", "c"])
    try store.clearAll()
    #expect(try store.list() == [])
  }

  // MARK: Contexts

  /// A snapshot whose view says what it was made for.
  private static func snapshot(
    _ text: String, for context: SnapshotContext, at time: Double = 100, result: UpdateResult = .newData
  ) -> Snapshot {
    Snapshot(
      widget: WidgetIdentity(id: "flight", instance: "flight-1", name: "Flight", path: "/widgets/flight.lua"), context: context,
      view: ViewNode(.text(text)), result: result, reason: .schedule, updatedAt: time)
  }

  private static func terminal(_ width: Double, _ family: WidgetFamily? = nil) -> SnapshotContext {
    SnapshotContext(family: family, size: Size(width: width, height: 640))
  }

  @Test("each context has its own snapshot", arguments: StoreImplementation.allCases)
  func contexts(_ implementation: StoreImplementation) throws {
    let store = make(implementation)
    let card = Self.snapshot("card", for: Self.terminal(624))
    let line = Self.snapshot("line", for: Self.terminal(624, .inline), at: 200)
    try store.save(card)
    try store.save(line)
    #expect(try store.nearest(to: card.context, of: "flight-1") == NearestSnapshot(card, isCurrent: false))
    #expect(try store.nearest(to: line.context, of: "flight-1") == NearestSnapshot(line, isCurrent: true))
    #expect(try store.load("flight-1", for: card.context) == card)
    #expect(try store.load("flight-1", for: Self.terminal(100)) == nil)
    #expect(try store.newest(of: "flight-1") == line)
    #expect(try store.list().map(\.context) == [line.context, card.context])
    #expect(try store.list().map(\.widget.path) == ["/widgets/flight.lua", "/widgets/flight.lua"])
    try store.clear(instance: "flight-1")
    #expect(try store.list() == [])
  }

  @Test("every field of the context is part of the key", arguments: StoreImplementation.allCases)
  func keyFields(_ implementation: StoreImplementation) throws {
    let store = make(implementation)
    let contexts = [
      SnapshotContext(), SnapshotContext(surface: .page), SnapshotContext(family: .small), SnapshotContext(displayMode: .compact),
      SnapshotContext(colorScheme: .light), SnapshotContext(textSize: .accessibility5), SnapshotContext(locale: "de-DE"),
      SnapshotContext(timeZone: "Asia/Tokyo"), SnapshotContext(size: Size(width: 320.5, height: .infinity)),
    ]
    for (index, context) in contexts.enumerated() { try store.save(Self.snapshot("\(index)", for: context)) }
    for (index, context) in contexts.enumerated() {
      #expect(try store.load("flight-1", for: context)?.view == ViewNode(.text("\(index)")))
    }
    #expect(Set(try store.list().map(\.context)) == Set(contexts))
  }

  @Test(
    "of snapshots that differ in size the newest data win, and another family is the last resort",
    arguments: StoreImplementation.allCases)
  func nearest(_ implementation: StoreImplementation) throws {
    let store = make(implementation)
    #expect(try store.nearest(to: Self.terminal(624), of: "flight-1") == nil)
    let line = Self.snapshot("line", for: Self.terminal(624, .inline))
    try store.save(line)
    #expect(try store.nearest(to: Self.terminal(624), of: "flight-1") == NearestSnapshot(line, isCurrent: false))
    let narrow = Self.snapshot("narrow", for: Self.terminal(320), at: 200)
    try store.save(narrow)
    let wide = Self.snapshot("wide", for: Self.terminal(800), at: 300)
    try store.save(wide)
    #expect(try store.nearest(to: narrow.context, of: "flight-1") == NearestSnapshot(wide, isCurrent: false))
    // The same data for the narrow context: both are current.
    let again = Self.snapshot("narrow 2", for: narrow.context, at: 300, result: .noData)
    try store.save(again)
    #expect(try store.nearest(to: narrow.context, of: "flight-1") == NearestSnapshot(again, isCurrent: true))
    #expect(try store.nearest(to: wide.context, of: "flight-1") == NearestSnapshot(wide, isCurrent: true))
    let page = SnapshotContext(surface: .page)
    #expect(try store.nearest(to: page, of: "flight-1")?.snapshot.context.family == nil)
  }

  @Test("an update that fails or succeeds does so for all contexts", arguments: StoreImplementation.allCases)
  func sharedFailure(_ implementation: StoreImplementation) throws {
    let store = make(implementation)
    let failure = Failure(.reported, "no network")
    for width in [320.0, 624] { try store.save(Self.snapshot("view", for: Self.terminal(width))) }
    try store.markFailure(failure, at: 200, instance: "flight-1")
    #expect(try store.list().map(\.failure) == [failure, failure])
    try store.save(Self.snapshot("view", for: Self.terminal(320), at: 300))
    #expect(try store.list().map(\.failure) == [nil, nil])
    #expect(try store.list().map(\.failedAt) == [nil, nil])
  }

  @Test("sizes and contexts are bounded, and the least recently saved is evicted", arguments: StoreImplementation.allCases)
  func eviction(_ implementation: StoreImplementation) throws {
    let store = make(implementation)
    try store.save(Self.snapshot("line", for: Self.terminal(624, .inline)))
    // A terminal window being resized.
    for width in 100..<400 { try store.save(Self.snapshot("\(width)", for: Self.terminal(Double(width)))) }
    #expect(try store.list().map(\.context.size.width) == [399, 398, 397, 396, 624])
    // Saving an existing one evicts nothing and makes it the most recent.
    try store.save(Self.snapshot("396", for: Self.terminal(396)))
    try store.save(Self.snapshot("new", for: Self.terminal(50)))
    #expect(try store.list().map(\.context.size.width) == [50, 396, 399, 398, 624])
    for number in 0..<40 { try store.save(Self.snapshot("view", for: SnapshotContext(locale: "x-\(number)"))) }
    #expect(try store.list().map(\.context.locale) == (24..<40).reversed().map { "x-\($0)" })
    // Another instance has its own limit.
    try store.save(Self.snapshot("other-1"))
    #expect(try store.list().count == 17)
  }

  @Test("a file of the first two versions, which were never released, starts afresh", arguments: [1, 2])
  func oldVersion(_ version: Int) throws {
    try SQLiteConnection(folder("snapshots.db")).execute(
      """
      CREATE TABLE snapshots (instance TEXT PRIMARY KEY NOT NULL, images BLOB);
      INSERT INTO snapshots VALUES ('flight-1', NULL);
      CREATE TABLE leases (instance TEXT PRIMARY KEY NOT NULL);
      PRAGMA user_version = \(version);
      """)
    let store = make(.sqlite)
    #expect(try store.list() == [])
    #expect(try store.newest(of: "flight-1") == nil)
    try store.save(Self.snapshot())
    #expect(try store.newest(of: "flight-1") == Self.snapshot())
    #expect(try store.state(of: "flight-1") == InstanceState())
  }

  @Test("a view with 2,000 nodes in 32 levels and a 1 MB image read back")
  func large() throws {
    let store = make(.sqlite)
    var deep = ViewNode(.image(.bytes([UInt8](repeating: 0xAB, count: 1 << 20)), mode: .fit))
    for _ in 1..<32 { deep = ViewNode(.vstack, children: [deep]) }
    var snapshot = Self.snapshot()
    snapshot.view = ViewNode(.vstack, children: [deep] + (0..<1967).map { ViewNode(.text("row \($0)")) })
    try store.save(snapshot)
    #expect(try store.newest(of: "flight-1") == snapshot)
    #expect(try store.list().first.map { $0.size < 1_200_000 } == true)
  }

  @Test(
    "an unreadable snapshot is ignored, reported once, and replaced by the next",
    arguments: [
      "UPDATE snapshots SET version = version + 1", "UPDATE snapshots SET version = 'x'",
      "UPDATE snapshots SET snapshot = x'7b7d'", "UPDATE snapshots SET snapshot = x'80'", "UPDATE snapshots SET snapshot = 5",
      "UPDATE snapshots SET snapshot = x''",
      "UPDATE snapshots SET snapshot = substr(snapshot, 1, 100)", "UPDATE snapshots SET images = x'c1'",
      "UPDATE snapshots SET images = x'05'",
    ])
  func unreadable(_ damage: String) throws {
    let store = make(.sqlite)
    try store.save(Self.snapshot())
    try SQLiteConnection(folder("snapshots.db")).execute(
      damage)
    for _ in 0..<3 { #expect(try store.newest(of: "flight-1") == nil) }
    #expect(notices.all == [.unreadableSnapshot(instance: "flight-1")])
    #expect(try store.list().map(\.widget.instance) == ["flight-1"])
    try store.save(Self.snapshot())
    #expect(try store.newest(of: "flight-1") == Self.snapshot())
  }

  @Test("columns of the wrong type do not trap")
  func wrongTypes() throws {
    let store = make(.sqlite)
    try store.save(Self.snapshot())
    try SQLiteConnection(folder("snapshots.db")).execute(
      "UPDATE snapshots SET id = x'ff', name = 5, size = 'x', failure = 'x', failed_at = x'00', updated_at = 'x'")
    #expect(try store.list().count <= 1)
    #expect(try store.load("flight-1", for: Self.snapshot().context)?.view == Self.snapshot().view)
  }

  @Test("few statements: one to read, and two in a transaction to replace")
  func statements() throws {
    let database = StoreDatabase(StorePath(folder("snapshots.db")), SQLiteSnapshotStore.schema, onNotice: notices.handler)
    let store = SQLiteSnapshotStore(database)
    func count(_ body: () throws -> Void) rethrows -> Int {
      let before = database.statementCount
      try body()
      return database.statementCount - before
    }
    try store.save(Self.snapshot())
    #expect(try count { _ = try store.nearest(to: SnapshotContext(), of: "flight-1") } == 1)
    #expect(try count { try store.save(Self.snapshot()) } == 4)
  }
}
