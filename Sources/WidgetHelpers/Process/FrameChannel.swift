import WidgetModel
package import WidgetSystem

/// One end of the socket to a worker. Sends and receives whole frames, each with a deadline.
package struct FrameChannel: ~Copyable {
  package enum Failure: Error, Equatable {
    case closed
    case deadline
    /// The announced length; nothing of that size was allocated.
    case tooLarge(Int)
  }

  private let descriptor: Int32
  /// The most bytes in a frame that ``send(_:deadline:)`` takes.
  package let maximumOutgoing: Int
  private var buffer: FrameBuffer

  /// - Parameters:
  ///   - descriptor: Closed with the channel.
  ///   - maximumIncoming: Bytes per frame from the other side; by default what a worker may send.
  ///   - maximumOutgoing: Bytes per frame to it.
  package init(descriptor: Int32, maximumIncoming: Int = 1 << 20, maximumOutgoing: Int = 8 << 20) {
    self.descriptor = descriptor
    buffer = FrameBuffer(maximum: maximumIncoming)
    self.maximumOutgoing = maximumOutgoing
  }

  deinit { close(descriptor) }

  /// A connected pair, both close-on-exec: our end, and the worker's (above the standard descriptors).
  package static func pair() throws(SystemError) -> (ours: Int32, theirs: Int32) {
    var ends: [Int32] = [-1, -1]
    #if os(Linux)
      let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw .current }
    #if !os(Linux)
      var on: Int32 = 1
      for end in ends {
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        setsockopt(end, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
      }
    #endif
    // dup2 of a descriptor onto itself would leave close-on-exec set, so never let it be 3.
    let theirs = fcntl(ends[1], F_DUPFD_CLOEXEC, 10)
    let code = errno
    close(ends[1])
    guard theirs >= 0 else {
      close(ends[0])
      throw SystemError(code: code)
    }
    return (ends[0], theirs)
  }

  /// Sends a frame.
  ///
  /// - Parameter deadline: A ``MonotonicTime``. A stopped worker with a full socket gets no longer than this.
  package func send(_ payload: [UInt8], deadline: Double) throws(Failure) {
    guard payload.count <= maximumOutgoing else { throw .tooLarge(payload.count) }
    let frame = FrameBuffer.frame(payload)
    var sent = 0
    while sent < frame.count {
      let count = Self.send(frame[sent...], on: descriptor)
      if count > 0 {
        sent += count
      } else if errno == EAGAIN || errno == EWOULDBLOCK {
        try wait(for: Int16(POLLOUT), until: deadline)
      } else if errno != EINTR {
        throw .closed
      }
    }
  }

  /// The next frame's payload.
  package mutating func receive(deadline: Double) throws(Failure) -> [UInt8] {
    while true {
      do throws(FrameBuffer.TooLarge) {
        if let payload = try buffer.next() { return payload }
      } catch {
        throw .tooLarge(error.length)
      }
      try wait(for: Int16(POLLIN), until: deadline)
      let count = buffer.fill(16 << 10) { recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) { throw .closed }
    }
  }

  /// The next frame's payload if it has arrived completely; nil otherwise. Doesn't wait.
  package mutating func receiveAvailable() throws(Failure) -> [UInt8]? {
    while true {
      do throws(FrameBuffer.TooLarge) {
        if let payload = try buffer.next() { return payload }
      } catch {
        throw .tooLarge(error.length)
      }
      let count = buffer.fill(16 << 10) { recv(descriptor, $0.baseAddress, $0.count, Self.doNotWait) }
      if count > 0 { continue }
      if count < 0, errno == EAGAIN || errno == EWOULDBLOCK { return nil }
      if count == 0 || errno != EINTR { throw .closed }
    }
  }

  #if os(Linux)
    static let doNotWait = Int32(MSG_DONTWAIT)
  #else
    static let doNotWait = MSG_DONTWAIT
  #endif

  /// One send(2), without waiting or raising SIGPIPE.
  package static func send(_ bytes: ArraySlice<UInt8>, on descriptor: Int32) -> Int {
    #if os(Linux)
      let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
    #else
      let flags = MSG_DONTWAIT
    #endif
    return bytes.withUnsafeBytes { Libc.send(descriptor, $0.baseAddress, $0.count, flags) }
  }

  private func wait(for events: Int16, until deadline: Double) throws(Failure) {
    while true {
      let remaining = deadline - MonotonicTime.now()
      guard remaining > 0 else { throw .deadline }
      var polled = pollfd(fd: descriptor, events: events, revents: 0)
      // Clamped first: a deadline far away must not overflow.
      let count = poll(&polled, 1, Int32(saturating: min(remaining * 1000, 60_000).rounded(.up)))
      if count > 0 { return }
      if count < 0, errno != EINTR { throw .closed }
    }
  }
}
