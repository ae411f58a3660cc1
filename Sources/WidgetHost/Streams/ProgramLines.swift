import Synchronization
import WidgetServices
import WidgetSystem

/// Delivers the lines that a running program writes to its standard output.
///
/// A thread waits for them: a dispatch source isn't told of the end of a pipe.
final class ProgramLines: OpenStream {
  private struct State {
    var isOver = false
    /// Closing this ends the thread.
    var wake: FileDescriptor?
  }

  private let state = Mutex(State())

  /// - Parameter onEnd: Receives the status of a program that ended by itself.
  init(
    _ start: @escaping @Sendable () throws(ProgramError) -> any ProgramOutput,
    onLines: @escaping @Sendable (LineSplitter.Lines) -> Void,
    onEnd: @escaping @Sendable (Int) -> Void, onProblem: @escaping @Sendable (String) -> Void
  ) {
    do throws(SystemError) {
      let pipe = try Pipe()
      state.withLock { $0.wake = pipe.writer }
      try DetachedThread.start(stackBytes: 256 << 10) { [weak self] in
        defer { pipe.reader.close() }
        do throws(ProgramError) {
          let output = try start()
          defer { output.end() }
          if Self.read(output, until: pipe.reader, onLines) {
            let status = output.waitForStatus(seconds: 2)
            if self?.finish() == true { onEnd(status) }
          }
        } catch {
          if self?.finish() == true { onProblem("\(error)") }
        }
      }
    } catch {
      _ = finish()
      onProblem("\(error)")
    }
  }

  deinit { close() }

  var hasEnded: Bool { state.withLock { $0.isOver } }

  func close() { _ = finish() }

  /// - Returns: Whether it wasn't over yet.
  private func finish() -> Bool {
    let (wake, isFirst) = state.withLock { state in
      defer { state = State(isOver: true) }
      return (state.wake, !state.isOver)
    }
    wake?.close()
    return isFirst
  }

  /// - Returns: Whether the program has closed its output, rather than nobody reads it any more.
  private static func read(
    _ output: any ProgramOutput, until end: FileDescriptor, _ onLines: (LineSplitter.Lines) -> Void
  ) -> Bool {
    var splitter = LineSplitter()
    while true {
      var polled = [
        pollfd(fd: output.descriptor, events: Int16(POLLIN), revents: 0), pollfd(fd: end.rawValue, events: 0, revents: 0),
      ]
      guard poll(&polled, 2, -1) >= 0 || errno == EINTR else { return false }
      if polled[1].revents != 0 { return false }
      guard polled[0].revents != 0, let bytes = output.read(StreamPace.part) else { continue }
      if bytes.isEmpty {
        if let line = splitter.finish() { onLines(LineSplitter.Lines(texts: [line])) }
        return true
      }
      onLines(splitter.append(bytes))
      usleep(UInt32(StreamPace.pauseMilliseconds) * 1000)
    }
  }
}
