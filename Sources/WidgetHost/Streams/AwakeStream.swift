import Synchronization
import WidgetServices

/// Keeps the machine awake as long as it's open. Nothing arrives on it.
final class AwakeStream: OpenStream {
  private struct State {
    var inhibition: (any SleepInhibition)?
    var isClosed = false
    var hasFailed = false
  }

  private let state = Mutex(State())

  init(_ reason: String, _ machine: any MachineServices, onProblem: @escaping @Sendable (String) -> Void) {
    Task { [weak self] in
      do throws(ServiceError) {
        let inhibition = try await machine.inhibitSleep(reason)
        self?.state.withLock { if !$0.isClosed { $0.inhibition = inhibition } }
      } catch {
        self?.state.withLock { $0.hasFailed = true }
        onProblem(error.reason)
      }
    }
  }

  /// The next update tries again after a failure, and when the program that keeps the machine awake has ended.
  var hasEnded: Bool { state.withLock { $0.hasFailed || $0.inhibition?.hasEnded == true } }

  func close() { state.withLock { ($0.isClosed, $0.inhibition) = (true, nil) } }
}
