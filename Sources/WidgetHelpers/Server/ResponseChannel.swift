import Synchronization

/// The response to one request. The host writes as much as it wants; the server holds at most ``ServerProtocol/window`` of it
/// that the client hasn't taken yet.
package final class ResponseChannel: Sendable {
  private struct State {
    var waiting: [ArraySlice<UInt8>] = []
    var inFlight = 0
    var hasHead = false
    var fields: [HTTPField] = []
    var hasEnded = false
    var hasSentEnd = false
    var isFinished = false
    var onDrain: (@Sendable () -> Void)?
    var onFinish: (@Sendable () -> Void)?
  }

  static let chunk = 32 << 10

  package let id: Int64
  private let count: RequestCount?
  private let send: @Sendable (HostToServerMessage) -> Void
  private let state = Mutex(State())

  /// - Parameters:
  ///   - count: Counts the request until this value is released.
  ///   - send: Sends a message to the server; called in message order.
  init(id: Int64, count: RequestCount?, send: @escaping @Sendable (HostToServerMessage) -> Void) {
    self.id = id
    self.count = count
    self.send = send
  }

  /// A response without a server, for tests.
  package convenience init(id: Int64, send: @escaping @Sendable (HostToServerMessage) -> Void) {
    self.init(id: id, count: nil, send: send)
  }

  deinit { count?.end() }

  /// Adds fields to the response, whatever it will be. It hasn't begun yet.
  package func add(_ fields: [HTTPField]) { state.withLock { $0.fields += fields } }

  /// Tells the server that the client has signed in, so that clients without a session can't take its place.
  package func keepConnection() {
    state.withLock { state in
      if !state.isFinished { send(.keep(id: id)) }
    }
  }

  /// A complete response.
  package func respond(_ status: Int, _ fields: [HTTPField], body: [UInt8] = []) {
    begin(HTTPResponseHead(status: status, fields: fields, bodyLength: body.count))
    write(body)
    end()
  }

  /// Begins a response. Only the first call has an effect.
  package func begin(
    _ head: HTTPResponseHead, onDrain: (@Sendable () -> Void)? = nil, onFinish: (@Sendable () -> Void)? = nil
  ) {
    let isLate = state.withLock { state in
      guard !state.hasHead else { return false }
      state.hasHead = true
      if state.isFinished { return true }
      state.onDrain = onDrain
      state.onFinish = onFinish
      // Under the lock: the body must not overtake it.
      var head = head
      head.fields += state.fields
      send(.head(id: id, head))
      return false
    }
    if isLate { onFinish?() }
  }

  package func write(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    state.withLock { state in
      guard state.hasHead, !state.hasEnded, !state.isFinished else { return }
      state.waiting.append(bytes[...])
      pump(&state)
    }
  }

  package func end() {
    state.withLock { state in
      guard state.hasHead, !state.hasEnded, !state.isFinished else { return }
      state.hasEnded = true
      pump(&state)
    }
  }

  /// Whether everything written has reached the client's connection.
  package var isDrained: Bool { state.withLock { $0.waiting.isEmpty && $0.inFlight == 0 } }

  /// Whether the server has nothing to report: everything it was sent has reached the client, and the end is yet to come.
  var isSettled: Bool { state.withLock { $0.inFlight == 0 && !$0.hasSentEnd || $0.isFinished } }

  package var isFinished: Bool { state.withLock { $0.isFinished } }

  // MARK: From the server

  /// - Returns: false if the server reports more than it received.
  func sent(_ bytes: Int) -> Bool {
    let (isValid, onDrain) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
      guard bytes <= state.inFlight else { return (false, nil) }
      state.inFlight -= bytes
      pump(&state)
      return (true, state.waiting.isEmpty && state.inFlight == 0 ? state.onDrain : nil)
    }
    onDrain?()
    return isValid
  }

  /// The client or the server is gone, or the response is complete.
  func finish() {
    let onFinish = state.withLock { state -> (@Sendable () -> Void)? in
      guard !state.isFinished else { return nil }
      state.isFinished = true
      state.waiting = []
      defer { (state.onDrain, state.onFinish) = (nil, nil) }
      return state.onFinish
    }
    onFinish?()
  }

  private func pump(_ state: inout State) {
    while let first = state.waiting.first {
      let count = min(first.count, Self.chunk, ServerProtocol.window - state.inFlight)
      // Small remainders would make many small frames.
      guard count == first.count || count >= Self.chunk else { return }
      send(.body(id: id, first.prefix(count)))
      state.inFlight += count
      if count == first.count { state.waiting.removeFirst() } else { state.waiting[0] = first.dropFirst(count) }
    }
    if state.hasEnded, !state.hasSentEnd {
      state.hasSentEnd = true
      send(.end(id: id))
    }
  }
}
