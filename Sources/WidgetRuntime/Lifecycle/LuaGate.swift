import Dispatch
import Synchronization
import WidgetHelpers
import WidgetSystem

/// Limits how many workers run Lua at once. A worker waiting for a host call doesn't count, so a slow server holds up no other
/// widget.
///
/// The callers are widget threads, which can block.
public final class LuaGate: Sendable {
  private struct State {
    var free: Int
    /// Workers already in a call come first: their deadline is running.
    var returning: [DispatchSemaphore] = []
    var starting: [DispatchSemaphore] = []
    var mostInside = 0
    var limit: Int
  }

  private let state: Mutex<State>

  /// - Parameter limit: nil means the number of processors.
  public init(limit: Int? = nil) {
    let limit = max(1, limit ?? Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    state = Mutex(State(free: limit, limit: limit))
  }

  /// The most workers that ever ran Lua at once.
  public var mostInside: Int { state.withLock { $0.mostInside } }

  /// Waits until a worker can run Lua.
  ///
  /// - Parameter isReturning: Whether its call has already begun.
  func enter(isReturning: Bool = false) {
    let turn: DispatchSemaphore? = state.withLock { state in
      if state.free > 0 {
        state.free -= 1
        state.mostInside = max(state.mostInside, state.limit - state.free)
        return nil
      }
      let turn = DispatchSemaphore(value: 0)
      if isReturning { state.returning.append(turn) } else { state.starting.append(turn) }
      return turn
    }
    turn?.wait()
  }

  /// The worker is waiting for a host call, or its call has ended.
  func leave() {
    let next: DispatchSemaphore? = state.withLock { state in
      if !state.returning.isEmpty { return state.returning.removeFirst() }
      if !state.starting.isEmpty { return state.starting.removeFirst() }
      state.free += 1
      return nil
    }
    next?.signal()
  }
}

/// Cancels a widget from any thread, whichever worker it currently has.
final class Cancellation: Sendable {
  private struct State {
    var isCancelled = false
    var worker: WorkerCanceller?
  }

  private let state = Mutex(State())

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func cancel() {
    state.withLock {
      $0.isCancelled = true
      $0.worker?.cancel()
    }
  }

  /// Registers the current worker, cancelling it at once if the widget already was.
  func use(_ worker: WorkerCanceller) {
    state.withLock {
      $0.worker = worker
      if $0.isCancelled { worker.cancel() }
    }
  }
}
