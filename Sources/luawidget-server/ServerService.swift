import NIOCore
import NIOPosix
import WidgetHelpers
import WidgetSystem

/// The program `luawidget-server`: passes requests to the host and its responses to the clients, until the socket to it closes
/// (`docs/server.md`).
package final class ServerService: Sendable {
  /// State belonging to the connections' thread.
  private struct State {
    var lastID: Int64 = 0
    /// Connections whose requests the host is working on.
    var waiting: [Int64: HTTPConnection] = [:]
    var pipelined = PipelinedRequests()
    var listener: HTTPListener?
    var isDraining = false
  }

  private let link: FrameLink
  private let loop: any EventLoop
  private let state: NIOLoopBoundBox<State>

  /// - Parameter descriptor: The socket to the host.
  package init(descriptor: Int32) throws {
    link = try FrameLink(descriptor: descriptor, maximumIncoming: ServerProtocol.maximumFrame)
    // One thread: it copies bytes.
    loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
    state = NIOLoopBoundBox.makeBoxSendingValue(State(), eventLoop: loop)
  }

  /// Serves until the host is gone.
  ///
  /// - Returns: The exit status: 0, or 1 if the host violated the protocol.
  package func run() -> Int32 {
    // The serving thread replies: if that hangs, this program is useless.
    link.serve(alive: { loop.execute { self.link.sendSign() } }) { payload throws(HelperProtocolError) in
      let message = try HostToServerMessage(decoding: payload)
      loop.execute { self.receive(message) }
    }
  }

  private func receive(_ message: HostToServerMessage) {
    switch message {
    case .hello(_, let listeners): serve(listeners)
    case .head(let id, let head):
      // A stream may never end.
      sendNext(after: id)
      state.value.waiting[id]?.begin(head)
    // The client may be gone.
    case .body(let id, let bytes): state.value.waiting[id]?.write(bytes)
    case .end(let id): state.value.waiting[id]?.end()
    case .keep(let id): state.value.waiting[id]?.isKept = true
    case .drain:
      state.value.isDraining = true
      if state.value.waiting.isEmpty { link.stop() }
    }
  }

  private func serve(_ listeners: Int) {
    guard state.value.listener == nil else { return fail() }
    // The host compares the versions.
    link.send(ServerMessage.ready(version: ServerProtocol.version).encoded)
    let listener = HTTPListener(loop: loop)
    state.value.listener = listener
    for index in 0..<Int32(listeners) {
      listener.start(descriptor: ServerProtocol.firstListener + index, self).whenFailure { _ in self.fail() }
    }
  }

  /// Ends this program because the host violated the protocol, or nothing can be served.
  func fail() { link.stop() }

  // MARK: From connections, on their thread

  /// Passes a request to the host, at once or when it's its turn.
  ///
  /// - Parameter isPipelined: Whether it had been sent before the response to the previous one ended.
  /// - Returns: Its number.
  func begin(_ request: HTTPRequestMessage, _ connection: HTTPConnection, isPipelined: Bool) -> Int64 {
    state.value.lastID += 1
    let id = state.value.lastID
    state.value.waiting[id] = connection
    let message = ServerMessage.request(id: id, request).encoded
    if !isPipelined || state.value.pipelined.add(id, message) { link.send(message) }
    return id
  }

  private func sendNext(after id: Int64) {
    if let message = state.value.pipelined.end(id) { link.send(message) }
  }

  func sent(_ id: Int64, _ bytes: Int) { link.send(ServerMessage.sent(id: id, bytes: bytes).encoded) }

  /// Notes that the response is complete, or the client is gone.
  func finished(_ id: Int64) {
    guard state.value.waiting.removeValue(forKey: id) != nil else { return }
    if !state.value.pipelined.remove(id) {
      link.send(ServerMessage.finished(id: id).encoded)
      sendNext(after: id)
    }
    if state.value.isDraining, state.value.waiting.isEmpty { link.stop() }
  }
}
