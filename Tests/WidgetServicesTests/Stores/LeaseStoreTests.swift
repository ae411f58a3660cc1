import Testing
import WidgetModel
import WidgetTesting

@testable import WidgetServices

/// The requirements for every ``LeaseStore``.
@Suite struct LeaseStoreTests {
  private let folder = TestFolder()

  /// Two processes using one store.
  private func pair(_ implementation: StoreImplementation) -> (any SnapshotStore, any SnapshotStore) {
    switch implementation {
    case .memory:
      let store = MemorySnapshotStore()
      return (store, store)
    case .sqlite:
      return (
        SQLiteSnapshotStore(path: StorePath(folder("snapshots.db"))), SQLiteSnapshotStore(path: StorePath(folder("snapshots.db")))
      )
    }
  }

  private func acquired(_ attempt: LeaseAttempt) throws -> Lease {
    guard case .acquired(let lease, _) = attempt else { throw StoreError.zeroByte }
    return lease
  }

  private static func snapshot(_ text: String, _ result: UpdateResult = .newData) -> Snapshot {
    Snapshot(
      widget: WidgetIdentity(id: "w", instance: "w", name: "W"), view: ViewNode(.text(text)), result: result, reason: .launch,
      updatedAt: 100)
  }

  @Test(
    "one owner at a time, until the lease is released or expires; the number rises with each owner",
    arguments: StoreImplementation.allCases)
  func ownership(_ implementation: StoreImplementation) throws {
    let (mine, theirs) = pair(implementation)
    let first = try acquired(try mine.acquire("w", owner: "me", until: 130, now: 100))
    #expect(try theirs.acquire("w", owner: "them", until: 131, now: 101) == .held(first))
    #expect(try acquired(try theirs.acquire("v", owner: "them", until: 131, now: 101)).number == 1)
    let extended = try acquired(try mine.acquire("w", owner: "me", until: 140, now: 110))
    #expect(extended.number == first.number)
    #expect(try theirs.acquire("w", owner: "them", until: 165, now: 139.9) == .held(extended))
    let second = try acquired(try theirs.acquire("w", owner: "them", until: 170, now: 140))
    #expect(second.number > first.number)
    // A late release by the first owner changes nothing.
    try mine.release(first)
    #expect(try mine.acquire("w", owner: "me", until: 180, now: 150) == .held(second))
    try theirs.release(second)
    #expect(try acquired(try mine.acquire("w", owner: "me", until: 180, now: 150)).number > second.number)
    #expect(try mine.list() == [])
  }

  @Test("a lease from before the clock was set back does not block", arguments: StoreImplementation.allCases)
  func clockSetBack(_ implementation: StoreImplementation) throws {
    let (store, _) = pair(implementation)
    _ = try acquired(try store.acquire("w", owner: "me", until: 1e9 + 30, now: 1e9))
    _ = try acquired(try store.acquire("w", owner: "them", until: 130, now: 100))
    #expect(throws: StoreError.self) { try store.acquire("w", owner: "me", until: .infinity, now: 100) }
    #expect(throws: StoreError.self) { try store.acquire("w", owner: "me", until: 130, now: .nan) }
  }

  @Test(
    "a lease that another process acquired while this one waited for the store is held", arguments: StoreImplementation.allCases)
  func lateRequest(_ implementation: StoreImplementation) throws {
    let (mine, theirs) = pair(implementation)
    let lease = try acquired(try mine.acquire("w", owner: "me", until: 140.5, now: 100.5))
    #expect(try theirs.acquire("w", owner: "them", until: 140, now: 100) == .held(lease))
  }

