import Synchronization
import WidgetRuntime
import WidgetServices

/// The user's decisions about the permissions of a hosted widget, which are asked for while it loads and arrive later.
final class PermissionDecisions: Sendable {
  private struct State {
    var decisions: [Permission: PermissionDecision] = [:]
    var request: PermissionRequest?
  }

  private let state = Mutex(State())
  private let onRequest: @Sendable (PermissionRequest) -> Void

  /// - Parameter onRequest: Called for each request without a decision yet, once.
  init(onRequest: @escaping @Sendable (PermissionRequest) -> Void) { self.onRequest = onRequest }

  /// The request that waits for a decision.
  var request: PermissionRequest? { state.withLock { $0.request } }

  /// The decisions so far. Permissions without one are denied this time.
  ///
  /// - Parameter earlier: The decisions from before the board started.
  func decisions(
    for request: PermissionRequest, earlier: [Permission: PermissionDecision] = [:]
  ) -> [Permission: PermissionDecision] {
    let (decisions, isNew) = state.withLock { state in
      state.decisions.merge(earlier) { new, _ in new }
      var open = request
      open.permissions.removeAll { state.decisions[$0] != nil }
      let isNew = !open.permissions.isEmpty && open != state.request
      state.request = open.permissions.isEmpty ? nil : open
      return (state.decisions.filter { request.permissions.contains($0.key) }, isNew ? open : nil)
    }
    if let isNew { onRequest(isNew) }
    return decisions
  }

  func decide(_ decisions: [Permission: PermissionDecision]) {
    state.withLock { state in
      state.decisions.merge(decisions) { $1 }
      state.request?.permissions.removeAll { state.decisions[$0] != nil }
      if state.request?.permissions.isEmpty == true { state.request = nil }
    }
  }
}
