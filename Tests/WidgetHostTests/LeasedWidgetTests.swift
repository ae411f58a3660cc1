import Synchronization
import Testing
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetSystem
import WidgetTesting

@testable import WidgetHost

/// Whatever the process with the lease does, a request has one end, and nothing runs without the lease.
@Suite struct LeasedWidgetTests {
  private static let source = """
    function perform_update()
      defaults.set("updates", (defaults.get("updates") or 0) + 1)
      return update_result.new_data
    end
    function content()
      return ui.button { "More", id = "more", action = function() defaults.set("taps", (defaults.get("taps") or 0) + 1) end }
    end
    """
  /// The lease owner's reaction to a request.
  enum Owner: Sendable {
    /// - after: Seconds; nil for a reply that comes after the end of the test.
    /// - storesView: It stores a view first.
    case replies(RequestReply, after: Double? = 0, storesView: Bool = false)
    /// It's stopped: its socket takes connections, and nobody reads them.
    case isStopped(leaseFor: Double)
    /// It ends when the request arrives.
    case dies
    /// It's a one-shot run, which has no socket, and ends.
    case ends(after: Double)
  }

  /// Where a request was handled.
  enum End: Sendable, Equatable {
    case here, elsewhere
    case failed(Failure)
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var owner: Owner
    var update: End
    var tap: End
    /// Seconds the update takes, unless it's as long as it needs.
    var patience: Double?

    init(_ description: String, _ owner: Owner, update: End, tap: End, patience: Double? = nil) {
      testDescription = description
      self.owner = owner
      self.update = update
      self.tap = tap
      self.patience = patience
    }
  }

  private static let refusal = Failure(.script, "w.lua:1: no")
  static let rows = [
    Row("replies", .replies(.done, storesView: true), update: .elsewhere, tap: .elsewhere),
    Row("replies without a view", .replies(.done), update: .failed(LeasedWidget.withoutView), tap: .elsewhere),
    Row("refuses", .replies(.failed(refusal)), update: .failed(refusal), tap: .failed(refusal)),
    Row(
      "is busy", .replies(.busy), update: .failed(LeasedWidget.silence),
      tap: .failed(Failure(.usage, "too many taps are waiting for this widget"))),
    Row(
      "does not know that it is the owner", .replies(.notOwner), update: .failed(LeasedWidget.silence),
      tap: .failed(LeasedWidget.silence)),
    Row(
      "is from another version", .replies(.otherVersion), update: .failed(LeasedWidget.otherVersion),
      tap: .failed(LeasedWidget.otherVersion)),
    // The time is what it's about: the reply takes longer than several looks at the lease.
    Row("is slow", .replies(.done, after: 0.5, storesView: true), update: .elsewhere, tap: .elsewhere),
    Row(
      "is too slow", .replies(.done, after: nil), update: .failed(LeasedWidget.silence),
      tap: .failed(LeasedWidget.silence)),
    Row(
      "is stopped, and its lease is valid", .isStopped(leaseFor: 1e6), update: .failed(LeasedWidget.silence),
      tap: .failed(LeasedWidget.silence)),
    // The handler may run there later.
    Row(
      "is stopped, and its lease expires", .isStopped(leaseFor: 1), update: .here, tap: .failed(LeasedWidget.silence),
      patience: 2),
    Row("dies", .dies, update: .here, tap: .here),
    // It has no socket, so the requester looks again; nothing tells how often it has.
    Row("is a one-shot run that ends", .ends(after: 0.2), update: .here, tap: .here),
    Row(
      "is a one-shot run that goes on", .ends(after: 1e6), update: .failed(LeasedWidget.silence),
      tap: .failed(LeasedWidget.silence)),
  ]

  private let folder = TestFolder()
  private let widget = TestWidget(Self.source)

