import NIOCore
import NIOHTTP1
import NIOHTTP2
import WidgetServices

extension ChannelPipeline.SynchronousOperations {
  /// Makes an active channel an HTTP/1.1 client.
  func addHTTP1Client(_ availability: ConnectionAvailability) throws -> HTTP1Handler {
    var limits = NIOHTTPDecoderLimitConfiguration()
    limits.maxHeaderFieldSize = HTTPExchange.maximumHeaderBytes
    limits.maxHeaderListSize = HTTPExchange.maximumHeaderBytes
    // A field has a name, a colon and an end of line.
    limits.maxHeaderFieldCount = HTTPExchange.maximumHeaderBytes / 4
    let decoder = HTTPResponseDecoder(
      leftOverBytesStrategy: .dropBytes, informationalResponseStrategy: .forward, limitConfiguration: limits)
    var framing = HTTPRequestEncoder.Configuration()
    framing.automaticallySetFramingHeaders = false
    let progress = HTTP1ProgressLimiter()
    let handler = HTTP1Handler(availability: availability, progress: progress)
    try addHandlers(progress, HTTPRequestEncoder(configuration: framing), ByteToMessageHandler(decoder), handler)
    return handler
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
