import NIOCore
import NIOPosix
import WidgetHelpers

/// Accepts connections on listeners bound by the host. Use it on the connections' thread.
final class HTTPListener {
  private let loop: any EventLoop
  /// The open connections by number; later ones have higher numbers.
  private var connections: [Int: HTTPConnection] = [:]
  private var last = 0

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
          let (handler, number) = bound.value.accept(service)
          connection.closeFuture.whenComplete { _ in bound.value.connections[number] = nil }
          // A Unix socket has no such option.
          if connection.localAddress?.port != nil {
            try connection.syncOptions?.setOption(ChannelOptions.tcpOption(.tcp_nodelay), value: 1)
          }
          try connection.pipeline.syncOperations.addHandler(handler)
        }
      }
      .withBoundSocket(descriptor)
  }

  private func accept(_ service: ServerService) -> (HTTPConnection, number: Int) {
    if connections.count >= RequestLimits.connections { makeRoom() }
    let handler = HTTPConnection(service, isFull: connections.count >= RequestLimits.connections)
    last += 1
    connections[last] = handler
    return (handler, last)
  }

  /// Closes the oldest connection of a client that hasn't signed in, rather one without a request: programs that only connect
  /// can't lock the user out.
  private func makeRoom() {
    let others = connections.filter { !$0.value.isKept }
    guard let number = (others.filter(\.value.isIdle).keys.min() ?? others.keys.min()) else { return }
    connections.removeValue(forKey: number)?.drop()
  }
}
