import Synchronization
import WidgetRuntime
import WidgetServices

/// The user's decisions about a hosted widget's permissions, which are requested while it loads and arrive later.
///
/// Each answers one question: a changed manifest asks again.
final class PermissionDecisions: Sendable {
  private struct State {
    var decisions: [PermissionQuestion: PermissionDecision] = [:]
    var request: PermissionRequest?
  }

  private let state = Mutex(State())
  private let onRequest: @Sendable (PermissionRequest) -> Void

  /// - Parameter onRequest: Called whenever the undecided permissions change, even if none are left.
  init(onRequest: @escaping @Sendable (PermissionRequest) -> Void) { self.onRequest = onRequest }

  /// The request waiting for a decision.
  var request: PermissionRequest? { state.withLock { $0.request } }

  /// The decisions so far. Permissions without one are denied this time. *Always* and *Never* are given out once, to be stored; if the
  /// same question comes up again, they count for this run.
  ///
  /// - Parameter earlier: Decisions about this request from before the board started.
  func decisions(
    for request: PermissionRequest, earlier: [Permission: PermissionDecision] = [:]
  ) -> [Permission: PermissionDecision] {
    let (decisions, changed) = state.withLock { state in
      for (permission, decision) in earlier where state.decisions[request.question(permission)] == nil {
        state.decisions[request.question(permission)] = decision
      }
      var known: [Permission: PermissionDecision] = [:]
      for permission in request.permissions {
        let question = request.question(permission)
        known[permission] = state.decisions[question]
        state.decisions[question] = state.decisions[question]?.repeated
      }
      var open = request
      open.permissions.removeAll { known[$0] != nil }
      let before = state.request
      state.request = open.permissions.isEmpty ? nil : open
      return (known, state.request == before ? nil : open)
    }
    if let changed { onRequest(changed) }
    return decisions
  }

  /// - Returns: How many answer an open question. The others are void.
  func decide(_ decisions: [PermissionQuestion: PermissionDecision]) -> Int {
    state.withLock { state in
      let open = Set(state.request?.questions ?? [])
      let valid = decisions.filter { open.contains($0.key) }
      state.decisions.merge(valid) { $1 }
      state.request?.permissions.removeAll { permission in valid.keys.contains { $0.permission == permission } }
      if state.request?.permissions.isEmpty == true { state.request = nil }
      return valid.count
    }
  }
}
