import Synchronization
import WidgetHelpers
import WidgetModel
import WidgetSystem

/// One running program that speaks to a group of services, from start to end.
final class ServiceSession: Sendable {
  private struct State {
    var pending: [Int64: CheckedContinuation<Result<LuaValue, ServiceError>, Never>] = [:]
    var lastID: Int64 = 0
    var problem: HelperProblem?
    var hasEnded = false
  }

  private let helper: HelperProcess
  private let onChange: @Sendable ([ServiceChange]) -> Void
  private let onEnd: @Sendable () -> Void
  private let state = Mutex(State())

  /// Starts the program.
  init(
    _ launch: HelperProcess.Launch, onChange: @escaping @Sendable ([ServiceChange]) -> Void, onEnd: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    self.onChange = onChange
    self.onEnd = onEnd
    helper = try HelperProcess(launch, greeting: ServiceRequest.greeting(version: ServiceProtocol.version).encoded)
    try DetachedThread.start(stackBytes: 512 << 10) { self.run() }
  }

  var processID: Int32 { helper.processID }

  /// Whether it takes no more calls.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  private var owesReply: Bool { state.withLock { !$0.pending.isEmpty } }

  func call(_ call: ServiceCall) async -> Result<LuaValue, ServiceError> {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let refusal: ServiceError? = state.withLock { state in
          if Task.isCancelled { return Self.cancelled }
          if state.hasEnded { return Self.failure(state.problem) }
          state.pending[id] = continuation
          helper.send(ServiceRequest.call(id: id, call).encoded)
          return nil
        }
        if let refusal { continuation.resume(returning: .failure(refusal)) }
      }
    } onCancel: {
      // Its reply is dropped.
      take(id)?.resume(returning: .failure(Self.cancelled))
    }
  }

  func watch(_ topics: Set<ServiceTopic>) { helper.send(ServiceRequest.watch(topics).encoded) }

  func stop() { helper.stop() }

  private static let cancelled = ServiceError.failed(reason: "the widget was closed")

  private static func failure(_ problem: HelperProblem?) -> ServiceError {
    .unavailable(reason: (problem ?? .exited(status: 0)).text(of: .notifier))
  }

  private func take(_ id: Int64) -> CheckedContinuation<Result<LuaValue, ServiceError>, Never>? {
    state.withLock { $0.pending.removeValue(forKey: id) }
  }

  /// Runs on its own thread until the program ends.
  private func run() {
    let problem = helper.run(owesReply: { owesReply }) { payload throws(HelperProtocolError) in
      switch try ServiceReply(decoding: payload) {
      case .greeting: break
      case .value(let id, let value): take(id)?.resume(returning: .success(value))
      case .failure(let id, let error): take(id)?.resume(returning: .failure(error))
      case .changed(let changes): onChange(changes)
      }
      return true
    }
    let pending = state.withLock { state in
      state.hasEnded = true
      state.problem = problem
      defer { state.pending = [:] }
      return state.pending
    }
    for continuation in pending.values { continuation.resume(returning: .failure(Self.failure(problem))) }
    onEnd()
  }
}
