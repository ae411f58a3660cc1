import NIOCore
package import WidgetServices

/// The network in this process: the system's resolver, a connection pool, HTTP/1.1, and HTTP/2 over TLS where the server offers
/// it.
///
/// `luawidget-fetcher` is the program around it.
package final class NetworkTransport: HTTPTransport {
  private let resolver = SystemResolver()
  private let pool: ConnectionPool
  private let race: ConnectionRace

  /// Doesn't start anything yet: the first exchange creates threads and connections.
  ///
  /// - Parameter trust: The certificates to accept.
  package convenience init(trust: TrustedCertificates = .system) { self.init(ConnectionPool(trust: trust)) }

  init(_ pool: ConnectionPool) {
    self.pool = pool
    race = ConnectionRace(pool)
  }

  /// Runs the tasks of a process with no others: calling a transport without blocking.
  package static let executor: any TaskExecutor = EventLoopExecutor(ConnectionPool.group.next())

  package func addresses(of name: String) async throws(ResolverError) -> [IPAddress] { try await resolver.addresses(of: name) }

  /// Closes all connections.
  package func shutdown() async { await pool.shutdown() }

  /// Sends a request to whichever address connects first, and once more on a new connection where that's safe.
  ///
  /// A request that wasn't sent because its connection had just been closed is always sent again, unless a server ends a new
  /// connection for a reason another one wouldn't change. A request that was sent is repeated only if the exchange allows it:
  /// when the server says it didn't process it, and for GET and HEAD when a reused connection ends before the response begins
  /// (RFC 9110 section 9.2.2).
  package func perform(
    _ exchange: HTTPExchange, to destination: HTTPDestination
  ) async throws(FetchError.Reason) -> HTTPExchangeResponse {
    try await perform(exchange, to: destination, onPart: nil)
  }

  /// The first part is empty: the stream is open.
  package func open(
    _ exchange: HTTPExchange, to destination: HTTPDestination, onPart: @escaping @Sendable ([UInt8]) -> Void
  ) async throws(FetchError.Reason) -> HTTPExchangeResponse {
    try await perform(exchange, to: destination, onPart: onPart)
  }

  private func perform(
    _ exchange: HTTPExchange, to destination: HTTPDestination, onPart: (@Sendable ([UInt8]) -> Void)?
  ) async throws(FetchError.Reason) -> HTTPExchangeResponse {
    var isForWebSocket = false
    if case .webSocket? = exchange.stream { isForWebSocket = true }
    let endpoints = ConnectionEndpoint.all(of: destination, isForWebSocket: isForWebSocket)
    var attemptsLeft = 3
    var isNew = false
    while true {
      let loan = try await race.connection(to: endpoints, within: exchange.connectTimeout, isNew: isNew)
      defer { pool.giveBack(loan) }
      do throws(HTTPExchangeFailure) {
        return try decoded(try await loan.connection.perform(exchange, onPart: onPart), limit: exchange.maximumBodyBytes)
      } catch {
        attemptsLeft -= 1
        if error.isSilence { pool.closeUnused(to: loan.connection.endpoint) }
        let isRepeated =
          switch error.progress {
          case .notSent: loan.isReused || error.reason == .incomplete
          case .notProcessed: exchange.mayRepeat
          case .sent: exchange.mayRepeat && loan.isReused && error.reason == .incomplete && exchange.method.isSafe
          case .receivedHead: false
          }
        guard isRepeated, attemptsLeft > 0, !Task.isCancelled else { throw error.reason }
        isNew = true
      }
    }
  }

  /// Removes the content codings.
  private func decoded(
    _ received: HTTPExchangeResponse, limit: Int
  ) throws(HTTPExchangeFailure) -> HTTPExchangeResponse {
    guard !received.body.isEmpty else { return received }
    var response = received
    do throws(ContentCoding.Failure) {
      let codings = try ContentCoding.list(received.headers.value(of: "Content-Encoding"))
      response.body = try ContentCoding.decode(received.body, codings, limit: limit)
    } catch {
      let reason: FetchError.Reason =
        switch error {
        case .tooLarge: .bodyTooLarge(limit: limit)
        case .damaged: .damagedCoding
        case .unknown: .unknownCoding
        }
      throw HTTPExchangeFailure(reason: reason, progress: .receivedHead)
    }
    return response
  }
}

extension HTTPExchangeFailure {
  /// Whether no part of a response arrived, although there was time for it.
  fileprivate var isSilence: Bool {
    guard progress == .sent else { return false }
    if case .firstByteTimeout = reason { return true }
    return reason == .cancelled
  }
}

/// Runs tasks on the connections' thread.
///
/// A process whose tasks all run there needs no thread pool. libdispatch's pool also reads `/proc`, which a sandbox refuses, and
/// traps if it can't.
final class EventLoopExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(_ loop: any EventLoop) { self.loop = loop }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
