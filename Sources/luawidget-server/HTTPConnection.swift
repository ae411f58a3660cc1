import NIOCore
import WidgetHelpers

import enum NIOHTTP1.HTTPResponseStatus

/// A client's connection: reads complete and unambiguous requests one at a time (``RequestParser``), writes their responses, and
/// closes the connection if the client is slow.
///
/// A request waits until the previous one's response has ended. `Upgrade` is ignored, as any server may (RFC 9110 section 7.8).
final class HTTPConnection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The most a client can send while a response is running.
  private static let maximumWaiting = 96 << 10

  /// A response, from the request on.
  private struct Response {
    let id: Int64
    let isHead: Bool
    let isHTTP11: Bool
    var keepsConnection: Bool
    var hasHead = false
    var hasEnded = false
    var hasBody = true
    /// Missing bytes of the body; nil for a stream.
    var missing: Int?
    var isChunked: Bool { hasBody && missing == nil && isHTTP11 }
  }

  /// Whether the client has signed in, so no other connection may take the place of this one.
  var isKept = false
  /// Whether no request of the client is being answered.
  var isIdle: Bool { response == nil }

  private let service: ServerService
  private let isFull: Bool
  private var parser = RequestParser()
  private var response: Response?
  private var isClosing = false
  private var context: ChannelHandlerContext?
  private var timer: Scheduled<Void>?
  /// Bytes of the body, and parts of the response, not yet taken by the client's connection.
  private var unsent = 0
  private var writes = 0
  private var stall: Scheduled<Void>?

  /// - Parameter isFull: Whether there are too many connections, which this one is then told.
  init(_ service: ServerService, isFull: Bool) {
    self.service = service
    self.isFull = isFull
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    if context.channel.isActive { start() }
  }

  func handlerRemoved(context: ChannelHandlerContext) { stop() }

  func channelActive(context: ChannelHandlerContext) { start() }

  func channelInactive(context: ChannelHandlerContext) { stop() }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isClosing { return }
    let wasInside = parser.isInsideRequest
    parser.append(unwrapInboundIn(data).readableBytesView)
    if response != nil {
      if parser.count > Self.maximumWaiting { context.close(promise: nil) }
      return
    }
    if !wasInside { schedule(seconds: RequestLimits.requestSeconds) }
    readNext()
  }

  // MARK: From the host

  func begin(_ head: HTTPResponseHead) {
    guard var response, !response.hasHead else { return service.fail() }
    response.hasHead = true
    let isWithoutBody = head.status == 204 || head.status == 304
    response.hasBody = !response.isHead && !isWithoutBody
    response.missing = head.bodyLength
    // The end of the connection ends a stream.
    if head.bodyLength == nil, !response.isHTTP11 { response.keepsConnection = false }
    var text = "HTTP/1.1 \(head.status) \(HTTPResponseStatus(statusCode: head.status).reasonPhrase)\r\n"
    for field in head.fields { text += "\(Self.line(field.name)): \(Self.line(field.value))\r\n" }
    if let length = head.bodyLength, !isWithoutBody { text += "content-length: \(length)\r\n" }
    if response.isChunked { text += "transfer-encoding: chunked\r\n" }
    if !response.keepsConnection { text += "connection: close\r\n" }
    self.response = response
    write(text + "\r\n")
  }

  func write(_ bytes: ArraySlice<UInt8>) {
    guard let context, let response, response.hasHead, !response.hasEnded else { return service.fail() }
    unsent += bytes.count
    guard unsent <= ServerProtocol.window, bytes.count <= response.missing ?? .max else { return service.fail() }
    if let missing = response.missing { self.response?.missing = missing - bytes.count }
    guard response.hasBody, !bytes.isEmpty else { return taken(bytes.count, response.id) }
    var buffer = context.channel.allocator.buffer(capacity: bytes.count + 16)
    if response.isChunked { buffer.writeString("\(String(bytes.count, radix: 16))\r\n") }
    buffer.writeBytes(bytes)
    if response.isChunked { buffer.writeString("\r\n") }
    write(buffer, counting: bytes.count)
  }

  func end() {
    guard let response, response.hasHead, !response.hasEnded else { return service.fail() }
    self.response?.hasEnded = true
    // A client waiting for the rest of the body mustn't mistake the next response for it.
    if let missing = response.missing, missing > 0, response.hasBody { self.response?.keepsConnection = false }
    write(response.isChunked ? "0\r\n\r\n" : "")
  }

  /// Closes the connection at once.
  func drop() { context?.close(promise: nil) }

  // MARK: Parts

  private func start() {
    if isFull {
      let limit = RequestLimits.connections
      return refuse(
        503, "Service Unavailable", "Too many open connections: the limit is \(limit). Close other pages of the board.")
    }
    schedule(seconds: RequestLimits.idleSeconds)
  }

  private func stop() {
    timer?.cancel()
    stall?.cancel()
    timer = nil
    stall = nil
    context = nil
    if let response { service.finished(response.id) }
    response = nil
  }

  /// - Parameter isPipelined: Whether a whole request had arrived before the previous one's response ended.
  private func readNext(isPipelined: Bool = false) {
    guard !isClosing, response == nil, let event = parser.next() else { return }
    switch event {
    case .request(let bytes):
      do throws(RequestParser.Refusal) {
        let (head, parsed) = try RequestHead.parse(bytes)
        var request = parsed
        request.isFromLoopback = context?.channel.remoteAddress?.isLoopback ?? false
        timer?.cancel()
        response = Response(
          id: service.begin(request, self, isPipelined: isPipelined), isHead: head.method == "HEAD", isHTTP11: head.isHTTP11,
          keepsConnection: head.keepsConnection)
      } catch {
        refuse(error.rawValue, error.reason)
      }
    case .refusal(let refusal): refuse(refusal.rawValue, refusal.reason)
    }
  }

  /// A header field line. The text mustn't end it.
  private static func line(_ text: String) -> String {
    text.utf8.allSatisfy { $0 >= 32 || $0 == 9 }
      ? text : String(decoding: text.utf8.map { $0 >= 32 || $0 == 9 ? $0 : 32 }, as: UTF8.self)
  }

  private func write(_ text: String) {
    guard let context else { return }
    write(context.channel.allocator.buffer(string: text), counting: 0)
  }

  /// - Parameter bytes: How many of the buffer's bytes belong to the body.
  private func write(_ buffer: ByteBuffer, counting bytes: Int) {
    guard let context, let id = response?.id else { return }
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    let written = context.eventLoop.makePromise(of: Void.self)
    written.futureResult.whenSuccess { bound.value.wrote(bytes, id) }
    writes += 1
    if writes == 1 { watch() }
    context.writeAndFlush(wrapOutboundOut(buffer), promise: written)
  }

  /// Notes that the client's connection has taken a part of the response.
  private func wrote(_ bytes: Int, _ id: Int64) {
    writes -= 1
    watch()
    guard let response, response.id == id else { return }
    taken(bytes, id)
    if response.hasEnded, writes == 0 { endResponse(response) }
  }

  private func taken(_ bytes: Int, _ id: Int64) {
    guard bytes > 0 else { return }
    unsent -= bytes
    service.sent(id, bytes)
  }

  private func endResponse(_ ended: Response) {
    response = nil
    service.finished(ended.id)
    guard ended.keepsConnection else { return close() }
    schedule(seconds: parser.isInsideRequest ? RequestLimits.requestSeconds : RequestLimits.idleSeconds)
    readNext(isPipelined: true)
  }

  /// Closes the connection of a client that reads nothing for too long.
  private func watch() {
    stall?.cancel()
    stall = writes > 0 ? closing(afterSeconds: RequestLimits.idleSeconds) : nil
  }

  /// Responds without quoting the request, and closes the connection.
  ///
  /// - Parameter explanation: Text for a person; nil gives only the reason.
  private func refuse(_ status: Int, _ reason: String, _ explanation: String? = nil) {
    guard let context, !isClosing else { return }
    let body = (explanation ?? reason) + "\n"
    let text = """
      HTTP/1.1 \(status) \(reason)\r\ncontent-type: text/plain; charset=utf-8\r\ncontent-length: \(body.utf8.count)\r\n\
      connection: close\r\nx-content-type-options: nosniff\r\n\r\n\(body)
      """
    context.writeAndFlush(wrapOutboundOut(context.channel.allocator.buffer(string: text)), promise: nil)
    close()
  }

  /// Closes the connection once everything is written. Anything still arriving is dropped for a second: a reset could destroy the
  /// response.
  private func close() {
    isClosing = true
    context?.close(mode: .output, promise: nil)
    schedule(seconds: 1)
  }

  private func schedule(seconds: Int) {
    timer?.cancel()
    timer = closing(afterSeconds: seconds)
  }

  private func closing(afterSeconds seconds: Int) -> Scheduled<Void>? {
    guard let context else { return nil }
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    return context.eventLoop.scheduleTask(in: .seconds(Int64(seconds))) { bound.value.timeOut() }
  }

  private func timeOut() {
    let refusal = RequestParser.Refusal.timeout
    // An incomplete request is told why.
    if parser.isInsideRequest, response == nil, !isClosing {
      refuse(refusal.rawValue, refusal.reason)
    } else {
      context?.close(promise: nil)
    }
  }
}

extension SocketAddress {
  /// Whether it's an address of this machine alone (127.0.0.0/8, ::1). A local socket has none: anything may be behind it.
  var isLoopback: Bool {
    guard let ipAddress else { return false }
    return ipAddress.hasPrefix("127.") || ipAddress == "::1" || ipAddress.hasPrefix("::ffff:127.")
  }
}
