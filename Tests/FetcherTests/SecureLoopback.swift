import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL
import Synchronization
import Testing
import WidgetSystem

@testable import WidgetServices

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

  /// A client that trusts this server, and the authority of the other fixtures.
  static var trust: TrustedCertificates {
    get throws {
      try TrustedCertificates(pem: try fixture("loopback.pem") + fixture("authority.pem"))
    }
  }

  static func fixture(_ name: String) throws -> [UInt8] {
    let file = try #require(fopen(folder + "/" + name, "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 16 << 10)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes.prefix(count))
  }

  static func serverConfiguration(
    certificate: String = "loopback.pem", key: String = "loopback-key.pem", protocols: [String],
    versions: (TLSVersion, TLSVersion) = (.tlsv12, .tlsv13),
    requiresClientCertificate: Bool = false
  ) throws -> TLSConfiguration {
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: try NIOSSLCertificate.fromPEMFile(folder + "/" + certificate).map { .certificate($0) },
      privateKey: .privateKey(try NIOSSLPrivateKey(file: folder + "/" + key, format: .pem)))
    configuration.applicationProtocols = protocols
    configuration.minimumTLSVersion = versions.0
    configuration.maximumTLSVersion = versions.1
    if requiresClientCertificate {
      configuration.certificateVerification = .noHostnameVerification
      configuration.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(folder + "/authority.pem"))
    }
    return configuration
  }

  convenience init(offersHTTP2: Bool) async throws {
    try await self.init(Self.serverConfiguration(protocols: offersHTTP2 ? ["h2", "http/1.1"] : ["http/1.1"]))
  }

  init(_ configuration: TLSConfiguration) async throws {
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
                  try stream.pipeline.syncOperations.addHandler(ProtocolResponder(name: "HTTP/2"))
                }
              }.map { _ in }
            },
            http1ChannelConfigurator: { channel in
              channel.pipeline.configureHTTPServerPipeline().flatMap {
                channel.eventLoop.makeCompletedFuture {
                  try channel.pipeline.syncOperations.addHandler(ProtocolResponder(name: "HTTP/1.1"))
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

private final class ProtocolResponder: ChannelInboundHandler {
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
