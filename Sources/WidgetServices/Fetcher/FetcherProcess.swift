import Synchronization
package import WidgetHelpers
import WidgetSystem

/// The network by way of `luawidget-fetcher`, which starts with the first request, stays for the next ones, and is replaced when
/// it ends.
///
/// When a fetcher ends, name lookups and repeatable GET or HEAD requests are sent once more to a new one. Any other request
/// fails, because the server may have received it (RFC 9110 section 9.2.2). Nothing else depends on a fetcher.
package final class FetcherProcess: HTTPTransport {
  private struct State {
    var session: FetcherSession?
    var isShutDown = false
  }

  private let launch: HelperProcess.Launch?
  private let trust: TrustedCertificates
  private let state = Mutex(State())

  /// Doesn't start anything yet.
  ///
  /// - Parameters:
  ///   - executable: Path of `luawidget-fetcher`; nil if it isn't installed.
  ///   - environment: The user's. The fetcher gets only the variables configuring the system's resolver.
  ///   - trust: The certificates to accept.
  package init(
    executable: String?, environment: [String: String] = [:], trust: TrustedCertificates = .system,
    heartbeat: HelperProcess.Heartbeat = HelperProcess.Heartbeat()
  ) {
    let variables = ["LOCALDOMAIN", "RES_OPTIONS"].compactMap { name in environment[name].map { "\(name)=\($0)" } }
    launch = executable.map {
      HelperProcess.Launch(
        .fetcher, $0, environment: variables, version: FetcherProtocol.version,
        maximumIncoming: FetcherProtocol.maximumReplyFrame, readySeconds: 5, heartbeat: heartbeat)
    }
    self.trust = trust
  }

  deinit { state.withLock { $0.session }?.stop() }

  /// Starts a fetcher unless one is running, while the threads needed by the request are starting too.
  package func prepare() { _ = try? session() }

  package func addresses(of name: String) async throws(ResolverError) -> [IPAddress] {
    let outcome: FetcherSession.Outcome
    do throws(FetchError.Reason) {
      outcome = try await self.outcome(mayRepeat: true) { await $0.resolve(name) }
    } catch {
      if case .fetcher(let problem) = error { throw .fetcher(problem) }
      throw .cancelled
    }
    switch outcome {
    case .addresses(let addresses): return addresses
    case .unresolved(let error): throw error
    case .ended(let problem, _): throw .fetcher(problem)
    case .failure, .response: throw .cancelled
    }
  }

  package func perform(
    _ exchange: HTTPExchange, to destination: HTTPDestination
  ) async throws(FetchError.Reason) -> HTTPExchangeResponse {
    let mayRepeat = exchange.method.isSafe && exchange.mayRepeat
    switch try await outcome(mayRepeat: mayRepeat, { await $0.perform(exchange, to: destination) }) {
    case .response(let response): return response
    case .failure(let reason): throw reason
    case .ended(let problem, _): throw .fetcher(problem)
    case .addresses, .unresolved: throw .malformed
    }
  }

  package func open(
    _ exchange: HTTPExchange, to destination: HTTPDestination, onPart: @escaping @Sendable ([UInt8]) -> Void
  ) async throws(FetchError.Reason) -> HTTPExchangeResponse {
    // The caller connects again, with the id of the last event.
    switch try await outcome(mayRepeat: false, { await $0.perform(exchange, to: destination, onPart: onPart) }) {
    case .response(let response): return response
    case .failure(let reason): throw reason
    case .ended(let problem, _): throw .fetcher(problem)
    case .addresses, .unresolved: throw .malformed
    }
  }

  /// Ends the fetcher. Running and later requests fail with `shutDown`.
  package func shutdown() async {
    let session = state.withLock { state in
      state.isShutDown = true
      return state.session
    }
    session?.stop()
  }

  /// The process id of the fetcher, if it's running. For measurements and tests.
  package var processID: Int32? {
    state.withLock { $0.session.flatMap { $0.hasEnded ? nil : $0.processID } }
  }

  /// How often the running fetcher has shown that it's alive. For tests.
  package var signs: Int { state.withLock { $0.session?.signs ?? 0 } }

  /// The requests sent to the running fetcher and not answered yet. For tests.
  package var unanswered: Int { state.withLock { $0.session?.unanswered ?? 0 } }

  /// - Parameter mayRepeat: Whether the request is sent again if a fetcher may have received it before it ended.
  private func outcome(
    mayRepeat: Bool, _ request: (FetcherSession) async -> FetcherSession.Outcome
  ) async throws(FetchError.Reason) -> FetcherSession.Outcome {
    let first = await request(try session())
    guard case .ended(_, let wasSent) = first, mayRepeat || !wasSent, !Task.isCancelled else { return first }
    return await request(try session())
  }

  private func session() throws(FetchError.Reason) -> FetcherSession {
    try state.withLock { state throws(FetchError.Reason) in
      if state.isShutDown { throw .shutDown }
      if let session = state.session, !session.hasEnded { return session }
      guard let launch else { throw .fetcher(.missing) }
      do throws(SystemError) {
        let session = try FetcherSession(launch, trust: trust)
        state.session = session
        return session
      } catch {
        throw .fetcher(.cannotStart("\(error)"))
      }
    }
  }
}
