import NIOCore
import NIOHTTPTypes

/// Tells ``StrictRequests`` when a response has been written.
final class ResponseEnds: ChannelOutboundHandler, RemovableChannelHandler {
  typealias OutboundIn = HTTPResponsePart
  typealias OutboundOut = HTTPResponsePart

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    context.write(data, promise: promise)
    guard case .end = unwrapOutboundIn(data) else { return }
    try? context.pipeline.syncOperations.handler(type: StrictRequests.self).responseEnded()
  }
}