  @Test(
    "renewal extends all leases of an owner, and does not return those that another process took",
    arguments: StoreImplementation.allCases)
  func renewal(_ implementation: StoreImplementation) throws {
    let (mine, theirs) = pair(implementation)
    for instance in ["a", "b"] { _ = try acquired(try mine.acquire(instance, owner: "me", until: 140, now: 100)) }
    _ = try acquired(try theirs.acquire("b", owner: "them", until: 190, now: 150))
    let renewed = try mine.renew(owner: "me", until: 200, now: 160)
    #expect(renewed.map(\.instance) == ["a"])
    #expect(renewed.map(\.expires) == [200])
    guard case .held(let held) = try theirs.acquire("a", owner: "them", until: 230, now: 199) else {
      Issue.record("the renewed lease was not held")
      return
    }
    #expect(held.expires == 200)
  }

  @Test(
    "writes under a lease that another process took over are rejected and change nothing", arguments: StoreImplementation.allCases
  )
  func fencing(_ implementation: StoreImplementation) throws {
    let (mine, theirs) = pair(implementation)
    let old = try acquired(try mine.acquire("w", owner: "me", until: 140, now: 100))
    try mine.save(Self.snapshot("first"), under: old, finishing: nil)
    let new = try acquired(try theirs.acquire("w", owner: "them", until: 190, now: 150))
    try theirs.save(Self.snapshot("second"), under: new, finishing: nil)
    let lost = StoreError.leaseLost(instance: "w")
    #expect(throws: lost) { try mine.save(Self.snapshot("late"), under: old, finishing: nil) }
    #expect(throws: lost) { try mine.save(Self.snapshot("late"), under: old, finishing: FinishedUpdate(at: 151)) }
    #expect(throws: lost) { try mine.markFailure(Failure(.script, "late"), at: 1, instance: "w", under: old) }
    #expect(throws: lost) { try mine.clearFailure(instance: "w", under: old) }
    #expect(try mine.finish(FinishedUpdate(at: 152), under: old, releasing: true) == false)
    #expect(try mine.newest(of: "w")?.view == ViewNode(.text("second")))
    #expect(try mine.newest(of: "w")?.failure == nil)
    #expect(try mine.state(of: "w").updatedAt == nil)
    try theirs.release(new)
    #expect(throws: lost) { try theirs.save(Self.snapshot("after the release"), under: new, finishing: nil) }
  }

