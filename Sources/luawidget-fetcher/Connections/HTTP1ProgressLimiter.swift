import NIOCore
import WidgetServices

/// Ends an HTTP/1.1 connection whose bytes add nothing to a response, such as a chunk extension without end.
final class HTTP1ProgressLimiter: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// More than a header section with its interim responses.
  static let maximumBytes = 256 << 10

  private var bytesWithoutProgress = 0
  private var isViolated = false

  /// A part of the response was received.
  func noteProgress() { bytesWithoutProgress = 0 }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isViolated else { return }
    bytesWithoutProgress += unwrapInboundIn(data).readableBytes
    context.fireChannelRead(data)
    if bytesWithoutProgress > Self.maximumBytes {
      isViolated = true
      context.fireErrorCaught(FetchError.Reason.malformed)
    }
  }
}
