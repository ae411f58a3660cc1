import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOPosix
import Synchronization
import WidgetHelpers
import WidgetSystem

/// The program `luawidget-server`: passes requests to the host and its responses to the clients, until the socket to it closes
/// (`docs/server.md`).
package final class ServerService: Sendable {
  private struct State {
    var lastID: Int64 = 0
    var pending: [Int64: PendingResponse] = [:]
    var isServing = false
    var isDraining = false
  }

  private let link: FrameLink
  private let loop: any EventLoop
  private let executor: EventLoopExecutor
  private let state = Mutex(State())

  /// - Parameter descriptor: The socket to the host.
  package init(descriptor: Int32) throws {
    link = try FrameLink(descriptor: descriptor, maximumIncoming: ServerProtocol.maximumFrame)
    // One thread: it copies bytes.
    loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
    executor = EventLoopExecutor(loop)
  }

  /// Serves until the host is gone.
  ///
  /// - Returns: The exit status: 0, or 1 when the host violated the protocol.
  package func run() -> Int32 {
    let end = link.run { payload in
      do throws(ServerProtocolError) {
        try receive(try HostToServerMessage(decoding: payload))
        return true
      } catch {
        return false
      }
    }
    return end == .closed ? 0 : 1
  }

  private func receive(_ message: HostToServerMessage) throws(ServerProtocolError) {
    switch message {
    case .hello(_, let listeners):
      let isFirst = state.withLock { state in
        defer { state.isServing = true }
        return !state.isServing
      }
      guard isFirst else { throw ServerProtocolError("a second greeting") }
      // The host compares the versions.
      link.send(ServerMessage.ready(version: ServerProtocol.version).encoded)
      let listener = HTTPListener(group: loop) { try await self.respond($0, $1, $2) }
      for index in 0..<Int32(listeners) {
        Task(executorPreference: executor) {
          do { try await listener.run(descriptor: ServerProtocol.firstListener + index) } catch { self.link.stop() }
        }
      }
    case .head(let id, let head): try deliver(.head(head), id)
    case .body(let id, let bytes): try deliver(.body(bytes), id)
    case .end(let id): try deliver(.end, id)
    case .drain:
      let isDone = state.withLock { state in
        state.isDraining = true
        return state.pending.isEmpty
      }
      if isDone { link.stop() }
    }
  }

  private func deliver(_ part: PendingResponse.Part, _ id: Int64) throws(ServerProtocolError) {
    // The client may be gone.
    guard let pending = state.withLock({ $0.pending[id] }) else { return }
    guard pending.receive(part) else { throw ServerProtocolError("more than the window") }
  }

  private func respond(_ request: Request, _ writer: consuming ResponseWriter, _ channel: any Channel) async throws {
    let body = try await request.body.collect(upTo: RequestLimits.body)
    let pending = PendingResponse()
    let id = state.withLock { state in
      state.lastID += 1
      state.pending[state.lastID] = pending
      return state.lastID
    }
    channel.closeFuture.whenComplete { _ in pending.cancel() }
    defer {
      let isDone = state.withLock { state in
        state.pending[id] = nil
        return state.isDraining && state.pending.isEmpty
      }
      link.send(ServerMessage.finished(id: id).encoded)
      if isDone { link.stop() }
    }
    link.send(ServerMessage.request(id: id, HTTPRequestMessage(request, body)).encoded)
    var iterator = pending.parts.makeAsyncIterator()
    guard case .head(let head)? = await iterator.next() else { return channel.close(promise: nil) }
    var output = try await writer.writeHead(HTTPResponse(head))
    while let part = await iterator.next() {
      switch part {
      case .head: return channel.close(promise: nil)
      case .body(let bytes):
        if request.method != .head { try await output.write(ByteBuffer(bytes: bytes)) }
        pending.sent(bytes.count)
        link.send(ServerMessage.sent(id: id, bytes: bytes.count).encoded)
      case .end: return try await output.finish(nil)
      }
    }
    // The response is incomplete.
    channel.close(promise: nil)
  }
}

extension HTTPRequestMessage {
  fileprivate init(_ request: Request, _ body: ByteBuffer) {
    var fields = request.head.headerFields.map { HTTPField($0.name.canonicalName, $0.value) }
    if let authority = request.head.authority { fields.append(HTTPField("host", authority)) }
    self.init(
      method: request.method.rawValue, target: request.head.path ?? "/", fields: fields, body: Array(body.readableBytesView))
  }
}

extension HTTPResponse {
  fileprivate init(_ head: HTTPResponseHead) {
    var fields = HTTPFields()
    for field in head.fields {
      if let name = HTTPTypes.HTTPField.Name(field.name) { fields.append(HTTPTypes.HTTPField(name: name, value: field.value)) }
    }
    if let length = head.bodyLength, head.status != 304, head.status != 204 { fields[.contentLength] = String(length) }
    self.init(status: Status(code: head.status), headerFields: fields)
  }
}
