import Synchronization
package import WidgetSystem

/// Runs `luawidget-server` and restarts it when it ends. The listeners stay open in between: clients wait, and none is refused.
package final class ServerProcess: Sendable {
  private let listeners: [FileDescriptor]
  private let handler: @Sendable (HTTPRequestMessage, ResponseChannel) -> Void
  private let server: HelperSupervisor
  private let requests = RequestCount()

  /// Doesn't start anything yet.
  ///
  /// - Parameters:
  ///   - executable: Path of `luawidget-server`.
  ///   - listeners: Bound, listening sockets.
  ///   - onNotice: Receives why the server ended, before it's restarted.
  ///   - handler: Called on the server's message thread, so it must not block. A request is in progress until its response's
  ///     channel is released.
  package init(
    executable: String, listeners: [FileDescriptor], heartbeat: HelperProcess.Heartbeat = HelperProcess.Heartbeat(),
    onNotice: @escaping @Sendable (String) -> Void, handler: @escaping @Sendable (HTTPRequestMessage, ResponseChannel) -> Void
  ) {
    self.listeners = listeners
    self.handler = handler
    let inherited = listeners.enumerated().map { (ServerProtocol.firstListener + Int32($0.offset), $0.element) }
    let launch = HelperProcess.Launch(
      .server, executable, descriptors: Dictionary(uniqueKeysWithValues: inherited), version: ServerProtocol.version,
      maximumIncoming: ServerProtocol.maximumFrame, maximumWaiting: (ServerProtocol.maximumRequests + 1) * ServerProtocol.window,
      readySeconds: 10, heartbeat: heartbeat)
    let hello = HostToServerMessage.hello(version: ServerProtocol.version, listeners: listeners.count).encoded
    let requests = requests
    server = HelperSupervisor(
      .server, start: { () throws(SystemError) in try HelperProcess(launch, greeting: hello) },
      serve: { ServerSession($0, requests, handler).run(listeners) }, onNotice: onNotice)
  }

  /// Starts the server, and restarts it whenever it ends.
  package func start() throws(SystemError) { try server.run() }

  /// Finishes the running responses, for at most a second, and ends the server.
  package func shutdown() async {
    let session = server.markStopped()
    session?.send(HostToServerMessage.drain.encoded)
    for _ in 0..<100 where processID != nil { try? await Task.pause(seconds: 0.01) }
    session?.stop()
  }

  /// Ends the server at once.
  package func stop() { server.stop() }

  /// The process id of the server, if it's running. For measurements and tests.
  package var processID: Int32? { server.helper?.processID }

  package var isReady: Bool { server.helper?.isReady ?? false }

  /// How often it was started.
  package var starts: Int { server.starts }
}

/// How many requests the host is working on: one the server calls finished is still in progress while something here holds it.
final class RequestCount: Sendable {
  private let value = Atomic<Int>(0)

  /// - Returns: Whether there was room.
  func begin() -> Bool {
    if value.wrappingAdd(1, ordering: .relaxed).newValue <= ServerProtocol.maximumRequests { return true }
    end()
    return false
  }

  func end() { value.wrappingSubtract(1, ordering: .relaxed) }
}

/// The requests of one running server.
private final class ServerSession: Sendable {
  private let helper: HelperProcess
  private let requests: RequestCount
  private let handler: @Sendable (HTTPRequestMessage, ResponseChannel) -> Void
  private let responses = Mutex<[Int64: ResponseChannel]>([:])

  init(
    _ helper: HelperProcess, _ requests: RequestCount,
    _ handler: @escaping @Sendable (HTTPRequestMessage, ResponseChannel) -> Void
  ) {
    self.helper = helper
    self.requests = requests
    self.handler = handler
  }

  func run(_ listeners: [FileDescriptor]) -> HelperProblem? {
    let problem = helper.run(listeners: listeners, owesReply: { owesReply }) { payload throws(HelperProtocolError) in
      try receive(try ServerMessage(decoding: payload))
      return true
    }
    let open = responses.withLock { responses in
      defer { responses = [:] }
      return responses.values
    }
    for response in open { response.finish() }
    return problem
  }

  /// Whether some of a response hasn't reached its client. A stream with nothing to send owes nothing.
  private var owesReply: Bool { responses.withLock { $0.values.contains { !$0.isSettled } } }

  private func receive(_ message: ServerMessage) throws(HelperProtocolError) {
    switch message {
    case .ready: break
    case .request(let id, let request): try begin(id, request)
    case .sent(let id, let bytes):
      guard let response = responses.withLock({ $0[id] }) else { throw HelperProtocolError("bytes of no response") }
      guard response.sent(bytes) else { throw HelperProtocolError("more bytes than were sent") }
    case .finished(let id):
      guard let response = responses.withLock({ $0.removeValue(forKey: id) }) else {
        throw HelperProtocolError("the end of no request")
      }
      response.finish()
    }
  }

  private func begin(_ id: Int64, _ request: HTTPRequestMessage) throws(HelperProtocolError) {
    let hasRoom = requests.begin()
    let response = ResponseChannel(id: id, count: hasRoom ? requests : nil) { [helper] in helper.send($0.encoded) }
    let isValid = responses.withLock { responses in
      guard responses[id] == nil, responses.count < ServerProtocol.maximumRequests else { return false }
      responses[id] = response
      return true
    }
    guard isValid else { throw HelperProtocolError("too many requests at once") }
    if hasRoom {
      handler(request, response)
    } else {
      response.respond(503, [HTTPField("retry-after", "1")], body: Array("Too many requests at once.\n".utf8))
    }
  }
}
