import Synchronization
import WidgetModel
package import WidgetSystem

/// One end of a socket between two processes, for frames in both directions at once. Any thread can send; one thread runs the
/// link.
///
/// A long body goes out in chunks that take turns with all other frames, so it blocks none of them.
package final class FrameLink: Sendable {
  /// Why a link ended.
  package enum End: Error, Equatable {
    case closed
    case deadline
    /// The length announced by a frame.
    case tooLarge(Int)
    /// More is waiting to be sent than the other side may leave.
    case full
    /// Ended by ``stop()`` or by the receiver.
    case stopped
  }

  package static let chunkBytes = 64 << 10
  /// Overhead per waiting frame, in bytes.
  private static let overhead = 96

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
    /// The first unsent one in ``waiting``.
    var next = 0
    /// Bytes in ``waiting``, overhead included.
    var waitingBytes = 0
    var isWoken = false
    var isStopped = false
  }

  private let descriptor: Int32
  private let maximumIncoming: Int
  private let maximumWaiting: Int
  private let wakeUp: Pipe
  private let state = Mutex(State())

  /// - Parameters:
  ///   - descriptor: A stream socket; closed with the link.
  ///   - maximumIncoming: Bytes per frame from the other side.
  ///   - maximumWaiting: Bytes that may wait for the other side to read them.
  package init(descriptor: Int32, maximumIncoming: Int, maximumWaiting: Int = .max) throws(SystemError) {
    self.descriptor = descriptor
    self.maximumIncoming = maximumIncoming
    self.maximumWaiting = maximumWaiting
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

  /// Sends a frame, after those already waiting.
  package func send(_ payload: [UInt8]) { enqueue(.frame(payload)) }

  /// Sends a body in chunks.
  ///
  /// - Parameter frame: Wraps a chunk into the payload of a frame.
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
  ///   - deadline: When the link ends unless something changes; called after every event.
  ///   - overdue: Called at the deadline; returns whether there's a later one.
  ///   - watching: Other descriptors to watch; called after every event.
  ///   - activity: Called when one of those becomes readable.
  ///   - receive: Takes the payload of a frame; returns whether to go on.
  package func run(
    until deadline: () -> Double? = { nil }, overdue: () -> Bool = { false }, watching: () -> [FileDescriptor] = { [] },
    activity: () -> Void = {}, receive: ([UInt8]) -> Bool
  ) -> End {
    var input = FrameBuffer(maximum: maximumIncoming)
    var output: [UInt8] = []
    var sent = 0
    while true {
      if sent == output.count {
        output = nextFrame() ?? []
        sent = 0
      }
      let (isStopped, waitingBytes) = state.withLock { ($0.isStopped, $0.waitingBytes) }
      if isStopped { return .stopped }
      if waitingBytes > maximumWaiting { return .full }
      var events = Int16(POLLIN)
      if !output.isEmpty { events |= Int16(POLLOUT) }
      var polled = [
        pollfd(fd: descriptor, events: events, revents: 0), pollfd(fd: wakeUp.reader.rawValue, events: Int16(POLLIN), revents: 0),
      ]
      for other in watching() { polled.append(pollfd(fd: other.rawValue, events: Int16(POLLIN), revents: 0)) }
      var milliseconds: Int32 = -1
      if let limit = deadline() {
        // What has arrived counts, even if this process was stopped beyond the deadline.
        milliseconds = Int32(saturating: min(max(0, limit - MonotonicTime.now()) * 1000, 60_000).rounded(.up))
      }
      guard poll(&polled, nfds_t(polled.count), milliseconds) > 0 else {
        if let limit = deadline(), limit <= MonotonicTime.now(), !overdue() { return .deadline }
        continue
      }
      if polled[1].revents != 0 { acknowledgeWake() }
      if polled.dropFirst(2).contains(where: { $0.revents != 0 }) { activity() }
      if polled[0].revents & Int16(POLLOUT) != 0 {
        let count = FrameChannel.send(output[sent...], on: descriptor)
        if count > 0 { sent += count } else if errno != EAGAIN, errno != EINTR { return .closed }
      }
      guard polled[0].revents & Int16(POLLIN | POLLHUP | POLLERR) != 0 else { continue }
      let count = input.fill(Self.chunkBytes) { recv(descriptor, $0.baseAddress, $0.count, FrameChannel.doNotWait) }
      if count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR) { return .closed }
      do throws(FrameBuffer.TooLarge) {
        while let payload = try input.next() { guard receive(payload) else { return .stopped } }
      } catch {
        return .tooLarge(error.length)
      }
    }
  }

  private func enqueue(_ output: Output) {
    state.withLock { state in
      switch output {
      case .frame(let payload): state.waitingBytes += payload.count + Self.overhead
      case .body(let body): state.waitingBytes += body.bytes.count
      }
      state.waiting.append(output)
    }
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
      guard state.next < state.waiting.count else { return nil }
      let output = state.waiting[state.next]
      state.next += 1
      // Rarely, because the rest moves.
      if 2 * state.next > state.waiting.count {
        state.waiting.removeFirst(state.next)
        state.next = 0
      }
      switch output {
      case .frame(let payload):
        state.waitingBytes -= payload.count + Self.overhead
        return payload
      case .body(var body):
        let chunk = body.bytes[body.sent...].prefix(Self.chunkBytes)
        state.waitingBytes -= chunk.count
        body.sent += chunk.count
        // The next chunk queues up behind everything else.
        if body.sent < body.bytes.count { state.waiting.append(.body(body)) }
        return body.frame(chunk)
      }
    }
    return payload.map { FrameBuffer.frame($0) }
  }
}
