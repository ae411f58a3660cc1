import Synchronization
import WidgetHelpers
import WidgetSystem

/// One running `luawidget-fetcher`, from start to end: sends it requests, and delivers its replies.
final class FetcherSession: Sendable {
  enum Outcome: Sendable {
    case addresses([IPAddress])
    case unresolved(ResolverError)
    case response(HTTPExchangeResponse)
    case failure(FetchError.Reason)
    /// The fetcher ended first.
    ///
    /// - wasSent: Whether it may have received the request.
    case ended(HelperProblem, wasSent: Bool)
  }

  /// Seconds for the reply to a cancelled request.
  private static let cancelTime = 2.0

  private struct Pending {
    /// nil once the request is cancelled: its reply is awaited, then dropped.
    var continuation: CheckedContinuation<Outcome, Never>?
    /// nil for a name to resolve.
    var response: ResponseAssembly?
    /// Receives an event stream; nil for every other request.
    var onPart: (@Sendable ([UInt8]) -> Void)?
    /// Whether the stream is open, so that nothing need come for any time.
    var isOpen = false
  }

  private struct State {
    var pending: [Int64: Pending] = [:]
    /// Requests neither sent nor cancelled yet.
    var unsent: Set<Int64> = []
    var lastID: Int64 = 0
    var problem: HelperProblem?
    var isShutDown = false
    var hasEnded = false
  }

  private let fetcher: HelperProcess
  private let state = Mutex(State())

  /// Starts the program.
  init(_ launch: HelperProcess.Launch, trust: TrustedCertificates) throws(SystemError) {
    fetcher = try HelperProcess(launch, greeting: FetcherRequest.hello(version: FetcherProtocol.version, trust).encoded)
    try DetachedThread.start(stackBytes: 512 << 10) { self.run() }
  }

  var processID: Int32 { fetcher.processID }

  var signs: Int { fetcher.signs }

  /// Requests that were sent and not answered yet, without open streams.
  var unanswered: Int { state.withLock { $0.pending.values.count { !$0.isOpen || $0.continuation == nil } } }

