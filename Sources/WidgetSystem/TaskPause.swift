#if os(Linux)
  import CLinux
  import Dispatch
  import Synchronization
#endif

extension Task where Success == Never, Failure == Never {
  /// Waits. Time goes on while the machine is suspended.
  ///
  /// Unlike `Task.sleep`, this doesn't start libdispatch's threads for tasks, which cost wake-ups (see ``TaskPool``).
  ///
  /// - Throws: `CancellationError`, at once, when the task is cancelled.
  public static func pause(seconds: Double) async throws {
    let seconds = min(max(0, seconds), 1e9)
    #if os(Linux)
      try await Pauses.shared.wait(until: BootTime.now() + seconds)
    #else
      try await Task.sleep(for: .seconds(seconds))
    #endif
  }
}

#if os(Linux)
  /// The tasks waiting for a time. A single system timer serves all of them.
  private final class Pauses: Sendable {
    static let shared = Pauses()

    private struct Pause {
      /// The ``BootTime`` at which it ends.
      let due: Double
      let id: Int
      let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
      /// The last one is the earliest.
      var pauses: [Pause] = []
      var latest = 0
    }

    private let state = Mutex(State())
    private let descriptor = lw_delay_create()
    private nonisolated(unsafe) let readiness: (any DispatchSourceRead)?
    private let queue = DispatchQueue(label: "luawidget.pauses")

    private init() {
      readiness = descriptor < 0 ? nil : DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      readiness?.setEventHandler { [self] in
        _ = try? FileDescriptor(rawValue: descriptor).readSome(8)
        end()
      }
      readiness?.resume()
    }

    func wait(until due: Double) async throws {
      let id = state.withLock { state in
        state.latest += 1
        return state.latest
      }
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          begin(Pause(due: due, id: id, continuation: continuation))
          // Before it began, there was nothing to cancel.
          if Task.isCancelled { cancel(id) }
        }
      } onCancel: {
        cancel(id)
      }
    }

    private func begin(_ pause: Pause) {
      state.withLock { state in
        // Equal deadlines: first in, first out.
        var (low, high) = (0, state.pauses.count)
        while low < high {
          let middle = (low + high) / 2
          if state.pauses[middle].due > pause.due { low = middle + 1 } else { high = middle }
        }
        state.pauses.insert(pause, at: low)
        if low == state.pauses.count - 1 { set(pause.due) }
      }
    }

    private func cancel(_ id: Int) {
      let pause = state.withLock { state in
        state.pauses.firstIndex { $0.id == id }.map { state.pauses.remove(at: $0) }
      }
      pause?.continuation.resume(throwing: CancellationError())
    }

    private func end() {
      let now = BootTime.now()
      let ended = state.withLock { state in
        var ended: [Pause] = []
        while let last = state.pauses.last, last.due <= now { ended.append(state.pauses.removeLast()) }
        if let next = state.pauses.last { set(next.due) }
        return ended
      }
      for pause in ended { pause.continuation.resume() }
    }

    private func set(_ due: Double) {
      if descriptor >= 0 {
        _ = lw_delay_set(descriptor, due)
      } else {
        // This process can't open any more descriptors.
        queue.asyncAfter(deadline: .now() + max(0, due - BootTime.now())) { [self] in end() }
      }
    }
  }
#endif
