import Synchronization
import WidgetServices
import WidgetSystem

/// Connects to one of a host's several addresses: the first that answers wins (RFC 8305, "Happy Eyeballs").
final class ConnectionRace: Sendable {
  /// Seconds between the starts of two attempts, as recommended by RFC 8305 section 5. A failure starts the next one at once.
  static let delay = 0.25
  /// How many seconds to try the winning family first.
  static let memorySeconds = 600.0
  private static let rememberedHosts = 64

  private struct Winner {
    let isIPv4: Bool
    let until: Double
  }

  private let pool: ConnectionPool
  private let winners = Mutex<[WebHost: Winner]>([:])

  init(_ pool: ConnectionPool) { self.pool = pool }

  /// Lends an open connection to one of the endpoints, or else a new one.
  ///
  /// - Parameters:
  ///   - endpoints: All addresses of one destination.
  ///   - seconds: The time for each attempt.
  ///   - isNew: Whether it mustn't have been used before.
  func connection(
    to endpoints: [ConnectionEndpoint], within seconds: Double, isNew: Bool
  ) async throws(FetchError.Reason) -> ConnectionPool.Loan {
    guard let first = endpoints.first else { throw .unknownHost }
    if endpoints.count == 1 { return try await pool.connection(to: first, within: seconds, isNew: isNew) }
    if !isNew, let open = endpoints.first(where: pool.hasConnection) {
      // Someone may have taken it meanwhile; then the race begins.
      if let loan = pool.borrow(open) { return loan }
    }
    let loan = try await run(ordered(endpoints), within: seconds, isNew: isNew)
    remember(loan.connection.endpoint)
    return loan
  }

  private enum Event: Sendable {
    case connected(ConnectionPool.Loan)
    case failed(index: Int, FetchError.Reason)
    /// The latest attempt has had its time alone.
    case delayed(index: Int)
  }

  private func run(
    _ endpoints: [ConnectionEndpoint], within seconds: Double, isNew: Bool
  ) async throws(FetchError.Reason) -> ConnectionPool.Loan {
    let result: Result<ConnectionPool.Loan, FetchError.Reason> = await withTaskGroup(of: Event.self) { group in
      var started = 0
      var failures: [Int: FetchError.Reason] = [:]
      var result: Result<ConnectionPool.Loan, FetchError.Reason>?
      func startNext() {
        guard started < endpoints.count, result == nil else { return }
        let index = started
        started += 1
        group.addTask {
          do throws(FetchError.Reason) {
            return .connected(try await self.pool.connection(to: endpoints[index], within: seconds, isNew: isNew))
          } catch {
            return .failed(index: index, error)
          }
        }
        group.addTask {
          try? await Task.pause(seconds: Self.delay)
          return .delayed(index: index)
        }
      }
      func end(_ outcome: Result<ConnectionPool.Loan, FetchError.Reason>) {
        result = outcome
        group.cancelAll()
      }
      startNext()
      for await event in group {
        switch event {
        case .connected(let loan):
          if result == nil { end(.success(loan)) } else { pool.giveBack(loan) }
        case .failed(let index, let reason):
          failures[index] = reason
          if result != nil { continue }
          // If another address can't help, there's no point in waiting for one either.
          if !reason.allowsAnotherAddress { end(.failure(reason)) }
          if failures.count == endpoints.count { end(.failure(failures[0] ?? reason)) }
          if index == started - 1 { startNext() }
        case .delayed(let index):
          if index == started - 1 { startNext() }
        }
      }
      return result ?? .failure(.cancelled)
    }
    return try result.get()
  }

  /// The families take turns (RFC 8305 section 4), starting with the last winner, or the resolver's first.
  func ordered(_ endpoints: [ConnectionEndpoint]) -> [ConnectionEndpoint] {
    guard let first = endpoints.first else { return [] }
    let winner = winners.withLock { $0[first.host] }
    let startsWithIPv4 = winner.map { $0.until > BootTime.now() ? $0.isIPv4 : first.address.isIPv4 } ?? first.address.isIPv4
    let leading = endpoints.filter { $0.address.isIPv4 == startsWithIPv4 }
    let following = endpoints.filter { $0.address.isIPv4 != startsWithIPv4 }
    return (0..<max(leading.count, following.count)).flatMap { index in
      [leading, following].compactMap { $0.indices.contains(index) ? $0[index] : nil }
    }
  }

  func remember(_ endpoint: ConnectionEndpoint) {
    let now = BootTime.now()
    winners.withLock { winners in
      if winners.count >= Self.rememberedHosts { winners = winners.filter { $0.value.until > now } }
      if winners.count >= Self.rememberedHosts { winners.removeAll() }
      winners[endpoint.host] = Winner(isIPv4: endpoint.address.isIPv4, until: now + Self.memorySeconds)
    }
  }
}

extension FetchError.Reason {
  /// Whether another address of the same host may fare better.
  fileprivate var allowsAnotherAddress: Bool {
    switch self {
    case .refused, .unreachable, .connectTimeout, .proxy(.unreachable, _), .proxy(.timeout, _): true
    default: false
    }
  }
}