  @Test("the end of an update is recorded, listed as a change, and may free the lease", arguments: StoreImplementation.allCases)
  func finishing(_ implementation: StoreImplementation) throws {
    let (mine, theirs) = pair(implementation)
    #expect(try mine.changes(after: 0).isEmpty)
    let a = try acquired(try mine.acquire("w", owner: "me", until: 140, now: 100))
    try mine.save(Self.snapshot("one"), under: a, finishing: FinishedUpdate(at: 110))
    #expect(try theirs.state(of: "w").updatedAt == 110)
    #expect(try theirs.state(of: "w").nextUpdate == nil)
    guard case .acquired(let b, let state) = try theirs.acquire("w", owner: "them", until: 150, now: 111) else {
      Issue.record("the lease was not freed")
      return
    }
    #expect(state.updatedAt == 110)
    #expect(try theirs.finish(FinishedUpdate(at: 120, next: 500), under: b, releasing: false))
    let changes = try mine.changes(after: state.change)
    #expect(changes.map(\.instance) == ["w"])
    #expect(changes.first?.state.nextUpdate == 500)
    #expect(
      try mine.acquire("w", owner: "me", until: 150, now: 121)
        == .held(Lease(instance: "w", owner: "them", number: b.number, expires: 150)))
  }

  @Test(
    "when the next update is due reads back, with the last success; both go with the snapshots",
    arguments: StoreImplementation.allCases)
  func schedule(_ implementation: StoreImplementation) throws {
    let (mine, theirs) = pair(implementation)
    let lease = try acquired(try mine.acquire("w", owner: "me", until: 140, now: 100))
    #expect(try mine.finish(FinishedUpdate(at: 100, next: 160, interval: 60), under: lease, releasing: false))
    let first = try theirs.state(of: "w")
    #expect(first == InstanceState(change: first.change, updatedAt: 100, succeededAt: 100, nextUpdate: 160, interval: 60))
    #expect(first.isUpToDate(at: 159) && !first.isUpToDate(at: 160) && !first.isUpToDate(at: 99))
    let failure = FinishedUpdate(at: 160, isFailed: true, next: .infinity, interval: 60)
    #expect(try mine.finish(failure, under: lease, releasing: false))
    let second = try theirs.state(of: "w")
    #expect(second.succeededAt == 100 && second.nextUpdate == .infinity && second.isUpToDate(at: 1e9))
    #expect(!second.isStale(at: 220) && second.isStale(at: 221))
    #expect(try theirs.changes(after: first.change).map(\.state) == [second])
    for clear in [{ try theirs.clear(instance: "w") }, { try theirs.clearAll() }] {
      #expect(try mine.finish(FinishedUpdate(at: 200, next: .nan), under: lease, releasing: false))
      #expect(try theirs.state(of: "w").nextUpdate?.isNaN != true)
      try clear()
      let cleared = try mine.state(of: "w")
      #expect(cleared == InstanceState(change: cleared.change))
    }
    // The number outlives it.
    #expect(try acquired(try mine.acquire("w", owner: "me", until: 300, now: 250)).number == lease.number)
  }

  @Test(
    "contexts are registered for each host, returned with the lease, and removed with the host",
    arguments: StoreImplementation.allCases)
  func contexts(_ implementation: StoreImplementation) throws {
    let (mine, theirs) = pair(implementation)
    let wide = SnapshotContext(size: Size(width: 800, height: 640))
    let page = SnapshotContext(surface: .page)
    try mine.register([SnapshotContext(), wide], of: "w", host: "a")
    try theirs.register([page, wide], of: "w", host: "b")
    #expect(try mine.hosts() == ["a", "b"])
    #expect(Set(try mine.state(of: "w").contexts) == [SnapshotContext(), wide, page])
    guard case .acquired(_, let state) = try mine.acquire("w", owner: "a", until: 140, now: 100) else {
      Issue.record("not acquired")
      return
    }
    #expect(Set(state.contexts) == [SnapshotContext(), wide, page])
    try mine.register([], of: "w", host: "a")
    #expect(Set(try mine.state(of: "w").contexts) == [wide, page])
    try mine.unregister(host: "b")
    #expect(try mine.state(of: "w").contexts == [])
    #expect(try mine.hosts() == [])
  }

  @Test("another process is told of the end of an update", .timeLimit(.minutes(5)), arguments: StoreImplementation.allCases)
  func notification(_ implementation: StoreImplementation) async throws {
    let (mine, theirs) = pair(implementation)
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let observation = theirs.observe { continuation.yield() }
    #expect(observation != nil)
    let lease = try acquired(try mine.acquire("w", owner: "me", until: 140, now: 100))
    #expect(try mine.finish(FinishedUpdate(at: 110), under: lease, releasing: true))
    for await _ in stream { break }
    #expect(try theirs.changes(after: 0).map(\.instance) == ["w"])
    withExtendedLifetime(observation) {}
  }

  @Test("of many concurrent requests one gets the lease")
  func race() async throws {
    let stores = (0..<8).map { _ in SQLiteSnapshotStore(path: StorePath(folder("snapshots.db"))) }
    let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
      for (index, store) in stores.enumerated() {
        group.addTask {
          if case .acquired = try store.acquire("w", owner: "owner \(index)", until: 130, now: 100) { true } else { false }
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(winners == 1)
  }

  @Test("acquiring takes a statement that writes and one that reads, and saving under a lease takes one more")
  func statements() throws {
    let database = StoreDatabase(StorePath(folder("snapshots.db")), SQLiteSnapshotStore.schema, onNotice: { _ in })
    let store = SQLiteSnapshotStore(database)
    try store.save(Self.snapshot("one"))
    let before = database.statementCount
    let lease = try acquired(try store.acquire("w", owner: "me", until: 130, now: 100))
    #expect(database.statementCount - before == 2)
    try store.save(Self.snapshot("two"), under: lease, finishing: FinishedUpdate(at: 101))
    // One more than a save without a lease.
    #expect(database.statementCount - before == 7)
  }
}
