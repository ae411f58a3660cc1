import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Synchronization
import WidgetHelpers

/// Accepts connections on listeners that the host has bound, and passes their requests to a responder (Hummingbird).
final class HTTPListener: Sendable {
  private let group: any EventLoopGroup
  private let channel: HTTP1Channel
  private let connections = Mutex(0)

  init(group: any EventLoopGroup, responder: @escaping HTTPChannelHandler.Responder) {
    self.group = group
    channel = HTTP1Channel(
      responder: responder,
      configuration: HTTP1Channel.Configuration(
        additionalChannelHandlers: [ResponseEnds()],
        httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
          maxHeaderFieldSize: RequestLimits.headerBytes, maxHeaderListSize: 2 * RequestLimits.headerBytes,
          maxHeaderFieldCount: RequestLimits.headerFields)))
  }

  /// Serves until the listener closes.
  ///
  /// - Parameter descriptor: Bound, and listening.
  func run(descriptor: Int32) async throws {
    let logger = Logger(label: "luawidget-server", factory: { _ in SwiftLogNoOpLogHandler() })
    let server = try await ServerBootstrap(group: group)
      .serverChannelOption(ChannelOptions.backlog, value: 256)
      .childChannelOption(ChannelOptions.maxMessagesPerRead, value: 4)
      .bind(descriptor, serverBackPressureStrategy: nil) { connection in
        connection.eventLoop.makeCompletedFuture {
          let count = self.connections.withLock { count in
            count += 1
            return count
          }
          connection.closeFuture.whenComplete { _ in self.connections.withLock { $0 -= 1 } }
          // A Unix socket has no such option.
          if connection.localAddress?.port != nil {
            try connection.syncOptions?.setOption(ChannelOptions.tcpOption(.tcp_nodelay), value: 1)
          }
          try connection.pipeline.syncOperations.addHandler(StrictRequests(isFull: count > RequestLimits.connections))
        }.flatMap { self.channel.setup(channel: connection, logger: logger) }
      }
    try await server.executeThenClose { connections in
      try await withThrowingDiscardingTaskGroup { tasks in
        for try await connection in connections {
          tasks.addTask { await self.channel.handle(value: connection, logger: logger) }
        }
      }
    }
  }
}