  @Test("an update", arguments: rows)
  func update(_ row: Row) async throws {
    let end = try await withOwner(row.owner, row.patience ?? Self.patience(until: row.update)) { leased in
      switch await leased.update(TestWidget.context()) {
      case .failed(let failure, _): End.failed(failure)
      case .newData, .noData: try await count("updates") == 0 ? .elsewhere : .here
      }
    }
    #expect(end == row.update)
    #expect(try await count("updates") == (row.update == .here ? 1 : 0))
  }

  @Test("a tap", arguments: rows)
  func tap(_ row: Row) async throws {
    let end = try await withOwner(row.owner, row.patience ?? Self.patience(until: row.tap)) { leased in
      let control = ControlReference(id: "more", label: "More", position: [])
      do throws(Failure) {
        let result = try await leased.run(.tap(control), context: TestWidget.context(.action))
        #expect(result == .handled)
      } catch { return End.failed(error) }
      return try await count("taps") == 0 ? .elsewhere : .here
    }
    #expect(end == row.tap)
    #expect(try await count("taps") == (row.tap == .here ? 1 : 0))
  }

  /// A loaded machine needs a while for everything but silence.
  private static func patience(until end: End) -> Double { end == .failed(LeasedWidget.silence) ? 1 : 100 }

  private func count(_ name: String) async throws -> Int64 {
    try widget.defaults.value(name, in: await widget.session.identity.id)?.integer ?? 0
  }

  /// Runs a body while another process has the lease.
  private func withOwner(_ owner: Owner, _ patience: Double, _ body: (LeasedWidget) async throws -> End) async throws -> End {
    let runtime = RuntimeFolder(path: folder("luawidget"))
    try runtime.create()
    let store = widget.snapshots
    let keeper = LeaseKeeper(store: store, folder: runtime, renews: false)
    let leased = LeasedWidget(widget.session, keeper: keeper, patience: patience)
    let identity = await widget.session.identity
    // No process has this number, so only the socket shows that the owner is alive.
    let name = "4194400-owner"
    func lease(_ name: String, for seconds: Double) throws -> Lease {
      let now = WallTime.now()
      guard case .acquired(let lease, _) = try store.acquire(identity.instance, owner: name, until: now + seconds, now: now)
      else {
        throw StoreError.leaseLost(instance: identity.instance)
      }
      return lease
    }
    let end = Task { try? await Task.pause(seconds: 3600) }
    defer { Task { [widget] in await widget.session.close() } }
    defer { end.cancel() }
    switch owner {
    case .replies(let reply, let delay, let storesView):
      let lease = try lease(name, for: 1e6)
      let socket = try HostSocket(runtime.socket(of: name), in: runtime) { _ in
        if storesView {
          let snapshot = Snapshot(
            widget: identity, context: SnapshotContext(TestWidget.context()), view: ViewNode(.text("by the owner")),
            result: .newData,
            reason: .launch, updatedAt: WallTime.now())
          try? store.save(snapshot, under: lease, finishing: nil)
        }
        if let delay { try? await Task.pause(seconds: delay) } else { await end.value }
        return reply
      }
      defer { socket.stop() }
      return try await body(leased)
    case .isStopped(let seconds):
      _ = try lease(name, for: seconds)
      let listener = try LocalSocket.listener(at: runtime.socket(of: name))
      defer { close(listener) }
      return try await body(leased)
    case .dies:
      _ = try lease(name, for: 1e6)
      let own = Mutex<HostSocket?>(nil)
      let socket = try HostSocket(runtime.socket(of: name), in: runtime) { _ in
        own.withLock { $0?.stop() }
        // The connection ends before the reply.
        await end.value
        return .done
      }
      own.withLock { $0 = socket }
      return try await body(leased)
    case .ends(let delay):
      let lease = try lease("\(getpid())-owner", for: 1e6)
      let release = Task {
        try await Task.pause(seconds: delay)
        try store.release(lease)
      }
      defer { release.cancel() }
      return try await body(leased)
    }
  }
}
