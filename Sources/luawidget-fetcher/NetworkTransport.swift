import NIOCore
package import WidgetServices

/// The network in this process: the system's resolver, a pool of connections, HTTP/1.1, and HTTP/2 over TLS where the server offers it.
///
/// `luawidget-fetcher` is the program around it.
package final class NetworkTransport: HTTPTransport {
  private let resolver = SystemResolver()
  private let pool: ConnectionPool

  /// Starts nothing: threads and connections are created by the first exchange.
  ///
  /// - Parameter trust: Whose certificates are accepted.
  package init(trust: TrustedCertificates = .system) { pool = ConnectionPool(trust: trust) }

  /// Runs the tasks of a process that has no other ones: a task that calls a transport and does not block.
  package static let executor: any TaskExecutor = EventLoopExecutor(ConnectionPool.group.next())

  package func addresses(of name: String) async throws(ResolverError) -> [IPAddress] { try await resolver.addresses(of: name) }

  /// Closes all connections.
  package func shutdown() async { await pool.shutdown() }

  /// Uses the first address that can be connected to; one with an open connection comes first.
  package func perform(
    _ exchange: HTTPExchange, to destination: HTTPDestination
  ) async throws(FetchError.Reason) -> HTTPExchangeResponse {
    var endpoints = ConnectionEndpoint.all(of: destination)
    if let open = endpoints.firstIndex(where: pool.hasConnection) { endpoints.swapAt(0, open) }
    var failure = FetchError.Reason.unknownHost
    for endpoint in endpoints {
      do throws(HTTPExchangeFailure) {
        return try decoded(try await send(exchange, to: endpoint), limit: exchange.maximumBodyBytes)
      } catch {
        failure = error.reason
        // Another address only where nothing can have been sent yet.
        guard error.progress == .notSent, error.reason.allowsAnotherAddress, !Task.isCancelled else { break }
      }
    }
    throw failure
  }

  /// Sends a request, on a new connection once more where that is safe.
  ///
  /// A request that was not sent, because its connection had just been closed, is always sent, unless a server ends a new connection
  /// for a reason that another one would not change. One that was sent is sent again only if the exchange allows it: when the server
  /// states that it did not process it, and for GET and HEAD when a reused connection ends before the response begins (RFC 9110
  /// section 9.2.2).
  private func send(
    _ exchange: HTTPExchange, to endpoint: ConnectionEndpoint
  ) async throws(HTTPExchangeFailure) -> HTTPExchangeResponse {
    var attemptsLeft = 3
    var isNew = false
    while true {
      let loan: ConnectionPool.Loan
      do throws(FetchError.Reason) {
        loan = try await pool.connection(to: endpoint, within: exchange.connectTimeout, isNew: isNew)
      } catch {
        throw HTTPExchangeFailure(reason: error, progress: .notSent)
      }
      defer { pool.giveBack(loan) }
      do throws(HTTPExchangeFailure) {
        return try await loan.connection.perform(exchange)
      } catch {
        attemptsLeft -= 1
        let isRepeated =
          switch error.progress {
          case .notSent: loan.isReused || error.reason == .incomplete
          case .notProcessed: exchange.mayRepeat
          case .sent: exchange.mayRepeat && loan.isReused && error.reason == .incomplete && exchange.method.isSafe
          case .receivedHead: false
          }
        guard isRepeated, attemptsLeft > 0, !Task.isCancelled else { throw error }
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

extension FetchError.Reason {
  /// Whether another address of the same host may fare better.
  fileprivate var allowsAnotherAddress: Bool {
    switch self {
    case .refused, .unreachable, .connectTimeout, .proxy(.unreachable, _), .proxy(.timeout, _): true
    default: false
    }
  }
}
