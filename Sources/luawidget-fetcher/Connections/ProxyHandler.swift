import NIOCore
import WidgetServices

/// Makes a proxy connect to the target, using a ``ProxyHandshake``.
final class ProxyHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private var handshake: ProxyHandshake
  private let promise: EventLoopPromise<Void>

  /// - Parameter promise: Succeeds once the proxy is connected to the target; fails with a ``FetchError/Reason``.
  init(_ handshake: ProxyHandshake, _ promise: EventLoopPromise<Void>) {
    self.handshake = handshake
    self.promise = promise
  }

  /// Called when added to an active channel.
  func handlerAdded(context: ChannelHandlerContext) { send(handshake.greeting, context) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    do throws(FetchError.Reason) {
      switch try handshake.receive(unwrapInboundIn(data).readableBytesView) {
      case .needsMore: return
      case .send(let bytes): send(bytes, context)
      case .connected: promise.succeed()
      }
    } catch {
      promise.fail(error)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    promise.fail(handshake.refusal)
  }

  func channelInactive(context: ChannelHandlerContext) {
    promise.fail(handshake.refusal)
    context.fireChannelInactive()
  }

  private func send(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
  }
}
