import Synchronization
import WidgetModel
package import WidgetSystem

/// Keeps a helper running: restarts it whenever it ends, with growing delays if it ends soon after starting.
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

  /// Doesn't start anything yet.
  ///
  /// - Parameters:
  ///   - start: Starts the helper.
  ///   - serve: Handles the helper's messages until it ends; returns why, or nil if it shouldn't be restarted.
  ///   - onNotice: Receives why the helper ended, before it's restarted.
  ///   - onEnd: Called once, when the helper won't be restarted.
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

  /// Starts the helper, and restarts it whenever it ends.
  package func run() throws(SystemError) {
    let helper = try begin()
    try DetachedThread.start(stackBytes: 512 << 10) { self.keepRunning(helper) }
  }

  /// Ends the helper.
  package func stop() { markStopped()?.stop() }

  /// Prevents further restarts.
  ///
  /// - Returns: The running helper.
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
      delay.ended(started: started)
      onNotice(problem.text(of: program) + (delay.isLong ? " again and again (luawidget doctor says more)" : ""))
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

/// How long to wait before restarting a program.
private struct RestartDelay {
  /// Ending within this many seconds of a start delays the next one.
  private static let quickEnd = 5.0
  private static let longest = 30.0

  private var seconds = 0.0

  /// - Parameter started: When the program that just ended was started, on the monotonic clock.
  mutating func ended(started: Double) {
    seconds = MonotonicTime.now() - started > Self.quickEnd ? 0 : min(Self.longest, max(0.1, 2 * seconds))
  }

  /// After several quick ends.
  var isLong: Bool { seconds > 1 }

  mutating func failedToStart() { seconds = min(Self.longest, max(1, 2 * seconds)) }

  /// Blocks.
  func wait() { usleep(UInt32(saturating: seconds * 1_000_000)) }
}
