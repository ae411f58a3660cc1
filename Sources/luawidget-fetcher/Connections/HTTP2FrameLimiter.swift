import NIOCore
import WidgetServices

/// Applies ``HTTP2FrameLimits`` in front of the frame parser. After a violation nothing is passed on.
final class HTTP2FrameLimiter: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private var limits = HTTP2FrameLimits()
  private var isViolated = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isViolated else { return }
    let received = Array(unwrapInboundIn(data).readableBytesView)
    var accepted = context.channel.allocator.buffer(capacity: received.count + 16)
    var violation: FetchError.Reason?
    do throws(FetchError.Reason) {
      try limits.receive(received[...], now: Int64(NIODeadline.now().uptimeNanoseconds)) { accepted.writeBytes($0) }
    } catch {
      violation = error
    }
    if accepted.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(accepted)) }
    if let violation {
      isViolated = true
      context.fireErrorCaught(violation)
    }
  }
}
