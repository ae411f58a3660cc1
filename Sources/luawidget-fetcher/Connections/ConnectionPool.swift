import NIOCore
import NIOPosix
import Synchronization
import WidgetServices
import WidgetSystem

/// Open connections for later requests to the same endpoint.
///
/// None of the network machinery starts before you ask for the first connection.
final class ConnectionPool: Sendable {
  /// A connection lent to one request. Every loan ends with ``giveBack(_:)``.
  struct Loan {
    let connection: HTTPConnection
    /// Whether an earlier request used it, so the server may just be closing it.
    let isReused: Bool
  }

  private struct Entry {
    let connection: HTTPConnection
    var users: Int
    /// The pool's count of loans at the last one: an order, not a time.
    var lastUse: Int
    /// When the last user gave it back, a ``BootTime``.
    var unusedSince = 0.0
  }

  private struct State {
    var entries: [Entry] = []
    /// Attempts that may turn out to be HTTP/2, which several requests can share.
    var attempts: [ConnectionEndpoint: EventLoopFuture<HTTPConnection>] = [:]
    var loans = 0
    var isShutDown = false
  }

  /// Seconds an unused connection stays open, even while suspended.
  static let idleSeconds = 15.0

  private let connector: Connector
  private let state = Mutex(State())
  /// Unused connections beyond this count are closed, the longest unused first. Those in use don't count.
  private let capacity: Int

  /// Connections that twenty widgets use at the same time. With fewer, each pause between two of their fetches would close some that the
  /// next fetch has to open again; all of them close after ``idleSeconds`` anyway.
  static let capacity = 80

  /// One thread for all connections: what widgets fetch is little, and one for each core would be started before a first byte is sent.
  static let group: any EventLoopGroup = MultiThreadedEventLoopGroup(numberOfThreads: 1)

  init(capacity: Int = ConnectionPool.capacity, trust: TrustedCertificates, trustedSeconds: Double = HTTP2Handler.trustedSeconds)
  {
    self.capacity = capacity
    connector = Connector(trust: trust, group: Self.group, trustedSeconds: trustedSeconds)
  }

  deinit {
    for entry in state.withLock({ $0.entries }) { entry.connection.close(.shutDown) }
  }

  /// Whether there's an open connection to this endpoint.
  func hasConnection(to endpoint: ConnectionEndpoint) -> Bool {
    state.withLock { $0.entries.contains { $0.connection.endpoint == endpoint && $0.connection.isAvailable } }
  }

  /// Lends a connection: an open one, or a new one.
  ///
  /// - Parameters:
  ///   - seconds: The time allowed for making a new one.
  ///   - isNew: Whether it mustn't have been used before.
  func connection(
    to endpoint: ConnectionEndpoint, within seconds: Double, isNew: Bool
  ) async throws(FetchError.Reason) -> Loan {
    var isShared = !isNew
    while true {
      if Task.isCancelled { throw .cancelled }
      if !isNew, let loan = borrow(endpoint) { return loan }
      let (attempt, isOwn) = try attempt(endpoint, within: seconds, isShared: isShared)
      if isOwn { return try await loan(from: attempt) }
      // Another request's attempt: an HTTP/2 connection can be shared, HTTP/1.1 needs another one.
      let connection = try await Self.result(of: attempt)
      if connection.sharesRequests, let loan = borrow(connection) { return loan }
      isShared = false
    }
  }

  /// The connection made by this request's attempt. It's already lent, so no other request takes it first.
  private func loan(from attempt: EventLoopFuture<HTTPConnection>) async throws(FetchError.Reason) -> Loan {
    do throws(FetchError.Reason) {
      return Loan(connection: try await Self.result(of: attempt), isReused: false)
    } catch {
      // The attempt continues if this task is cancelled.
      attempt.whenSuccess { self.giveBack(Loan(connection: $0, isReused: false)) }
      throw error
    }
  }

  func giveBack(_ loan: Loan) {
    let connection = loan.connection
    let (isUnused, lastUse, surplus) = state.withLock { state in
      guard let index = state.entries.firstIndex(where: { $0.connection === connection }) else { return (false, 0, [Entry]()) }
      state.entries[index].users -= 1
      state.entries[index].unusedSince = BootTime.now()
      let entry = state.entries[index]
      return (entry.users == 0, entry.lastUse, Self.removeSurplus(&state, capacity: capacity))
    }
    for entry in surplus { entry.connection.close(.incomplete) }
    guard isUnused else { return }
    connection.eventLoop.scheduleTask(in: .seconds(of: Self.idleSeconds)) { [weak self] in
      self?.close(connection, unusedSince: lastUse)
    }
  }

  /// Closes every connection, even those in use, and refuses new loans.
  func shutdown() async {
    let entries = state.withLock { state in
      state.isShutDown = true
      return state.entries
    }
    for entry in entries { entry.connection.close(.shutDown) }
    for entry in entries { try? await entry.connection.closeFuture.get() }
  }

