import WidgetModel
import WidgetServices

/// Asks services of the machine while the worker waits, and turns what they say into the results of a host function.
struct ServiceCaller {
  private let session: HostSession
  /// The services in a sentence: `media players`.
  private let words: String

  init(_ session: HostSession, _ words: String) {
    self.session = session
    self.words = words
  }

  var services: Services { session.services }

  /// - Returns: `{ value = v }` or `{ error = err }`.
  func read<Value: Sendable>(
    _ function: String, _ read: @escaping @Sendable () async throws(ServiceError) -> Value, value: (Value) -> LuaValue
  ) -> LuaValue {
    let result = session.wait { () -> Result<Value, ServiceError> in
      do throws(ServiceError) { return .success(try await read()) } catch { return .failure(error) }
    }
    switch result {
    case .success(let found)?: return ["value": value(found)]
    // A machine without the service is nothing to warn about.
    case .failure(.unavailable(let reason))?: return .failure(kind: ServiceError.unavailableKind, "\(function): \(reason)")
    case .failure(.failed(let reason))?: return session.returned(function, kind: FetchError.Kind.connect.rawValue, reason)
    case nil: return session.returned(function, kind: FetchError.Kind.timeout.rawValue, "the \(words) did not reply in time")
    }
  }

  /// Does something to the machine of the host, unless the user is at another one.
  ///
  /// - Returns: `{ value = true }` or `{ error = err }`.
  func control(_ function: String, _ control: @escaping @Sendable () async throws(ServiceError) -> Void) -> LuaValue {
    refusal(of: function) ?? read(function, control) { true }
  }

  /// - Returns: `{ error = err }` if the user is at another machine.
  func refusal(of function: String) -> LuaValue? {
    guard session.isActingRemotely else { return nil }
    return session.returned(
      function, kind: FetchError.Kind.denied.rawValue,
      "\(words) are controlled only from this machine; set remote_control = true on the board to allow more")
  }
}
