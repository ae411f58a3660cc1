import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization
public import WidgetServices

/// A web server on 127.0.0.1 with programmed responses, well-formed or not.
///
///     try await withLoopbackServer { server in
///       server.on("/times", .json(#"{"boarding": "12:05"}"#))
///       let response = try await fetcher.fetch(FetchRequest(server.url("/times")), policy: server.policy)
///     }
public final class LoopbackServer: Sendable {
  private struct State {
    var responses: [String: [LoopbackResponse]] = [:]
    var requests: [LoopbackRequest] = []
    var connections = 0
    var children: [ObjectIdentifier: any Channel] = [:]
  }

  private let state = Mutex(State())
  private let channel: Mutex<(any Channel)?> = Mutex(nil)

  private init() {}

  /// Starts on a free port.
  public static func start() async throws -> LoopbackServer {
    let server = LoopbackServer()
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { child in
        child.eventLoop.makeCompletedFuture {
          let connection = server.opened(child)
          let decoder = ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes))
          try child.pipeline.syncOperations.addHandlers(decoder, LoopbackConnection(server: server, number: connection))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    server.channel.withLock { $0 = channel }
    return server
  }

  /// Closes all connections. The port is free afterwards.
  public func stop() async {
    let listening = channel.withLock { $0 }
    try? await listening?.close()
    let children = state.withLock { Array($0.children.values) }
    for child in children { try? await child.close() }
  }

  /// Programs the responses for a path without its query. Each request takes the next one; the last one repeats. Other paths get
  /// 404.
  public func on(_ path: String, _ responses: LoopbackResponse...) { state.withLock { $0.responses[path] = responses } }

  public var port: Int { channel.withLock { $0?.localAddress?.port } ?? 0 }

  /// `http://127.0.0.1:PORT/path`, optionally with another host name for this machine.
  public func url(_ path: String, host: String = "127.0.0.1") -> String { "http://\(host):\(port)\(path)" }

  /// A policy allowing this server.
  public var policy: NetPolicy {
    NetPolicy(privateGrants: [NetGrant("127.0.0.1:\(port)")].compactMap { $0 })
  }

  /// Every request so far, in order.
  public var requests: [LoopbackRequest] { state.withLock { $0.requests } }

  /// The number of accepted connections.
  public var connections: Int { state.withLock { $0.connections } }

  private func opened(_ child: any Channel) -> Int {
    let id = ObjectIdentifier(child)
    child.closeFuture.whenComplete { _ in self.state.withLock { $0.children[id] = nil } }
    return state.withLock { state in
      state.children[id] = child
      state.connections += 1
      return state.connections
    }
  }

  fileprivate func response(_ request: LoopbackRequest) -> LoopbackResponse {
    let path = String(request.target.prefix { $0 != "?" })
    return state.withLock { state in
      state.requests.append(request)
      guard let responses = state.responses[path], let first = responses.first else { return .text("not found", status: 404) }
      if responses.count > 1 { state.responses[path]?.removeFirst() }
      return first
    }
  }
}

/// Runs a test against a new server.
///
/// Mark a closure explicitly if every `try` in it is inside `#expect`: `{ server async throws in ... }`.
public func withLoopbackServer<Result>(
  isolation: isolated (any Actor)? = #isolation, _ test: (LoopbackServer) async throws -> Result
) async throws -> Result {
  let server = try await LoopbackServer.start()
  do {
    let result = try await test(server)
    await server.stop()
    return result
  } catch {
    await server.stop()
    throw error
  }
}

/// One connection: reads requests, writes raw bytes.
private final class LoopbackConnection: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = ByteBuffer

  private let server: LoopbackServer
  private let number: Int
  private var request: LoopbackRequest?

  init(server: LoopbackServer, number: Int) {
    self.server = server
    self.number = number
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      request = LoopbackRequest(
        method: head.method.rawValue, target: head.uri, headers: head.headers.map { ($0.name, $0.value) }, body: [],
        connection: number)
    case .body(let part): request?.body.append(contentsOf: part.readableBytesView)
    case .end:
      guard let request else { return }
      self.request = nil
      send(server.response(request), to: request, on: context.channel)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func send(_ response: LoopbackResponse, to request: LoopbackRequest, on channel: any Channel) {
    var bytes = response.bytes(request)
    var closes = response.closes
    if let cut = response.cutAfter {
      bytes = Array(bytes.prefix(cut))
      closes = true
    }
    let write: @Sendable () -> Void = { [bytes, closes] in
      if response.dripMilliseconds > 0 {
        Self.drip(bytes[...], every: .milliseconds(Int64(response.dripMilliseconds)), on: channel, closes: closes)
      } else {
        let written = channel.writeAndFlush(ByteBuffer(bytes: bytes))
        if closes { written.whenComplete { _ in channel.close(promise: nil) } }
      }
    }
    if response.delayMilliseconds > 0 {
      channel.eventLoop.scheduleTask(in: .milliseconds(Int64(response.delayMilliseconds)), write)
    } else {
      write()
    }
  }

  private static func drip(_ bytes: ArraySlice<UInt8>, every pause: TimeAmount, on channel: any Channel, closes: Bool) {
    guard channel.isActive else { return }
    guard let byte = bytes.first else {
      if closes { channel.close(promise: nil) }
      return
    }
    channel.writeAndFlush(ByteBuffer(bytes: [byte]), promise: nil)
    channel.eventLoop.scheduleTask(in: pause) { drip(bytes.dropFirst(), every: pause, on: channel, closes: closes) }
  }
}
