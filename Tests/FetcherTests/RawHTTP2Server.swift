import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

@testable import WidgetServices

/// A server on 127.0.0.1 that speaks TLS and writes whatever HTTP/2 frames a test wants, valid or not.
final class RawHTTP2Server: Sendable {
  struct Request: Sendable {
    /// From 1.
    let connection: Int
    /// The stream's identifier: 1, 3, 5 ...
    let stream: Int
  }

  /// The reply to write once a request's header block has been received.
  struct Reply: Sendable {
    var bytes: [UInt8]
    /// Written again and again after `bytes`, until the connection ends.
    var endless: [UInt8] = []
    var closes = false

    init(_ frames: [UInt8]..., endless: [UInt8] = [], closes: Bool = false) {
      bytes = frames.flatMap { $0 }
      self.endless = endless
      self.closes = closes
    }
  }

  private let channel: any Channel
  private let log: Log

  fileprivate final class Log: Sendable {
    struct Counts {
      var connections = 0
      var open = 0
      var requests: [Request] = []
    }
    let counts = Mutex(Counts())
  }

  /// - Parameters:
  ///   - greeting: Written when a connection is opened; a SETTINGS frame in HTTP/2.
  ///   - answersPings: Whether it acknowledges PING frames.
  init(
    greeting: [UInt8] = HTTP2Bytes.frame(4, stream: 0), answersPings: Bool = true, respond: @escaping @Sendable (Request) -> Reply
  ) async throws {
    let log = Log()
    self.log = log
    let context = try NIOSSLContext(configuration: SecureLoopback.serverConfiguration(protocols: ["h2"]))
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { child in
        child.eventLoop.makeCompletedFuture {
          try child.pipeline.syncOperations.addHandlers(
            NIOSSLServerHandler(context: context),
            RawHTTP2Connection(
              greeting: greeting, answersPings: answersPings, log: log, respond: respond))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
  }

  func stop() async { try? await channel.close() }

  var port: Int { channel.localAddress?.port ?? 0 }
  var url: String { "https://127.0.0.1:\(port)/" }
  var policy: NetPolicy { NetPolicy(privateGrants: [NetGrant("127.0.0.1:\(port)")].compactMap { $0 }) }
  var connections: Int { log.counts.withLock { $0.connections } }
  /// Connections that haven't ended.
  var openConnections: Int { log.counts.withLock { $0.open } }
  var requests: [Request] { log.counts.withLock { $0.requests } }
}

/// Runs a test against a new server.
func withRawHTTP2Server<Result>(
  greeting: [UInt8] = HTTP2Bytes.frame(4, stream: 0), answersPings: Bool = true,
  respond: @escaping @Sendable (RawHTTP2Server.Request) -> RawHTTP2Server.Reply,
  _ test: (RawHTTP2Server) async throws -> Result
) async throws -> Result {
  let server = try await RawHTTP2Server(greeting: greeting, answersPings: answersPings, respond: respond)
  do {
    let result = try await test(server)
    await server.stop()
    return result
  } catch {
    await server.stop()
    throw error
  }
}

private final class RawHTTP2Connection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let greeting: [UInt8]
  private let answersPings: Bool
  private let log: RawHTTP2Server.Log
  private let respond: @Sendable (RawHTTP2Server.Request) -> RawHTTP2Server.Reply
  private var number = 0
  private var received: [UInt8] = []
  private var hasPreface = false

  init(
    greeting: [UInt8], answersPings: Bool, log: RawHTTP2Server.Log,
    respond: @escaping @Sendable (RawHTTP2Server.Request) -> RawHTTP2Server.Reply
  ) {
    self.answersPings = answersPings
    self.greeting = greeting
    self.log = log
    self.respond = respond
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    received += Array(unwrapInboundIn(data).readableBytesView)
    if !hasPreface {
      guard received.count >= 24 else { return }
      received.removeFirst(24)
      hasPreface = true
      number = log.counts.withLock { counts in
        counts.connections += 1
        counts.open += 1
        return counts.connections
      }
      // Ours, and the acknowledgement of the client's settings.
      write(greeting + HTTP2Bytes.frame(4, flags: 1, stream: 0), context.channel)
    }
    while received.count >= 9 {
      let length = Int(received[0]) << 16 | Int(received[1]) << 8 | Int(received[2])
      guard received.count >= 9 + length else { return }
      let type = received[3]
      let stream = received[5...8].reduce(0) { $0 << 8 | Int($1) }
      let isPing = type == 6 && received[4] & 1 == 0
      let payload = Array(received[9..<(9 + length)])
      received.removeFirst(9 + length)
      if isPing, answersPings { write(HTTP2Bytes.frame(6, flags: 1, stream: 0, payload), context.channel) }
      guard type == 1 else { continue }
      let request = RawHTTP2Server.Request(connection: number, stream: stream)
      log.counts.withLock { $0.requests.append(request) }
      let reply = respond(request)
      write(reply.bytes, context.channel)
      if !reply.endless.isEmpty { Self.repeatForever(reply.endless, context.channel) }
      if reply.closes { context.close(promise: nil) }
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    if hasPreface { log.counts.withLock { $0.open -= 1 } }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func write(_ bytes: [UInt8], _ channel: any Channel) {
    channel.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
  }

  private static func repeatForever(_ bytes: [UInt8], _ channel: any Channel) {
    channel.writeAndFlush(ByteBuffer(bytes: bytes)).whenSuccess {
      channel.eventLoop.execute { repeatForever(bytes, channel) }
    }
  }
}
