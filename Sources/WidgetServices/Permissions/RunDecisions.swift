import Synchronization

/// The user's decisions that this run of the program has used or stored. A reload starts a widget over, but not the run.
public final class RunDecisions: Sendable {
  private struct Subject: Hashable {
    var widget: String
    var permission: Permission
  }

  private struct Event: Hashable {
    var kind: AuditEvent.Kind
    var subject: Subject
    var manifest: [UInt8]
    var latest: Int
  }

  private struct State {
    var begun: [Subject: Int] = [:]
    var events: Set<Event> = []
  }

  private let state = Mutex(State())

  public init() {}

  /// Whether a permission given for this run is still valid: a revocation since its first use ends it.
  ///
  /// - Parameter latest: From ``Revocations/latest(_:)``.
  public func isInForce(_ permission: Permission, of widget: String, latest: Int) -> Bool {
    state.withLock { state in
      let subject = Subject(widget: widget, permission: permission)
      let begun = state.begun[subject] ?? latest
      state.begun[subject] = begun
      return begun == latest
    }
  }

  /// Notes that the user gives a permission again: whatever they revoked before is over.
  public func renew(_ permission: Permission, of widget: String) {
    state.withLock { state in
      state.begun = state.begun.filter { subject, _ in
        subject.widget != widget || subject.permission != permission && permission.part(of: subject.permission) == nil
      }
    }
  }

  /// Whether something happens for the first time. What a reload repeats is stored and recorded once: nobody has decided again.
  public func isFirst(
    _ kind: AuditEvent.Kind, _ permission: Permission, of widget: String, manifest: [UInt8], latest: Int
  ) -> Bool {
    let subject = Subject(widget: widget, permission: permission)
    return state.withLock {
      $0.events.insert(Event(kind: kind, subject: subject, manifest: manifest, latest: latest)).inserted
    }
  }
}