  /// Lends an open connection to this endpoint; nil without one we can trust to be alive.
  func borrow(_ endpoint: ConnectionEndpoint) -> Loan? {
    let (loan, stale) = state.withLock { state in
      let stale = Self.removeUnused(&state) { entry in
        BootTime.now() - entry.unusedSince > Self.idleSeconds
          || entry.connection.endpoint == endpoint && !entry.connection.isOnCurrentRoute
      }
      let index = state.entries.firstIndex { entry in
        entry.connection.endpoint == endpoint && entry.connection.isAvailable
          && (entry.users == 0 || entry.connection.sharesRequests)
      }
      return (index.map { Self.lend(&state, $0) }, stale)
    }
    for entry in stale { entry.connection.close(.incomplete) }
    return loan
  }

  /// Closes the unused connections to an endpoint: one turned out to be dead, and the others are likely to be.
  func closeUnused(to endpoint: ConnectionEndpoint) {
    let unused = state.withLock { state in Self.removeUnused(&state) { $0.connection.endpoint == endpoint } }
    for entry in unused { entry.connection.close(.incomplete) }
  }

  private static func removeUnused(_ state: inout State, where isRemoved: (Entry) -> Bool) -> [Entry] {
    let removed = state.entries.filter { $0.users == 0 && isRemoved($0) }
    if !removed.isEmpty { state.entries.removeAll { entry in removed.contains { $0.connection === entry.connection } } }
    return removed
  }

  private func borrow(_ connection: HTTPConnection) -> Loan? {
    state.withLock { state in
      guard let index = state.entries.firstIndex(where: { $0.connection === connection }), connection.isAvailable,
        state.entries[index].users == 0 || connection.sharesRequests
      else { return nil }
      return Self.lend(&state, index)
    }
  }

  private static func lend(_ state: inout State, _ index: Int) -> Loan {
    state.loans += 1
    state.entries[index].users += 1
    state.entries[index].lastUse = state.loans
    return Loan(connection: state.entries[index].connection, isReused: true)
  }

  /// Starts connecting, or joins an ongoing attempt.
  ///
  /// - Parameter isShared: Whether to join other attempts and let others join this one.
  private func attempt(
    _ endpoint: ConnectionEndpoint, within seconds: Double, isShared: Bool
  ) throws(FetchError.Reason) -> (EventLoopFuture<HTTPConnection>, isOwn: Bool) {
    let found: (future: EventLoopFuture<HTTPConnection>, isOwn: Bool)? = state.withLock { state in
      if state.isShutDown { return nil }
      if isShared, let attempt = state.attempts[endpoint] { return (attempt, false) }
      let attempt = connector.connect(to: endpoint, within: seconds).map { connection in
        self.add(connection)
        return connection
      }
      if endpoint.scheme == .https, isShared { state.attempts[endpoint] = attempt }
      return (attempt, true)
    }
    guard let found else { throw .shutDown }
    if found.isOwn {
      found.future.whenComplete { _ in
        self.state.withLock { state in
          if state.attempts[endpoint] === found.future { state.attempts[endpoint] = nil }
        }
      }
    }
    return found
  }

  /// Adds a connection lent to the request that made it.
  private func add(_ connection: HTTPConnection) {
    let isShutDown = state.withLock { state in
      state.loans += 1
      if !state.isShutDown { state.entries.append(Entry(connection: connection, users: 1, lastUse: state.loans)) }
      return state.isShutDown
    }
    if isShutDown { return connection.close(.shutDown) }
    connection.closeFuture.whenComplete { [weak self] _ in
      self?.state.withLock { $0.entries.removeAll { $0.connection === connection } }
    }
  }

  private func close(_ connection: HTTPConnection, unusedSince lastUse: Int) {
    let isUnused = state.withLock { state in
      let index = state.entries.firstIndex { $0.connection === connection && $0.users == 0 && $0.lastUse == lastUse }
      return index.map { state.entries.remove(at: $0) } != nil
    }
    if isUnused { connection.close(.incomplete) }
  }

  private static func removeSurplus(_ state: inout State, capacity: Int) -> [Entry] {
    let unused = state.entries.filter { $0.users == 0 }.sorted { $0.lastUse < $1.lastUse }
    let surplus = unused.prefix(max(0, unused.count - capacity))
    return removeUnused(&state) { entry in surplus.contains { $0.connection === entry.connection } }
  }

  /// Waits for an attempt, which continues for others if this task is cancelled.
  private static func result(of attempt: EventLoopFuture<HTTPConnection>) async throws(FetchError.Reason) -> HTTPConnection {
    let own = attempt.eventLoop.makePromise(of: HTTPConnection.self)
    attempt.cascade(to: own)
    do {
      return try await withTaskCancellationHandler {
        try await own.futureResult.get()
      } onCancel: {
        own.fail(FetchError.Reason.cancelled)
      }
    } catch {
      throw error as? FetchError.Reason ?? FetchError.Reason(networkError: error, isConnecting: true)
    }
  }
}
