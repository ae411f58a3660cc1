import Synchronization
package import WidgetSystem

/// One end of a socket between two processes, for frames in both directions at once. Any thread sends; one thread runs the link.
///
/// A long body is sent in chunks that take turns with all other frames, so that it blocks none of them.
package final class FrameLink: Sendable {
  /// Why a link ended.
  package enum End: Error, Equatable {
    case closed
    case deadline
    /// The length that a frame announced.
    case tooLarge(Int)
    /// By ``stop()`` or by the receiver.
    case stopped
  }

  package static let chunkBytes = 64 << 10

  private struct Body {
    let bytes: [UInt8]
    let frame: @Sendable (ArraySlice<UInt8>) -> [UInt8]
    var sent = 0
  }

  private enum Output {
    case frame([UInt8])
    case body(Body)
  }

  private struct State {
    var waiting: [Output] = []
    var isWoken = false
    var isStopped = false
  }

  private let descriptor: Int32
  private let maximumIncoming: Int
  private let wakeUp: Pipe
  private let state = Mutex(State())

  /// - Parameters:
  ///   - descriptor: A stream socket; closed with the link.
  ///   - maximumIncoming: Bytes of a frame from the other side.
  package init(descriptor: Int32, maximumIncoming: Int) throws(SystemError) {
    self.descriptor = descriptor
    self.maximumIncoming = maximumIncoming
    do throws(SystemError) { wakeUp = try Pipe(isBlocking: false) } catch {
      Libc.close(descriptor)
      throw error
    }
  }

  deinit {
    Libc.close(descriptor)
    wakeUp.reader.close()
    wakeUp.writer.close()
  }

  /// Sends a frame, after those that wait.
  package func send(_ payload: [UInt8]) { enqueue(.frame(payload)) }

  /// Sends a body in chunks.
  ///
  /// - Parameter frame: The payload of the frame for one chunk.
  package func send(_ body: [UInt8], _ frame: @escaping @Sendable (ArraySlice<UInt8>) -> [UInt8]) {
    if !body.isEmpty { enqueue(.body(Body(bytes: body, frame: frame))) }
  }

  /// Ends ``run(until:receive:)``.
  package func stop() {
    state.withLock { $0.isStopped = true }
    wake()
  }

  /// Sends and receives until the link ends.
  ///
  /// - Parameters:
  ///   - deadline: When the link ends unless something changes; asked after every event.
  ///   - receive: Takes the payload of one frame; returns whether to go on.
  package func run(until deadline: () -> Double? = { nil }, receive: ([UInt8]) -> Bool) -> End {
    var input = FrameBuffer(maximum: maximumIncoming)
    var output: [UInt8] = []
    var sent = 0
    while true {
      if sent == output.count {
        output = nextFrame() ?? []
        sent = 0
      }
      if state.withLock({ $0.isStopped }) { return .stopped }
      var events = Int16(POLLIN)
      if !output.isEmpty { events |= Int16(POLLOUT) }
      var polled = [
        pollfd(fd: descriptor, events: events, revents: 0), pollfd(fd: wakeUp.reader.rawValue, events: Int16(POLLIN), revents: 0),
      ]
      var milliseconds: Int32 = -1
      if let limit = deadline() {
        let remaining = limit - MonotonicTime.now()
        guard remaining > 0 else { return .deadline }
        milliseconds = Int32(min(remaining * 1000, 60_000).rounded(.up))
      }
      guard poll(&polled, 2, milliseconds) > 0 else { continue }
      if polled[1].revents != 0 { acknowledgeWake() }
      if polled[0].revents & Int16(POLLOUT) != 0 {
        let count = FrameChannel.send(output[sent...], on: descriptor)
        if count > 0 { sent += count } else if errno != EAGAIN, errno != EINTR { return .closed }
      }
      guard polled[0].revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 else { continue }
      let count = input.fill(Self.chunkBytes) { recv(descriptor, $0.baseAddress, $0.count, Self.doNotWait) }
      if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { return .closed }
      do throws(FrameBuffer.TooLarge) {
        while let payload = try input.next() { guard receive(payload) else { return .stopped } }
      } catch {
        return .tooLarge(error.length)
      }
    }
  }

  #if os(Linux)
    private static let doNotWait = Int32(MSG_DONTWAIT)
  #else
    private static let doNotWait = MSG_DONTWAIT
  #endif

  private func enqueue(_ output: Output) {
    state.withLock { $0.waiting.append(output) }
    wake()
  }

  private func wake() {
    let isNew = state.withLock { state in
      defer { state.isWoken = true }
      return !state.isWoken
    }
    if isNew { try? wakeUp.writer.writeAll([0]) }
  }

  private func acknowledgeWake() {
    _ = try? wakeUp.reader.readSome(16)
    state.withLock { $0.isWoken = false }
  }

  private func nextFrame() -> [UInt8]? {
    let payload: [UInt8]? = state.withLock { state in
      guard !state.waiting.isEmpty else { return nil }
      switch state.waiting.removeFirst() {
      case .frame(let payload): return payload
      case .body(var body):
        let chunk = body.bytes[body.sent...].prefix(Self.chunkBytes)
        body.sent += chunk.count
        // The next chunk takes its turn behind all others.
        if body.sent < body.bytes.count { state.waiting.append(.body(body)) }
        return body.frame(chunk)
      }
    }
    return payload.map { FrameBuffer.frame($0) }
  }
}
