import NIOCore
import NIOHTTP1
import NIOSSL
import WidgetModel
import WidgetServices

/// One HTTP/1.1 connection: sends a request, collects its response, then waits for the next request.
///
/// Anything that isn't part of the expected response closes the connection.
final class HTTP1Handler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  private struct Running {
    var collector: ResponseCollector
    let promise: EventLoopPromise<HTTPExchangeResponse>
    var timeout: Scheduled<Void>?
    /// Receives what is passed on as it arrives.
    let onPart: (@Sendable ([UInt8]) -> Void)?
    /// The first messages to a WebSocket; nil for any other request.
    let opening: [String]?
  }

  private let availability: ConnectionAvailability
  private let progress: HTTP1ProgressLimiter
  private var context: ChannelHandlerContext?
  private var running: Running?
  private var staysOpen = true
  /// The WebSocket that the connection has become.
  private var socket: WebSocketHandler?

  /// - Parameters:
  ///   - availability: Learns when the connection can take a request and when it can't any more.
  ///   - progress: Learns when a part of a response arrives.
  init(availability: ConnectionAvailability, progress: HTTP1ProgressLimiter) {
    self.availability = availability
    self.progress = progress
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  /// Sends a request. The promise fails with an ``HTTPExchangeFailure``.
  func start(
    _ exchange: HTTPExchange, _ promise: EventLoopPromise<HTTPExchangeResponse>, onPart: (@Sendable ([UInt8]) -> Void)? = nil
  ) {
    guard let context, context.channel.isActive, running == nil, availability.ending == nil else {
      return promise.fail(HTTPExchangeFailure(reason: availability.ending ?? .incomplete, progress: .notSent))
    }
    availability.isIdle = false
    staysOpen = true
    var opening: [String]?
    if case .webSocket(let messages)? = exchange.stream { opening = messages }
    running = Running(
      collector: ResponseCollector(for: exchange, onPart: opening == nil ? onPart : nil), promise: promise, onPart: onPart,
      opening: opening)
    if let seconds = exchange.firstByteTimeout {
      let future = promise.futureResult
      running?.timeout = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(of: seconds)) {
        guard let running = self.running, running.promise.futureResult === future, !running.collector.hasHead else { return }
        self.fail(.firstByteTimeout(seconds: seconds))
      }
    }
    var fields = HTTPHeaders([("Host", exchange.authority)])
    for field in exchange.headers { fields.add(name: field.name, value: field.value) }
    if let body = exchange.body ?? (exchange.method.expectsBody ? [] : nil) {
      fields.add(name: "Content-Length", value: "\(body.count)")
    }
    let head = HTTPRequestHead(
      version: .http1_1, method: HTTPMethod(rawValue: exchange.method.rawValue), uri: exchange.target, headers: fields)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if let body = exchange.body, !body.isEmpty {
      context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
    }
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }

  /// The handler of the WebSocket that the server agreed to, which takes over the running exchange; nil if nobody waits for it.
  func webSocket() -> WebSocketHandler? {
    guard let running, let opening = running.opening, let onPart = running.onPart else { return nil }
    self.running = nil
    running.timeout?.cancel()
    socket = WebSocketHandler(running.promise, opening: opening, availability, onPart: onPart)
    return socket
  }

  /// Gives up the exchange with this result, if it's still running, and closes the connection.
  func cancel(_ future: EventLoopFuture<HTTPExchangeResponse>, as reason: FetchError.Reason) {
    socket?.cancel(future, as: reason)
    if running?.promise.futureResult === future { fail(reason) }
  }

  func close(_ reason: FetchError.Reason) { if let socket { socket.close(reason) } else { fail(reason) } }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard running != nil else { return fail(.malformed) }
    progress.noteProgress()
    do throws(FetchError.Reason) {
      switch unwrapInboundIn(data) {
      case .head(let head): try receive(head)
      case .body(let part): try running?.collector.receiveBody(part.readableBytesView)
      case .end:
        // The end of an interim response isn't the end of the exchange.
        if running?.collector.hasHead == true { finish(staysOpen: staysOpen) }
      }
    } catch {
      fail(error)
    }
  }

  private func receive(_ head: HTTPResponseHead) throws(FetchError.Reason) {
    let fields = head.headers.lazy.map { HeaderField($0.name, $0.value) }
    guard let next = try running?.collector.receiveHead(status: Int(head.status.code), headers: fields) else { return }
    switch next {
    case .anotherHead: return
    case .body: staysOpen = head.isKeepAlive
    case .nothing: finish(staysOpen: false)
    }
    running?.timeout?.cancel()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // Without close_notify, a response ended only by its connection may have been cut off; any other is checked by its length,
    // and the end of the connection follows.
    if case .uncleanShutdown? = error as? NIOSSLError, let running, !running.collector.isDelimitedByEnd { return }
    fail(FetchError.Reason(networkError: error))
  }

  func channelInactive(context: ChannelHandlerContext) {
    fail(.incomplete)
    context.fireChannelInactive()
  }

  private func finish(staysOpen: Bool) {
    guard let running else { return }
    self.running = nil
    running.timeout?.cancel()
    if staysOpen { availability.isIdle = true } else { end(.incomplete) }
    running.promise.succeed(running.collector.response)
  }

  private func fail(_ reason: FetchError.Reason) {
    // Closing can call back into this handler at once.
    let failed = running
    running = nil
    end(reason)
    guard let failed else { return }
    failed.timeout?.cancel()
    failed.promise.fail(HTTPExchangeFailure(reason: reason, progress: failed.collector.hasHead ? .receivedHead : .sent))
  }

  private func end(_ reason: FetchError.Reason) {
    availability.end(reason)
    context?.closeWithoutReading()
  }
}

extension ChannelHandlerContext {
  /// Closes the channel, taking nothing more from a server that keeps sending until TLS has ended.
  func closeWithoutReading() {
    try? channel.syncOptions?.setOption(.autoRead, value: false)
    close(promise: nil)
  }
}

extension TimeAmount {
  static func seconds(of seconds: Double) -> TimeAmount { .nanoseconds(Int64(saturating: min(max(seconds, 0.001), 3600) * 1e9)) }
}

/// Ends an HTTP/1.1 connection whose bytes add nothing to a response, such as an endless chunk extension.
final class HTTP1ProgressLimiter: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// More than a header section with its interim responses.
  static let maximumBytes = 256 << 10

  private var bytesWithoutProgress = 0
  private var isViolated = false

  /// Notes that a part of the response has arrived.
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
