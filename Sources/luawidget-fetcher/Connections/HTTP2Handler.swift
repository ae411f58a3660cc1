import NIOCore
import NIOHPACK
import NIOHTTP2
import WidgetServices
import WidgetSystem

/// One HTTP/2 connection: each request is a stream.
///
/// A connection error ends it: all exchanges fail at once, and the pool forgets it.
final class HTTP2Handler: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame
  typealias OutboundOut = HTTP2Frame

  private struct Stream {
    var collector: ResponseCollector
    let promise: EventLoopPromise<HTTPExchangeResponse>
    var timeout: Scheduled<Void>?
    /// When the request was written, a ``BootTime``.
    let start: Double
    /// Whether the operating system has taken the whole request.
    var isSent = false
  }

  /// A request waiting for the answer to a PING frame.
  private struct Waiting {
    let exchange: HTTPExchange
    let promise: EventLoopPromise<HTTPExchangeResponse>
    let onPart: (@Sendable ([UInt8]) -> Void)?
  }

  /// Bytes a server can send ahead of us on one stream, and on the connection.
  static let windowBytes = 1 << 20

  /// Concurrent streams before the server's SETTINGS frame: the minimum recommended by RFC 9113 section 6.5.2.
  static let assumedStreams = 100

  /// Seconds of silence after which a connection must answer a PING frame before getting another request: a router may have
  /// forgotten it, or the server may be gone.
  static let trustedSeconds = 5.0

  /// Seconds the answer may take.
  static let pingSeconds = 2.0

  private let availability: ConnectionAvailability
  private let trustedSeconds: Double
  private var context: ChannelHandlerContext?
  private var streams: [HTTP2StreamID: Stream] = [:]
  private var nextStream = HTTP2StreamID(1)
  /// Streams above this one weren't processed (RFC 9113 section 6.8); nil before a GOAWAY frame.
  private var lastProcessedStream: HTTP2StreamID?
  /// The number of concurrent streams allowed by the server (RFC 9113 section 5.1.2); nil before its first SETTINGS frame.
  private var maximumStreams: Int?
  /// When the server last sent anything, a ``BootTime``, which keeps running while suspended.
  private var lastReceived = BootTime.now()
  /// Requests to send once the PING frame is answered; nil while none is on its way.
  private var waiting: [Waiting]?
  private var pings: UInt64 = 0
  /// Whether it ends with its last stream, because the server doesn't seem to be there any more.
  private var isAbandoned = false
  /// The stream whose last frame is being handled: it can't be reset any more.
  private var endingStream: HTTP2StreamID?

  init(availability: ConnectionAvailability, trustedSeconds: Double = HTTP2Handler.trustedSeconds) {
    self.availability = availability
    self.trustedSeconds = trustedSeconds
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    let increment = Self.windowBytes - 65_535
    context.writeAndFlush(
      wrapOutboundOut(HTTP2Frame(streamID: .rootStream, payload: .windowUpdate(windowSizeIncrement: increment))), promise: nil)
  }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  /// Sends a request. The promise fails with an ``HTTPExchangeFailure``.
  func start(
    _ exchange: HTTPExchange, _ promise: EventLoopPromise<HTTPExchangeResponse>, onPart: (@Sendable ([UInt8]) -> Void)? = nil
  ) {
    guard let context, context.channel.isActive, availability.ending == nil, nextStream < .maxID else {
      availability.end()
      return promise.fail(HTTPExchangeFailure(reason: availability.ending ?? .incomplete, progress: .notSent))
    }
    // The library would hold the request back until another one has ended.
    guard !isFull else { return promise.fail(HTTPExchangeFailure(reason: .incomplete, progress: .notSent)) }
    // A connection's first request follows its handshake.
    if waiting != nil || nextStream > 1 && BootTime.now() - lastReceived > trustedSeconds {
      return startAfterPing(Waiting(exchange: exchange, promise: promise, onPart: onPart), context)
    }
    send(exchange, promise, onPart, context)
  }

  private func send(
    _ exchange: HTTPExchange, _ promise: EventLoopPromise<HTTPExchangeResponse>, _ onPart: (@Sendable ([UInt8]) -> Void)?,
    _ context: ChannelHandlerContext
  ) {
    let id = nextStream
    nextStream = HTTP2StreamID(Int(id) + 2)
    let body = exchange.body ?? []
    var stream = Stream(
      collector: ResponseCollector(for: exchange, onPart: onPart), promise: promise, start: BootTime.now(), isSent: body.isEmpty)
    if let seconds = exchange.firstByteTimeout {
      stream.timeout = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(of: seconds)) {
        if self.streams[id]?.collector.hasHead == false { self.giveUp(id, .firstByteTimeout(seconds: seconds)) }
      }
    }
    streams[id] = stream
    noteStreams()
    let head = HTTP2Frame.FramePayload.Headers(headers: fields(of: exchange), endStream: body.isEmpty)
    context.write(wrapOutboundOut(HTTP2Frame(streamID: id, payload: .headers(head))), promise: nil)
    if !body.isEmpty {
      let data = HTTP2Frame.FramePayload.Data(data: .byteBuffer(ByteBuffer(bytes: body)), endStream: true)
      let sent = context.eventLoop.makePromise(of: Void.self)
      sent.futureResult.assumeIsolated().whenSuccess { self.streams[id]?.isSent = true }
      context.write(wrapOutboundOut(HTTP2Frame(streamID: id, payload: .data(data))), promise: sent)
    }
    context.flush()
  }

  /// Asks the server whether it's still there (RFC 9113 section 6.7). If it doesn't answer, the waiting requests fail as not
  /// sent.
  private func startAfterPing(_ request: Waiting, _ context: ChannelHandlerContext) {
    if waiting != nil {
      waiting?.append(request)
      return noteStreams()
    }
    waiting = [request]
    noteStreams()
    pings += 1
    let number = pings
    context.writeAndFlush(
      wrapOutboundOut(HTTP2Frame(streamID: .rootStream, payload: .ping(HTTP2PingData(withInteger: number), ack: false))),
      promise: nil)
    context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(of: Self.pingSeconds)) {
      if self.waiting != nil, self.pings == number { self.abandon() }
    }
  }

  /// Sends everything waiting: the server is there.
  private func endWaiting() {
    guard let context, let requests = waiting else { return }
    waiting = nil
    for request in requests { send(request.exchange, request.promise, request.onPart, context) }
  }

  private func failWaiting(_ reason: FetchError.Reason) {
    let requests = waiting ?? []
    waiting = nil
    for request in requests { request.promise.fail(HTTPExchangeFailure(reason: reason, progress: .notSent)) }
    noteStreams()
  }

  /// Takes no more requests; running ones may still end well.
  private func abandon() {
    isAbandoned = true
    availability.end()
    failWaiting(.incomplete)
    closeIfUnused()
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

  /// Gives up the exchange with this result, if it's still running; the connection stays.
  func cancel(_ future: EventLoopFuture<HTTPExchangeResponse>, as reason: FetchError.Reason) {
    if let id = streams.first(where: { $0.value.promise.futureResult === future })?.key { return giveUp(id, reason) }
    guard let index = waiting?.firstIndex(where: { $0.promise.futureResult === future }) else { return }
    waiting?.remove(at: index).promise.fail(HTTPExchangeFailure(reason: reason, progress: .notSent))
    noteStreams()
  }

  func close(_ reason: FetchError.Reason) { failAll(reason) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    lastReceived = BootTime.now()
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
    case .ping(_, ack: true): endWaiting()
    case .priority, .settings, .ping, .windowUpdate, .alternativeService, .origin: return
    }
  }

  private func receive(_ settings: HTTP2Settings) {
    let isFirst = maximumStreams == nil
    let limit = settings.last { $0.parameter == .maxConcurrentStreams }.map(\.value)
    maximumStreams = limit ?? maximumStreams ?? .max
    // Requests sent before the first SETTINGS frame count against it. A later frame leaves running ones alone.
    if isFirst, limit == 0 { return failAll(.noStreams) }
    noteStreams()
  }

  private var isFull: Bool { streams.count + (waiting?.count ?? 0) >= maximumStreams ?? Self.assumedStreams }

  private func noteStreams() {
    availability.isIdle = streams.isEmpty && waiting == nil
    availability.isFull = isFull
  }

  private func receive(_ head: HTTP2Frame.FramePayload.Headers, on id: HTTP2StreamID) {
    guard let stream = streams[id] else { return }
    // Widgets have no use for trailer fields.
    if !stream.collector.hasHead {
      let status = head.headers.first(name: ":status").flatMap(Self.status)
      let fields = head.headers.lazy.filter { !$0.name.hasPrefix(":") }.map { HeaderField($0.name, $0.value) }
      update(id) { collector throws(FetchError.Reason) in
        guard let status else { throw .malformed }
        let next = try collector.receiveHead(status: status, headers: fields)
        if next == .anotherHead, head.endStream { throw .malformed }
        return next
      }
    }
    if head.endStream { end(id) }
  }

  /// Three digits (RFC 9110 section 15), unlike `Int`, which takes a sign and any number of them.
  private static func status(_ text: String) -> Int? {
    text.utf8.count == 3 && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }

  /// Hands a part of the response to its collector, ending the exchange if it needs no more or is refused.
  private func update(
    _ id: HTTP2StreamID, _ receive: (inout ResponseCollector) throws(FetchError.Reason) -> ResponseCollector.Continuation
  ) {
    guard var stream = streams[id] else { return }
    // Not two owners of the collected bytes: appending would copy them.
    streams[id] = nil
    do throws(FetchError.Reason) {
      let next = try receive(&stream.collector)
      if stream.collector.hasHead { stream.timeout?.cancel() }
      streams[id] = stream
      if next == .nothing {
        remove(id)
        stream.promise.succeed(stream.collector.response)
        writeReset(id, isSent: stream.isSent)
      }
    } catch {
      streams[id] = stream
      // Resetting a flood's stream doesn't stop it.
      if error.isFlood { failAll(error) } else { reset(id, error) }
    }
  }

  private func end(_ id: HTTP2StreamID) {
    guard let stream = streams[id] else { return }
    guard stream.collector.hasHead else { return fail(id, .malformed) }
    remove(id)
    stream.promise.succeed(stream.collector.response)
    // The server doesn't want the rest of the request (RFC 9113 section 8.1). Without a reset the stream would stay open forever.
    if !stream.isSent { writeReset(id, isSent: false) }
  }

  private func receiveGoAway(_ last: HTTP2StreamID) {
    availability.end()
    failWaiting(.incomplete)
    lastProcessedStream = min(last, lastProcessedStream ?? .maxID)
    for id in streams.keys.sorted() where id > last { fail(id, .notProcessed, progress: .notProcessed) }
    closeIfUnused()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    // The library resets a stream itself after a malformed frame, and reports the error only then.
    case let closed as StreamClosedEvent: fail(closed.streamID, closed.reason == nil ? .incomplete : .malformed)
    case let window as NIOHTTP2WindowUpdatedEvent: refill(window)
    default: break
    }
    context.fireUserInboundEventTriggered(event)
  }

  /// Allows the server to send more: whatever was received already counts against the limits of its response.
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

  /// Ends an exchange without a response. A server that has sent nothing since it began may be gone, so the connection takes no
  /// more requests.
  private func giveUp(_ id: HTTP2StreamID, _ reason: FetchError.Reason) {
    let start = streams[id]?.start ?? 0
    reset(id, reason)
    if lastReceived < start { abandon() }
  }

  private func reset(_ id: HTTP2StreamID, _ reason: FetchError.Reason) {
    guard let stream = streams[id] else { return }
    // In this order: the frame may end the stream at once, which would be another reason.
    fail(id, reason)
    writeReset(id, isSent: stream.isSent)
  }

  /// Resets a stream, unless it has ended on both sides.
  private func writeReset(_ id: HTTP2StreamID, isSent: Bool) {
    guard let context, context.channel.isActive, id != endingStream || !isSent else { return }
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
    failWaiting(reason)
    context?.closeWithoutReading()
  }

  private func remove(_ id: HTTP2StreamID) {
    streams.removeValue(forKey: id)?.timeout?.cancel()
    noteStreams()
    closeIfUnused()
  }

  /// Closes an unused connection. After a GOAWAY frame, or when abandoned, it lives as long as its last stream.
  private func closeIfUnused() {
    if lastProcessedStream != nil || isAbandoned, streams.isEmpty, waiting == nil { context?.closeWithoutReading() }
  }
}

extension FetchError.Reason {
  /// Whether the server keeps sending parts that say nothing.
  fileprivate var isFlood: Bool {
    switch self {
    case .tooManyFrames, .tooManyInterimResponses: true
    default: false
    }
  }
}
