import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL
import Synchronization

/// A TLS server on 127.0.0.1 that speaks HTTP/2 if enabled and HTTP/1.1 otherwise. It responds to every request with the name of
/// the protocol used.
final class SecureLoopback: Sendable {
  private let channel: any Channel
  /// The number of accepted connections.
  let connections: Counter

  final class Counter: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
  }

  static let folder =
    #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/") + "/Fixtures"

  /// A client that trusts only this server.
  static var trust: TLSConfiguration {
    get throws {
      var configuration = TLSConfiguration.makeClientConfiguration()
      configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(folder + "/loopback.pem"))
      return configuration
    }
  }

  init(offersHTTP2: Bool) async throws {
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: try NIOSSLCertificate.fromPEMFile(Self.folder + "/loopback.pem").map { .certificate($0) },
      privateKey: .privateKey(try NIOSSLPrivateKey(file: Self.folder + "/loopback-key.pem", format: .pem)))
    configuration.applicationProtocols = offersHTTP2 ? ["h2", "http/1.1"] : ["http/1.1"]
    let context = try NIOSSLContext(configuration: configuration)
    let counter = Counter()
    connections = counter
    channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { child in
        counter.add()
        return child.eventLoop.makeCompletedFuture {
          try child.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
        }.flatMap {
          child.configureHTTP2SecureUpgrade(
            h2ChannelConfigurator: { channel in
              channel.configureHTTP2Pipeline(mode: .server, connectionConfiguration: .init(), streamConfiguration: .init()) {
                stream in
                stream.eventLoop.makeCompletedFuture {
                  try stream.pipeline.syncOperations.addHandler(HTTP2FramePayloadToHTTP1ServerCodec())
                  try stream.pipeline.syncOperations.addHandler(Answerer(name: "HTTP/2"))
                }
              }.map { _ in }
            },
            http1ChannelConfigurator: { channel in
              channel.pipeline.configureHTTPServerPipeline().flatMap {
                channel.eventLoop.makeCompletedFuture {
                  try channel.pipeline.syncOperations.addHandler(Answerer(name: "HTTP/1.1"))
                }
              }
            })
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
  }

  var port: Int { channel.localAddress?.port ?? 0 }

  func stop() async { try? await channel.close() }
}

private final class Answerer: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let name: String

  init(name: String) { self.name = name }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .end = unwrapInboundIn(data) else { return }
    let head = HTTPResponseHead(version: .http1_1, status: .ok, headers: ["content-length": "\(name.utf8.count)"])
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: name)))), promise: nil)
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }
}
