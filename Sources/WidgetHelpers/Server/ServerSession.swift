import Synchronization
import WidgetSystem

/// One running `luawidget-server`, from its start to its end.
final class ServerSession: Sendable {
  typealias Handler = @Sendable (HTTPRequestMessage, ResponseChannel) -> Void

  /// Seconds for the first message.
  static let readyTime = 10.0
  /// Requests at once: one for each connection.
  static let maximumRequests = RequestLimits.connections + 16

  private struct State {
    var responses: [Int64: ResponseChannel] = [:]
    var readyDeadline: Double?
    var isWrongVersion = false
  }

  private let process: WorkerProcess
  private let link: FrameLink
  private let handler: Handler
  private let state: Mutex<State>

  /// Starts the program.
  init(executable: String, listeners: [FileDescriptor], handler: @escaping Handler) throws(SystemError) {
    let ends = try FrameChannel.pair()
    let socket = FileDescriptor(rawValue: ends.theirs)
    defer { socket.close() }
    link = try FrameLink(descriptor: ends.ours, maximumIncoming: ServerProtocol.maximumFrame)
    var descriptors: AssociationList<Int32, FileDescriptor> = [0: socket]
    for (index, listener) in listeners.enumerated() { descriptors[ServerProtocol.firstListener + Int32(index)] = listener }
    process = WorkerProcess(
      pid: try Spawner.start(
        ProcessLaunch(executable, ["luawidget-server"], descriptors: descriptors, directory: "/", closesOthers: true)))
    self.handler = handler
    state = Mutex(State(readyDeadline: MonotonicTime.now() + Self.readyTime))
    link.send(HostToServerMessage.hello(version: ServerProtocol.version, listeners: listeners.count).encoded)
  }

  var processID: Int32 { process.pid }

  /// Whether the handshake has ended.
  var isReady: Bool { state.withLock { $0.readyDeadline == nil } }

  /// Completes the running responses, and ends.
  func drain() { link.send(HostToServerMessage.drain.encoded) }

  /// Ends it at once.
  func stop() {
    link.stop()
    process.kill()
  }

  /// Serves until the server ends.
  ///
  /// - Returns: Why, for the user.
  func run() -> String {
    let end = link.run(until: { state.withLock { $0.readyDeadline } }, receive: receive)
    let status = end == .closed ? process.waitOrKill(after: 1) : nil
    process.kill()
    _ = process.wait()
    let responses = state.withLock { state in
      defer { state.responses = [:] }
      return state.responses.values
    }
    for response in responses { response.finish() }
    if state.withLock({ $0.isWrongVersion }) { return "luawidget-server is from another version of luawidget" }
    switch (end, status) {
    case (.deadline, _): return "luawidget-server did not respond"
    case (_, .signalled(let number)?): return "luawidget-server was ended by signal \(number)"
    case (_, .exited(let status)?): return "luawidget-server ended with status \(status)"
    case (.tooLarge(let length), _): return "luawidget-server sent a frame of \(length) bytes"
    case (.closed, nil), (.stopped, nil): return "luawidget-server sent an invalid message"
    }
  }

  /// - Returns: Whether the server keeps to the protocol.
  private func receive(_ payload: [UInt8]) -> Bool {
    guard let message = try? ServerMessage(decoding: payload) else { return false }
    switch message {
    case .ready(let version):
      return state.withLock { state in
        guard state.readyDeadline != nil else { return false }
        state.readyDeadline = nil
        state.isWrongVersion = version != ServerProtocol.version
        return !state.isWrongVersion
      }
    case .request(let id, let request):
      let response = ResponseChannel(id: id) { [link] in link.send($0.encoded) }
      let isValid = state.withLock { state in
        guard state.readyDeadline == nil, state.responses[id] == nil, state.responses.count < Self.maximumRequests else {
          return false
        }
        state.responses[id] = response
        return true
      }
      if isValid { handler(request, response) }
      return isValid
    case .sent(let id, let bytes):
      guard let response = state.withLock({ $0.responses[id] }) else { return false }
      return response.sent(bytes)
    case .finished(let id):
      guard let response = state.withLock({ $0.responses.removeValue(forKey: id) }) else { return false }
      response.finish()
      return true
    }
  }
}
