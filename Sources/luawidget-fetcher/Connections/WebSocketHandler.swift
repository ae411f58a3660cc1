import NIOCore
import NIOWebSocket
import WidgetModel
import WidgetServices

/// An open WebSocket (RFC 6455), whose text messages it passes on as an event stream: whatever reads one can read the other.
final class WebSocketHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let promise: EventLoopPromise<HTTPExchangeResponse>
  private let opening: [String]
  private let onPart: @Sendable ([UInt8]) -> Void
  private let availability: ConnectionAvailability
  private var context: ChannelHandlerContext?
  private var allowance = StreamAllowance()
  /// The incomplete message, as far as an event has room for it.
  private var message: [UInt8]?
  private var hasEnded = false

  /// - Parameters:
  ///   - promise: Succeeds once the server has closed the WebSocket, and fails with an ``HTTPExchangeFailure``.
  ///   - opening: The messages to send first.
  ///   - onPart: Receives the event stream; first no bytes, when the WebSocket is open.
  init(
    _ promise: EventLoopPromise<HTTPExchangeResponse>, opening: [String], _ availability: ConnectionAvailability,
    onPart: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.promise = promise
    self.opening = opening
    self.availability = availability
    self.onPart = onPart
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    onPart([])
    for text in opening { send(.text, ByteBuffer(string: text)) }
  }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  /// Gives up, if this is its exchange.
  func cancel(_ future: EventLoopFuture<HTTPExchangeResponse>, as reason: FetchError.Reason) {
    if promise.futureResult === future { fail(reason, .goingAway) }
  }

  func close(_ reason: FetchError.Reason) { fail(reason, .goingAway) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasEnded else { return }
    let frame = unwrapInboundIn(data)
    // Nothing was negotiated that gives these bits a meaning, and a server's frames aren't masked (RFC 6455 sections 5.1 and 5.2).
    guard !frame.rsv1, !frame.rsv2, !frame.rsv3, frame.maskKey == nil else { return fail(.malformed, .protocolError) }
    do throws(FetchError.Reason) { try allowance.take(frame.data.readableBytes) } catch { return fail(error, .policyViolation) }
    switch frame.opcode {
    case .text:
      guard message == nil else { return fail(.malformed, .protocolError) }
      message = []
      append(frame)
    case .continuation:
      guard message != nil else { return fail(.malformed, .protocolError) }
      append(frame)
    case .binary: fail(.binaryMessage, .unacceptableData)
    case .ping: send(.pong, frame.data)
    case .pong: break
    case .connectionClose: finish()
    default: fail(.malformed, .protocolError)
    }
  }

  private func append(_ frame: WebSocketFrame) {
    // One byte above the limit tells the reader of events that it's too long.
    let room = WidgetEvent.maximumBytes + 1 - (message?.count ?? 0)
    message?.append(contentsOf: frame.data.readableBytesView.prefix(max(0, room)))
    guard frame.fin, let message else { return }
    self.message = nil
    // A message cut at the limit may end within a character.
    guard message.count > WidgetEvent.maximumBytes || String(validating: message, as: UTF8.self) != nil else {
      return fail(.malformed, .dataInconsistentWithMessage)
    }
    onPart(Self.event(message))
  }

  /// The event of an event stream with this data (WHATWG HTML section 9.2.6). Its line ends become line feeds.
  static func event(_ message: [UInt8]) -> [UInt8] {
    let field = Array("data: ".utf8)
    var event = field
    event.reserveCapacity(message.count + 16)
    var endedWithReturn = false
    for byte in message {
      let followsReturn = endedWithReturn
      endedWithReturn = byte == UInt8(ascii: "\r")
      switch byte {
      case UInt8(ascii: "\n") where followsReturn: continue
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"): event += [UInt8(ascii: "\n")] + field
      default: event.append(byte)
      }
    }
    return event + Array("\n\n".utf8)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error as? NIOWebSocketError {
    case .invalidFrameLength?: fail(.bodyTooLarge(limit: HTTPExchange.maximumWebSocketFrame), .messageTooLarge)
    case .fragmentedControlFrame?, .multiByteControlFrameLength?: fail(.malformed, .protocolError)
    case nil: fail(FetchError.Reason(networkError: error), .protocolError)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    fail(.incomplete, .goingAway)
    context.fireChannelInactive()
  }

  /// The server has closed it.
  private func finish() {
    guard end(.normalClosure, .incomplete) else { return }
    promise.succeed(HTTPExchangeResponse(status: 101, headers: [], body: []))
  }

  private func fail(_ reason: FetchError.Reason, _ code: WebSocketErrorCode) {
    if end(code, reason) { promise.fail(HTTPExchangeFailure(reason: reason, progress: .receivedHead)) }
  }

  /// - Returns: false if it has ended already.
  private func end(_ code: WebSocketErrorCode, _ reason: FetchError.Reason) -> Bool {
    guard !hasEnded else { return false }
    hasEnded = true
    availability.end(reason)
    var status = ByteBuffer()
    status.write(webSocketErrorCode: code)
    send(.connectionClose, status)
    context?.closeWithoutReading()
    return true
  }

  private func send(_ opcode: WebSocketOpcode, _ data: ByteBuffer) {
    guard let context else { return }
    // A client's frames are masked with an unpredictable key (RFC 6455 section 5.3).
    let frame = WebSocketFrame(fin: true, opcode: opcode, maskKey: .random(), data: data)
    context.writeAndFlush(wrapOutboundOut(frame), promise: nil)
  }
}
