import WidgetModel
import WidgetServices

/// The cache of the widget's instance, as the running update sees it.
struct CacheAccess {
  private let session: HostSession

  init(_ session: HostSession) { self.session = session }

  func now() -> Double { session.now() }

  func entry(_ call: HostCall, _ key: String) throws(HostError) -> CacheEntry? {
    let now = now()
    return try session.storing(call) { () throws(StoreError) in try session.cache.entry(key, at: now) }
  }

  func apply(_ call: HostCall, _ change: CacheChange) throws(HostError) {
    let now = now()
    try session.storing(call) { () throws(StoreError) in try session.cache.apply(change, at: now) }
  }
}

/// The defaults of the widget and its groups, as the running update sees them. The first argument of each call names the group;
/// nil is the widget itself.
struct DefaultsAccess {
  private let session: HostSession

  init(_ session: HostSession) { self.session = session }

  func suite(_ call: HostCall) -> String {
    (call[0].isNull ? DefaultsSuite.widget(session.identity.id) : .group(call.text(0))).name
  }

  func value(_ call: HostCall, _ key: String) throws(HostError) -> LuaValue? {
    let suite = suite(call)
    return try session.storing(call) { () throws(StoreError) in try session.defaults.value(key, in: suite) }
  }

  func all(_ call: HostCall) throws(HostError) -> [String: LuaValue] {
    let suite = suite(call)
    return try session.storing(call) { () throws(StoreError) in try session.defaults.all(in: suite) }
  }

  func apply(_ call: HostCall, _ change: DefaultsChange) throws(HostError) {
    try session.storing(call) { () throws(StoreError) in try session.defaults.apply(change) }
  }
}

/// A group's files. The first argument of each call names the group.
struct ContainerAccess {
  private let session: HostSession

  init(_ session: HostSession) { self.session = session }

  func access<Result>(
    _ call: HostCall, _ operation: (any ContainerStore, String) throws(ContainerError) -> Result
  ) throws(HostError) -> Result {
    do {
      return try operation(session.services.containers, call.text(0))
    } catch {
      if case .store(let error) = error { throw session.failure(call, error) }
      throw HostError("\(call.name): \(error)")
    }
  }
}

extension HostSession {
  /// Runs a store operation and converts its error for the script.
  fileprivate func storing<Result>(
    _ call: HostCall, _ operation: () throws(StoreError) -> Result
  ) throws(HostError) -> Result {
    do {
      return try operation()
    } catch {
      throw failure(call, error)
    }
  }

  fileprivate func failure(_ call: HostCall, _ error: StoreError) -> HostError {
    HostError("\(call.name): \(error)", cause: error.isStoreFailure ? Failure(error) : nil)
  }
}