  /// Whether it takes no more requests.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  func resolve(_ name: String) async -> Outcome {
    await outcome(nil) { .resolve(id: $0, name: name) }
  }

  /// - Parameter onPart: Receives the body of an event stream, in order; nil for every other request.
  func perform(
    _ exchange: HTTPExchange, to destination: HTTPDestination, onPart: (@Sendable ([UInt8]) -> Void)? = nil
  ) async -> Outcome {
    let body = exchange.body ?? []
    return await outcome(ResponseAssembly(exchange, destination), body: body, onPart: onPart) {
      .exchange(id: $0, exchange, destination, bodyLength: body.count)
    }
  }

  /// Ends the fetcher. Everything running fails with `shutDown`.
  func stop() {
    state.withLock { $0.isShutDown = true }
    fetcher.stop()
  }

  private func outcome(
    _ response: ResponseAssembly?, body: [UInt8] = [], onPart: (@Sendable ([UInt8]) -> Void)? = nil,
    message: @Sendable (Int64) -> FetcherRequest
  ) async -> Outcome {
    let id = state.withLock { state in
      state.lastID += 1
      state.unsent.insert(state.lastID)
      return state.lastID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let refusal: Outcome? = state.withLock { state in
          guard state.unsent.remove(id) != nil else { return .failure(.cancelled) }
          if state.isShutDown { return .failure(.shutDown) }
          if state.hasEnded { return .ended(state.problem ?? .exited(status: 0), wasSent: false) }
          state.pending[id] = Pending(continuation: continuation, response: response, onPart: onPart)
          // Under the lock, so a cancellation can't overtake its request.
          fetcher.send(message(id).encoded)
          fetcher.send(body) { FetcherRequest.body(id: id, $0).encoded }
          return nil
        }
        if let refusal { continuation.resume(returning: refusal) }
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func cancel(_ id: Int64) {
    let continuation: CheckedContinuation<Outcome, Never>? = state.withLock { state in
      guard let continuation = state.pending[id]?.continuation else {
        state.unsent.remove(id)
        return nil
      }
      state.pending[id]?.continuation = nil
      fetcher.send(FetcherRequest.cancel(id: id).encoded, replyWithin: Self.cancelTime)
      return continuation
    }
    continuation?.resume(returning: .failure(.cancelled))
  }

  /// Runs on its own thread until the fetcher ends.
  private func run() {
    let problem =
      fetcher.run(owesReply: { unanswered > 0 }) { payload throws(HelperProtocolError) in
        try deliver(try FetcherReply(decoding: payload))
        return true
      } ?? .exited(status: 0)
    let (pending, isShutDown) = state.withLock { state in
      state.hasEnded = true
      state.problem = problem
      defer { state.pending = [:] }
      return (state.pending, state.isShutDown)
    }
    for request in pending.values {
      request.continuation?.resume(returning: isShutDown ? .failure(.shutDown) : .ended(problem, wasSent: true))
    }
  }

  private func deliver(_ reply: FetcherReply) throws(HelperProtocolError) {
    if case .ready = reply { return }
    if try passesOn(reply) { return }
    let delivery = try state.withLock { state throws(HelperProtocolError) -> (CheckedContinuation<Outcome, Never>?, Outcome)? in
      let id = reply.id
      guard var request = state.pending[id] else { throw HelperProtocolError("a reply to no request") }
      // Only an open WebSocket ends with it.
      if case .head(_, 101, _, _) = reply, !request.isOpen { throw HelperProtocolError("a bad status") }
      guard let outcome = try Self.outcome(of: reply, &request.response) else {
        state.pending[id] = request
        return nil
      }
      state.pending[id] = nil
      return (request.continuation, outcome)
    }
    if let (continuation, outcome) = delivery { continuation?.resume(returning: outcome) }
  }

  /// Passes on a part of an event stream.
  ///
  /// - Returns: false for every other reply.
  private func passesOn(_ reply: FetcherReply) throws(HelperProtocolError) -> Bool {
    let stream = try state.withLock { state throws(HelperProtocolError) -> Pending? in
      guard let request = state.pending[reply.id], request.onPart != nil else { return nil }
      switch reply {
      case .opened where !request.isOpen:
        state.pending[reply.id]?.isOpen = true
        return request
      case .body where request.isOpen: return request
      case .opened: throw HelperProtocolError("a stream that is open already")
      case .head(_, _, _, let length) where request.isOpen && length > 0: throw HelperProtocolError("a second body")
      default: return nil
      }
    }
    guard let stream else { return false }
    if case .body(_, let bytes) = reply, stream.continuation != nil { stream.onPart?(Array(bytes)) }
    return true
  }

  /// - Returns: nil while the response is incomplete.
  private static func outcome(of reply: FetcherReply, _ response: inout ResponseAssembly?) throws(HelperProtocolError)
    -> Outcome?
  {
    guard var assembly = response else {
      switch reply {
      case .addresses(_, let addresses): return .addresses(addresses)
      case .unresolved(_, let error): return .unresolved(error)
      case .ready, .head, .body, .failed, .opened: throw HelperProtocolError("a response to a name")
      }
    }
    defer { response = assembly }
    switch reply {
    case .head(_, let status, let headers, let bodyLength):
      return try assembly.receiveHead(status: status, headers: headers, bodyLength: bodyLength).map { .response($0) }
    case .body(_, let bytes): return try assembly.receiveBody(bytes).map { .response($0) }
    case .failed(_, let reason): return .failure(try assembly.reason(reason))
    case .opened: throw HelperProtocolError("a stream for an exchange")
    case .ready, .addresses, .unresolved: throw HelperProtocolError("addresses for an exchange")
    }
  }
}

extension FetcherReply {
  fileprivate var id: Int64 {
    switch self {
    case .ready(let version): version
    case .addresses(let id, _), .unresolved(let id, _), .head(let id, _, _, _), .body(let id, _), .failed(let id, _),
      .opened(let id):
      id
    }
  }
}
