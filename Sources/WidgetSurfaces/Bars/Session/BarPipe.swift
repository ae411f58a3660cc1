public import WidgetSystem

/// The input a bar sends to its command.
public enum BarInput: Sendable, Equatable {
  case clicked(BarClick)
  /// The bar has stopped reading.
  case closed
  /// The program was asked to end.
  case signalled(Int32)
}

/// The pipes between a bar and its command: clicks come in, and the end of the bar is noticed even if nothing is written.
public struct BarPipe: Sendable {
  public let input: AsyncStream<BarInput>
  private let output: FileDescriptor
  private let post: AsyncStream<BarInput>.Continuation

  /// - Parameter clicks: The descriptor clicks come from; nil reads none.
  /// - Throws: If no thread can be started.
  public init(clicks: FileDescriptor?, output: FileDescriptor) throws(SystemError) {
    let (input, post) = AsyncStream<BarInput>.makeStream(bufferingPolicy: .bufferingOldest(64))
    self.input = input
    self.post = post
    self.output = output
    try DetachedThread.start(stackBytes: 256 << 10) {
      var reader = BarClickReader()
      var clicks = clicks
      while true {
        var polled = [pollfd(fd: output.rawValue, events: 0, revents: 0)]
        if let clicks { polled.append(pollfd(fd: clicks.rawValue, events: Int16(POLLIN), revents: 0)) }
        let count = poll(&polled, nfds_t(polled.count), -1)
        if count < 0, errno == EINTR { continue }
        guard count >= 0, polled[0].revents == 0 else { break }
        guard let descriptor = clicks, polled[1].revents != 0 else { continue }
        let bytes: [UInt8]
        do throws(SystemError) { bytes = try descriptor.readSome(4096) } catch {
          if error.code != EAGAIN { clicks = nil }
          continue
        }
        // A bar that sends no clicks may close its end.
        if bytes.isEmpty { clicks = nil }
        for click in reader.read(bytes[...]) { post.yield(.clicked(click)) }
      }
      post.yield(.closed)
      post.finish()
    }
  }

  /// Ends the input because of a signal.
  public func end(by signal: Int32) {
    post.yield(.signalled(signal))
    post.finish()
  }

  /// - Returns: false if the bar is gone.
  public func write(_ bytes: [UInt8]) -> Bool { (try? output.writeAll(bytes)) != nil }
}
