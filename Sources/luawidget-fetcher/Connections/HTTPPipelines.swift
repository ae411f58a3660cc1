import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOWebSocket
import WidgetServices

extension ChannelPipeline.SynchronousOperations {
  /// Makes an active channel an HTTP/1.1 client.
  func addHTTP1Client(_ availability: ConnectionAvailability) throws -> HTTP1Handler {
    let progress = HTTP1ProgressLimiter()
    let handler = HTTP1Handler(availability: availability, progress: progress)
    try addHandlers(progress, Self.requestEncoder(), ByteToMessageHandler(Self.responseDecoder()), handler)
    return handler
  }

  /// Makes an active channel an HTTP/1.1 client that turns into a WebSocket once a server agrees (RFC 6455 section 4.1).
  func addWebSocketClient(_ availability: ConnectionAvailability) throws -> HTTP1Handler {
    let progress = HTTP1ProgressLimiter()
    let handler = HTTP1Handler(availability: availability, progress: progress)
    let encoder = Self.requestEncoder()
    // The first frame can come with the response.
    let decoder = ByteToMessageHandler(Self.responseDecoder(leftOverBytes: .forwardBytes, informationalResponses: .drop))
    let shared = NIOLoopBound(handler, eventLoop: eventLoop)
    let upgrader = NIOWebSocketClientUpgrader(maxFrameSize: HTTPExchange.maximumWebSocketFrame, automaticErrorHandling: false) {
      channel, _ in
      channel.eventLoop.makeCompletedFuture {
        guard let socket = shared.value.webSocket() else { return channel.close(promise: nil) }
        try channel.pipeline.syncOperations.addHandler(socket)
      }
    }
    let upgrade = NIOHTTPClientUpgradeHandler(upgraders: [upgrader], httpHandlers: [progress, encoder, decoder]) { context in
      // Last, because the decoder goes a moment later, and somebody has to learn of a connection that ends meanwhile.
      context.pipeline.syncOperations.removeHandler(handler, promise: nil)
    }
    try addHandlers(progress, encoder, decoder, upgrade, handler)
    return handler
  }

  private static func requestEncoder() -> HTTPRequestEncoder {
    var framing = HTTPRequestEncoder.Configuration()
    framing.automaticallySetFramingHeaders = false
    return HTTPRequestEncoder(configuration: framing)
  }

  private static func responseDecoder(
    leftOverBytes: RemoveAfterUpgradeStrategy = .dropBytes,
    informationalResponses: NIOInformationalResponseStrategy = .forward
  ) -> HTTPResponseDecoder {
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderFieldSize = HTTPExchange.maximumHeaderBytes
    limits.maxHeaderListSize = HTTPExchange.maximumHeaderBytes
    // A field has a name, a colon and an end of line.
    limits.maxHeaderFieldCount = HTTPExchange.maximumHeaderBytes / 4
    return HTTPResponseDecoder(
      leftOverBytesStrategy: leftOverBytes, informationalResponseStrategy: informationalResponses, limitConfiguration: limits)
  }

  /// Makes an active channel an HTTP/2 client.
  func addHTTP2Client(_ availability: ConnectionAvailability, trustedSeconds: Double = HTTP2Handler.trustedSeconds) throws
    -> HTTP2Handler
  {
    var connection = NIOHTTP2Handler.ConnectionConfiguration()
    connection.initialSettings = [
      HTTP2Setting(parameter: .enablePush, value: 0),
      HTTP2Setting(parameter: .initialWindowSize, value: HTTP2Handler.windowBytes),
      // This counts 32 bytes per field, ResponseCollector 4: what one allows, the other mustn't refuse.
      HTTP2Setting(parameter: .maxHeaderListSize, value: HTTPExchange.maximumHeaderBytes * 33 / 5),
    ]
    connection.maximumSequentialEmptyDataFrames = 16
    connection.maximumBufferedControlFrames = 256
    connection.maximumSequentialContinuationFrames = HTTP2FrameLimits.maximumContinuations
    let handler = HTTP2Handler(availability: availability, trustedSeconds: trustedSeconds)
    try addHandlers(
      HTTP2FrameLimiter(),
      NIOHTTP2Handler(mode: .client, connectionConfiguration: connection, streamConfiguration: .init()), handler)
    return handler
  }
}
