import NIOCore
import NIOPosix
import Synchronization
import WidgetSystem

/// An HTTP and SOCKS 5 proxy on 127.0.0.1 resolving every host to this machine.
public final class LoopbackProxy: Sendable {
  private let channel: any Channel
  private let log: Log

  /// - Parameter status: The status for CONNECT: 200 connects.
  public static func start(status: Int = 200) async throws -> LoopbackProxy { try await LoopbackProxy(status: status) }

  private init(status: Int) async throws {
    let log = Log()
    self.log = log
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { child in
        child.eventLoop.makeCompletedFuture {
          try child.pipeline.syncOperations.addHandler(Greeting(log: log, status: status))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
  }

  public func stop() async { try? await channel.close() }

  public var port: Int { channel.localAddress?.port ?? 0 }

  /// The requests so far, such as `CONNECT a.example:80` or `SOCKS a.example:80`, with credentials if any.
  public var requests: [String] { log.requests.withLock { $0 } }

  fileprivate final class Log: Sendable {
    let requests = Mutex<[String]>([])
    func note(_ request: String) { requests.withLock { $0.append(request) } }
  }
}

/// Reads the proxy request, then relays bytes in both directions.
private final class Greeting: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let log: LoopbackProxy.Log
  private let status: Int
  private var received: [UInt8] = []
  private var isGreeted = false
  private var peer: (any Channel)?

  init(log: LoopbackProxy.Log, status: Int) {
    self.log = log
    self.status = status
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let part = unwrapInboundIn(data)
    if let peer {
      peer.writeAndFlush(part, promise: nil)
      return
    }
    received += Array(part.readableBytesView)
    if received.first == 5 { readSOCKS(context) } else { readConnect(context) }
  }

  func channelInactive(context: ChannelHandlerContext) { peer?.close(promise: nil) }

  private func readSOCKS(_ context: ChannelHandlerContext) {
    if !isGreeted, received.count >= 2, received.count >= 2 + Int(received[1]) {
      received.removeFirst(2 + Int(received[1]))
      isGreeted = true
      send([5, 0], context)
    }
    guard isGreeted, received.count > 4, received[3] == 3, received.count >= 7 + Int(received[4]) else { return }
    let length = Int(received[4])
    let port = Int(received[5 + length]) << 8 | Int(received[6 + length])
    log.note("SOCKS \(String(decoding: received[5..<(5 + length)], as: UTF8.self)):\(port)")
    let isRefused = status != 200
    connect(isRefused ? nil : port, greeting: [5, isRefused ? 2 : 0, 0, 1, 0, 0, 0, 0, 0, 0], context)
  }

  private func readConnect(_ context: ChannelHandlerContext) {
    let text = String(decoding: received, as: UTF8.self)
    guard text.hasSuffix("\r\n\r\n") else { return }
    let lines = text.split(separator: "\r\n")
    let words = lines[0].split(separator: " ")
    let credentials = lines.first { $0.lowercased().hasPrefix("proxy-authorization:") }
    log.note(words.prefix(2).joined(separator: " ") + (credentials.map { ", \($0)" } ?? ""))
    let port = status == 200 ? words[1].split(separator: ":").last.flatMap { Int($0) } : nil
    let response = "HTTP/1.1 \(status) \(status == 200 ? "Connected" : "No")\r\nContent-Length: 0\r\n\r\n"
    connect(port, greeting: Array(response.utf8), context)
  }

  /// Sends the greeting once the peer is connected; without a port, sends it at once and closes.
  private func connect(_ port: Int?, greeting: [UInt8], _ context: ChannelHandlerContext) {
    let channel = context.channel
    guard let port else {
      channel.writeAndFlush(ByteBuffer(bytes: greeting)).whenComplete { _ in channel.close(promise: nil) }
      return
    }
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    ClientBootstrap(group: context.eventLoop)
      .channelInitializer { $0.pipeline.addHandler(Relay(to: channel)) }
      .connect(host: "127.0.0.1", port: port)
      .whenComplete { result in
        guard case .success(let peer) = result else { return channel.close(promise: nil) }
        bound.value.peer = peer
        channel.writeAndFlush(ByteBuffer(bytes: greeting), promise: nil)
      }
  }

  private func send(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
  }
}

/// The opposite direction.
private final class Relay: ChannelInboundHandler, Sendable {
  typealias InboundIn = ByteBuffer

  private let other: any Channel

  init(to other: any Channel) { self.other = other }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) { other.writeAndFlush(unwrapInboundIn(data), promise: nil) }

  func channelInactive(context: ChannelHandlerContext) { other.close(promise: nil) }
}
