import Synchronization
package import WidgetSystem

/// Keeps a helper running: starts it again whenever it ends, more and more slowly if it ends soon after a start.
package final class HelperSupervisor: Sendable {
  private struct State {
    var helper: HelperProcess?
    var isStopped = false
    var starts = 0
  }

  private let program: HelperProgram
  private let start: @Sendable () throws(SystemError) -> HelperProcess
  private let serve: @Sendable (HelperProcess) -> HelperProblem?
  private let onNotice: @Sendable (String) -> Void
  private let onEnd: @Sendable () -> Void
  private let state = Mutex(State())

  /// Starts nothing.
  ///
  /// - Parameters:
  ///   - start: Starts the helper.
  ///   - serve: Handles the helper's messages until it ends; returns why, or nil if it isn't to be started again.
  ///   - onNotice: Receives why the helper ended, before it's started again.
  ///   - onEnd: Called once, when it isn't started again.
  package init(
    _ program: HelperProgram, start: @escaping @Sendable () throws(SystemError) -> HelperProcess,
    serve: @escaping @Sendable (HelperProcess) -> HelperProblem?, onNotice: @escaping @Sendable (String) -> Void,
    onEnd: @escaping @Sendable () -> Void = {}
  ) {
    self.program = program
    self.start = start
    self.serve = serve
    self.onNotice = onNotice
    self.onEnd = onEnd
  }

  /// Starts the helper, and again whenever it ends.
  package func run() throws(SystemError) {
    let helper = try begin()
    try DetachedThread.start(stackBytes: 512 << 10) { self.keepRunning(helper) }
  }

  /// Ends the helper.
  package func stop() { markStopped()?.stop() }

  /// Doesn't start the helper again when it ends.
  ///
  /// - Returns: The helper that runs.
  package func markStopped() -> HelperProcess? {
    state.withLock { state in
      state.isStopped = true
      return state.helper
    }
  }

  package var isStopped: Bool { state.withLock { $0.isStopped } }

  /// The helper, if it's running.
  package var helper: HelperProcess? { state.withLock { $0.helper } }

  /// How often it was started.
  package var starts: Int { state.withLock { $0.starts } }

  private func begin() throws(SystemError) -> HelperProcess {
    let helper = try start()
    let isStopped = state.withLock { state in
      state.helper = helper
      state.starts += 1
      return state.isStopped
    }
    if isStopped { helper.stop() }
    return helper
  }

  private func keepRunning(_ first: HelperProcess) {
    var next: HelperProcess? = first
    var delay = RestartDelay()
    defer { onEnd() }
    while let helper = next {
      let started = MonotonicTime.now()
      let problem = serve(helper)
      state.withLock { $0.helper = nil }
      guard let problem, !isStopped else { return }
      onNotice(problem.text(of: program))
      delay.ended(started: started)
      next = nil
      while next == nil {
        delay.wait()
        if isStopped { return }
        do throws(SystemError) { next = try begin() } catch {
          onNotice(HelperProblem.cannotStart("\(error)").text(of: program))
          delay.failedToStart()
        }
      }
    }
  }
}

/// How long to wait before a program that ended is started again.
private struct RestartDelay {
  /// Ends that follow a start within so many seconds delay the next start.
  private static let quickEnd = 5.0
  private static let longest = 30.0

  private var seconds = 0.0

  /// - Parameter started: When the program that ended was started, on the monotonic clock.
  mutating func ended(started: Double) {
    seconds = MonotonicTime.now() - started > Self.quickEnd ? 0 : min(Self.longest, max(0.1, 2 * seconds))
  }

  mutating func failedToStart() { seconds = min(Self.longest, max(1, 2 * seconds)) }

  /// Blocks.
  func wait() { usleep(UInt32(seconds * 1_000_000)) }
}
