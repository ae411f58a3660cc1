import NIOCore
import WidgetServices

/// Limits on what a server sends over an HTTP/2 connection, checked on frame headers before parsing the frames.
///
/// The limits bound what the connection can be made to queue. Servers keeping to RFC 9113 don't come near them.
struct HTTP2FrameLimits {
  static let maximumFrameBytes = 16 << 10
  /// A header block as sent; ``ResponseCollector`` counts it again once it's decoded.
  static let maximumHeaderBlockBytes = HTTPExchange.maximumHeaderBytes + (1 << 10)
  static let maximumContinuations = 32
  /// Frames that aren't part of a response, within ``period``.
  static let maximumControlFrames = 1000
  static let period: Int64 = 10_000_000_000

  private enum FrameType {
    static let data: UInt8 = 0, headers: UInt8 = 1, settings: UInt8 = 4, pushPromise: UInt8 = 5
    static let continuation: UInt8 = 9
  }

  private var header: [UInt8] = []
  /// Bytes of the current frame still to come.
  private var remaining = 0
  private var isDropped = false
  private var headerBlockBytes = 0
  private var continuations = 0
  private var controlFrames = 0
  private var periodStart: Int64 = 0

  /// Reads a connection's next bytes.
  ///
  /// - Parameters:
  ///   - now: Nanoseconds that never go back.
  ///   - forward: Receives bytes of known frames. Frames of unknown types are dropped (RFC 9113 section 5.5).
  mutating func receive(
    _ bytes: ArraySlice<UInt8>, now: Int64, forward: (ArraySlice<UInt8>) -> Void
  ) throws(FetchError.Reason) {
    var rest = bytes
    while !rest.isEmpty {
      if remaining > 0 {
        let part = rest.prefix(remaining)
        if !isDropped { forward(part) }
        remaining -= part.count
        rest = rest.dropFirst(part.count)
        continue
      }
      let part = rest.prefix(max(0, 9 - header.count))
      header += part
      rest = rest.dropFirst(part.count)
      guard header.count == 9 else { return }
      try begin(now)
      if !isDropped { forward(header[...]) }
      header.removeAll(keepingCapacity: true)
    }
  }

  private mutating func begin(_ now: Int64) throws(FetchError.Reason) {
    let length = Int(header[0]) << 16 | Int(header[1]) << 8 | Int(header[2])
    let type = header[3]
    guard length <= Self.maximumFrameBytes, type != FrameType.pushPromise else { throw .malformed }
    remaining = length
    isDropped = type > FrameType.continuation
    switch type {
    case FrameType.headers:
      headerBlockBytes = length
      continuations = 0
    case FrameType.continuation:
      headerBlockBytes += length
      continuations += 1
      guard continuations <= Self.maximumContinuations else { throw .tooManyFrames }
    case FrameType.data where length > 0: break
    default: try countControlFrame(now)
    }
    guard headerBlockBytes <= Self.maximumHeaderBlockBytes else {
      throw .headersTooLarge(limit: HTTPExchange.maximumHeaderBytes)
    }
  }

  private mutating func countControlFrame(_ now: Int64) throws(FetchError.Reason) {
    if now - periodStart > Self.period {
      periodStart = now
      controlFrames = 0
    }
    controlFrames += 1
    guard controlFrames <= Self.maximumControlFrames else { throw .tooManyFrames }
  }
}

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
