import NIOCore
import NIOHPACK
import NIOHTTP2
import WidgetServices

/// One HTTP/2 connection: each request is a stream.
///
/// An error of the connection ends it: every exchange fails at once, and the pool forgets it.
final class HTTP2Handler: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame
  typealias OutboundOut = HTTP2Frame

  private struct Stream {
    var collector: ResponseCollector
    let promise: EventLoopPromise<HTTPExchangeResponse>
    var timeout: Scheduled<Void>?
  }

  /// Bytes that a server may send ahead of us on one stream, and on the connection.
  static let windowBytes = 1 << 20

  /// Streams at the same time before the server's SETTINGS frame: what RFC 9113 section 6.5.2 recommends as the minimum.
  static let assumedStreams = 100

  private let availability: ConnectionAvailability
  private var context: ChannelHandlerContext?
  private var streams: [HTTP2StreamID: Stream] = [:]
  private var nextStream = HTTP2StreamID(1)
  /// Streams above this one were not processed (RFC 9113 section 6.8); nil before a GOAWAY frame.
  private var lastProcessedStream: HTTP2StreamID?
  /// What the server allows at the same time (RFC 9113 section 5.1.2); nil before its first SETTINGS frame.
  private var maximumStreams: Int?
  /// The stream whose last frame is being handled: it cannot be reset any more.
  private var endingStream: HTTP2StreamID?

  init(availability: ConnectionAvailability) { self.availability = availability }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    let increment = Self.windowBytes - 65_535
    context.writeAndFlush(
      wrapOutboundOut(HTTP2Frame(streamID: .rootStream, payload: .windowUpdate(windowSizeIncrement: increment))), promise: nil)
  }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  /// Sends a request. The promise fails with an ``HTTPExchangeFailure``.
  func start(_ exchange: HTTPExchange, _ promise: EventLoopPromise<HTTPExchangeResponse>) {
    guard let context, context.channel.isActive, availability.ending == nil, nextStream < .maxID else {
      availability.end()
      return promise.fail(HTTPExchangeFailure(reason: availability.ending ?? .incomplete, progress: .notSent))
    }
    // The library would hold the request back until another one has ended.
    guard !isFull else { return promise.fail(HTTPExchangeFailure(reason: .incomplete, progress: .notSent)) }
    let id = nextStream
    nextStream = HTTP2StreamID(Int(id) + 2)
    var stream = Stream(collector: ResponseCollector(for: exchange), promise: promise)
    if let seconds = exchange.firstByteTimeout {
      stream.timeout = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(of: seconds)) {
        if self.streams[id]?.collector.hasHead == false { self.reset(id, .firstByteTimeout(seconds: seconds)) }
      }
    }
    streams[id] = stream
    noteStreams()
    let body = exchange.body ?? []
    let head = HTTP2Frame.FramePayload.Headers(headers: fields(of: exchange), endStream: body.isEmpty)
    context.write(wrapOutboundOut(HTTP2Frame(streamID: id, payload: .headers(head))), promise: nil)
    if !body.isEmpty {
      let data = HTTP2Frame.FramePayload.Data(data: .byteBuffer(ByteBuffer(bytes: body)), endStream: true)
      context.write(wrapOutboundOut(HTTP2Frame(streamID: id, payload: .data(data))), promise: nil)
    }
    context.flush()
  }

  private func fields(of exchange: HTTPExchange) -> HPACKHeaders {
    var fields: HPACKHeaders = [
      ":method": exchange.method.rawValue, ":scheme": exchange.scheme.rawValue, ":authority": exchange.authority,
      ":path": exchange.target,
    ]
    for field in exchange.headers { fields.add(name: field.name.lowercased(), value: field.value) }
    if let body = exchange.body ?? (exchange.method.expectsBody ? [] : nil) {
      fields.add(name: "content-length", value: "\(body.count)")
    }
    return fields
  }

  /// Gives up the exchange with this result, if it is still running; the connection stays.
  func cancel(_ future: EventLoopFuture<HTTPExchangeResponse>, as reason: FetchError.Reason) {
    if let id = streams.first(where: { $0.value.promise.futureResult === future })?.key { reset(id, reason) }
  }

  func close(_ reason: FetchError.Reason) { failAll(reason) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    switch frame.payload {
    case .headers(let head):
      endingStream = head.endStream ? frame.streamID : nil
      receive(head, on: frame.streamID)
    case .data(let data):
      endingStream = data.endStream ? frame.streamID : nil
      guard case .byteBuffer(let part) = data.data else { return }
      update(frame.streamID) { collector throws(FetchError.Reason) in
        try collector.receiveBody(part.readableBytesView)
        return .body
      }
      if data.endStream { end(frame.streamID) }
    case .rstStream(let code):
      fail(
        frame.streamID, code == .refusedStream ? .notProcessed : .streamReset,
        progress: code == .refusedStream ? .notProcessed : nil)
    case .goAway(let last, _, _): receiveGoAway(last)
    case .pushPromise: failAll(.malformed)
    case .settings(.settings(let settings)): receive(settings)
    case .priority, .settings, .ping, .windowUpdate, .alternativeService, .origin: return
    }
  }

  private func receive(_ settings: HTTP2Settings) {
    let isFirst = maximumStreams == nil
    let limit = settings.last { $0.parameter == .maxConcurrentStreams }.map(\.value)
    maximumStreams = limit ?? maximumStreams ?? .max
    // Requests that were sent before the first SETTINGS frame count against it. A later frame leaves running ones alone.
    if isFirst, limit == 0 { return failAll(.noStreams) }
    noteStreams()
  }

  private var isFull: Bool { streams.count >= maximumStreams ?? Self.assumedStreams }

  private func noteStreams() {
    availability.isIdle = streams.isEmpty
    availability.isFull = isFull
  }

  private func receive(_ head: HTTP2Frame.FramePayload.Headers, on id: HTTP2StreamID) {
    guard let stream = streams[id] else { return }
    // Trailer fields are of no use to a widget.
    if !stream.collector.hasHead {
      let status = head.headers.first(name: ":status").flatMap { Int($0) } ?? 0
      let fields = head.headers.lazy.filter { !$0.name.hasPrefix(":") }.map { HeaderField($0.name, $0.value) }
      update(id) { collector throws(FetchError.Reason) in
        let next = try collector.receiveHead(status: status, headers: fields)
        if next == .anotherHead, head.endStream { throw .malformed }
        return next
      }
    }
    if head.endStream { end(id) }
  }

  /// Hands a part of the response to its collector, and ends the exchange if it needs no more or is refused.
  private func update(
    _ id: HTTP2StreamID, _ receive: (inout ResponseCollector) throws(FetchError.Reason) -> ResponseCollector.Continuation
  ) {
    guard var stream = streams[id] else { return }
    // Not two owners of the collected bytes: the append would copy them.
    streams[id] = nil
    do throws(FetchError.Reason) {
      let next = try receive(&stream.collector)
      if stream.collector.hasHead { stream.timeout?.cancel() }
      streams[id] = stream
      if next == .nothing {
        remove(id)
        stream.promise.succeed(stream.collector.response)
        writeReset(id)
      }
    } catch {
      streams[id] = stream
      reset(id, error)
    }
  }

  private func end(_ id: HTTP2StreamID) {
    guard let stream = streams[id] else { return }
    guard stream.collector.hasHead else { return fail(id, .malformed) }
    remove(id)
    stream.promise.succeed(stream.collector.response)
  }

  private func receiveGoAway(_ last: HTTP2StreamID) {
    availability.end()
    lastProcessedStream = min(last, lastProcessedStream ?? .maxID)
    for id in streams.keys.sorted() where id > last { fail(id, .notProcessed, progress: .notProcessed) }
    closeIfUnused()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case let closed as StreamClosedEvent: fail(closed.streamID, .incomplete)
    case let window as NIOHTTP2WindowUpdatedEvent: refill(window)
    default: break
    }
    context.fireUserInboundEventTriggered(event)
  }

  /// Allows the server to send more: what was received is already counted against the limits of its response.
  private func refill(_ window: NIOHTTP2WindowUpdatedEvent) {
    guard let context, let left = window.inboundWindowSize, left < Self.windowBytes / 2,
      window.streamID == .rootStream || streams[window.streamID] != nil
    else { return }
    let update = HTTP2Frame(streamID: window.streamID, payload: .windowUpdate(windowSizeIncrement: Self.windowBytes - left))
    context.writeAndFlush(wrapOutboundOut(update), promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    failAll(FetchError.Reason(networkError: error))
  }

  func channelInactive(context: ChannelHandlerContext) {
    failAll(.incomplete)
    context.fireChannelInactive()
  }

  private func reset(_ id: HTTP2StreamID, _ reason: FetchError.Reason) {
    guard streams[id] != nil else { return }
    // In this order: the frame may end the stream at once, which would be another reason.
    fail(id, reason)
    writeReset(id)
  }

  private func writeReset(_ id: HTTP2StreamID) {
    guard let context, context.channel.isActive, id != endingStream else { return }
    context.writeAndFlush(wrapOutboundOut(HTTP2Frame(streamID: id, payload: .rstStream(.cancel))), promise: nil)
  }

  private func fail(_ id: HTTP2StreamID, _ reason: FetchError.Reason, progress: HTTPExchangeFailure.Progress? = nil) {
    guard let stream = streams[id] else { return }
    remove(id)
    stream.promise.fail(
      HTTPExchangeFailure(reason: reason, progress: progress ?? (stream.collector.hasHead ? .receivedHead : .sent)))
  }

  private func failAll(_ reason: FetchError.Reason) {
    availability.end(reason)
    for id in streams.keys.sorted() { fail(id, reason) }
    context?.closeWithoutReading()
  }

  private func remove(_ id: HTTP2StreamID) {
    streams.removeValue(forKey: id)?.timeout?.cancel()
    noteStreams()
    closeIfUnused()
  }

  /// After a GOAWAY frame the connection lives as long as its last stream.
  private func closeIfUnused() {
    if lastProcessedStream != nil, streams.isEmpty { context?.closeWithoutReading() }
  }
}
