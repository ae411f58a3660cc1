import NIOCore
import NIOPosix
import WidgetHelpers

/// Accepts connections on listeners bound by the host. Use it on the connections' thread.
final class HTTPListener {
  private let loop: any EventLoop
  private var connections = 0

  init(loop: any EventLoop) { self.loop = loop }

  /// Serves until the listener closes.
  ///
  /// - Parameter descriptor: Bound, and listening.
  func start(descriptor: Int32, _ service: ServerService) -> EventLoopFuture<any Channel> {
    let bound = NIOLoopBound(self, eventLoop: loop)
    return ServerBootstrap(group: loop)
      .serverChannelOption(ChannelOptions.backlog, value: 256)
      .childChannelOption(ChannelOptions.maxMessagesPerRead, value: 4)
      .childChannelInitializer { connection in
        connection.eventLoop.makeCompletedFuture {
          let listener = bound.value
          listener.connections += 1
          connection.closeFuture.whenComplete { _ in bound.value.connections -= 1 }
          // A Unix socket has no such option.
          if connection.localAddress?.port != nil {
            try connection.syncOptions?.setOption(ChannelOptions.tcpOption(.tcp_nodelay), value: 1)
          }
          let isFull = listener.connections > RequestLimits.connections
          try connection.pipeline.syncOperations.addHandler(HTTPConnection(service, isFull: isFull))
        }
      }
      .withBoundSocket(descriptor)
  }
}
