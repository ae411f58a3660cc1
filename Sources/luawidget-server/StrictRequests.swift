import NIOCore
import WidgetHelpers

/// Comes before the HTTP decoder of a connection: passes complete and unambiguous requests one at a time, rejects all others, and
/// closes connections that are slow.
///
/// A request waits until the response to the one before it has ended.
final class StrictRequests: ChannelInboundHandler, ChannelOutboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The most that a client may send while a response is running.
  private static let maximumWaiting = 96 << 10

  private let isFull: Bool
  private var parser = RequestParser()
  private var isResponding = false
  private var isClosing = false
  private var context: ChannelHandlerContext?
  private var timer: Scheduled<Void>?
  private var stall: Scheduled<Void>?

  /// - Parameter isFull: There are too many connections: this one is told so.
  init(isFull: Bool) { self.isFull = isFull }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    if context.channel.isActive { start() }
  }

  func handlerRemoved(context: ChannelHandlerContext) { end() }

  func channelActive(context: ChannelHandlerContext) {
    start()
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isClosing { return }
    let wasInside = parser.isInsideRequest
    parser.append(unwrapInboundIn(data).readableBytesView)
    if isResponding {
      if parser.count > Self.maximumWaiting { context.close(promise: nil) }
      return
    }
    if !wasInside { schedule(seconds: RequestLimits.requestSeconds) }
    passNext()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    stall?.cancel()
    stall = nil
    if !context.channel.isWritable {
      // A client that reads nothing for so long gets nothing more.
      stall = closing(afterSeconds: RequestLimits.idleSeconds)
    }
    context.fireChannelWritabilityChanged()
  }

  /// The response to the request that was passed on has ended.
  func responseEnded() {
    guard isResponding else { return }
    isResponding = false
    schedule(seconds: parser.isInsideRequest ? RequestLimits.requestSeconds : RequestLimits.idleSeconds)
    passNext()
  }

  // MARK: Parts

  private func start() {
    if isFull {
      let limit = RequestLimits.connections
      return refuse(
        503, "Service Unavailable", "Too many open connections: the limit is \(limit). Close other pages of the board.")
    }
    schedule(seconds: RequestLimits.idleSeconds)
  }

  private func end() {
    timer?.cancel()
    stall?.cancel()
    timer = nil
    stall = nil
    context = nil
  }

  private func passNext() {
    guard let context, !isClosing, !isResponding, let event = parser.next() else { return }
    switch event {
    case .request(let bytes):
      timer?.cancel()
      isResponding = true
      context.fireChannelRead(wrapInboundOut(context.channel.allocator.buffer(bytes: bytes)))
      context.fireChannelReadComplete()
    case .refusal(let refusal): refuse(refusal.rawValue, refusal.reason)
    }
  }

  /// Responds without quoting the request, and closes the connection. What still arrives is dropped for a second: a reset could
  /// destroy the response.
  /// - Parameter explanation: For a person; nil for the reason alone.
  private func refuse(_ status: Int, _ reason: String, _ explanation: String? = nil) {
    guard let context, !isClosing else { return }
    isClosing = true
    let body = (explanation ?? reason) + "\n"
    let text = """
      HTTP/1.1 \(status) \(reason)\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: \(body.utf8.count)\r\n\
      connection: close\r\nx-content-type-options: nosniff\r\n\r\n\(body)
      """
    context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(string: text)), promise: nil)
    context.close(mode: .output, promise: nil)
    schedule(seconds: 1)
  }

  private func schedule(seconds: Int) {
    timer?.cancel()
    timer = closing(afterSeconds: seconds)
  }

  private func closing(afterSeconds seconds: Int) -> Scheduled<Void>? {
    guard let context else { return nil }
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    return context.eventLoop.scheduleTask(in: .seconds(Int64(seconds))) {
      let refusal = RequestParser.Refusal.timeout
      // A request that is incomplete is told why.
      if self.parser.isInsideRequest, !self.isResponding, !self.isClosing {
        self.refuse(refusal.rawValue, refusal.reason)
      } else {
        bound.value.close(promise: nil)
      }
    }
  }
}
