import WidgetEngine
public import WidgetModel
public import WidgetServices
import WidgetSystem

/// What one widget's host calls may see and change: services, granted permissions, and the writes of the update that is running.
///
/// Not `Sendable`: it belongs to its ``Widget`` and is used from that actor's thread, which may block.
public final class HostSession {
  public let identity: WidgetIdentity
  public let script: WidgetScript
  public let services: Services
  public internal(set) var manifest = Manifest()
  public let locale: String
  public let timeZone: String

  /// Reads fall through to the store; writes stay here until the update has ended well.
  var cache: CacheSession
  var defaults: DefaultsSession
  /// What the widget may do; known with the manifest.
  var grants = Grants()
  /// The programs that the allowed names stand for.
  var programs: [String: String] = [:]
  /// Whether a tap's handler is running.
  var tap = TapState.none
  /// Modules and resources that the script read: what a watcher watches besides the script.
  private(set) var filesRead: Set<String> = []
  /// Fetches that the user lets an update make; a manifest may lower it.
  var fetchLimit = FetchQuota.defaultLimit
  /// Fetches that the running update may still make.
  var quota = FetchQuota()
  /// The first refusal of the running update: a failed update is then a denied one.
  var denial: Failure?
  /// The beginnings of texts that are too long for one message.
  var longTexts = LongTexts()
  /// ``MonotonicTime`` at which the running call must be over.
  var deadline = 0.0
  /// Whether nobody wants the running call's answer any more.
  var isCancelled: @Sendable () -> Bool = { false }
  /// Shows a view in the middle of an update.
  var onRedraw: (LuaValue) throws(HostError) -> Void = { _ throws(HostError) in }

  init(
    identity: WidgetIdentity, script: WidgetScript, services: Services, locale: String, timeZone: String
  ) {
    self.identity = identity
    self.script = script
    self.services = services
    self.locale = locale
    self.timeZone = timeZone
    cache = CacheSession(store: services.cache, instance: identity.instance)
    defaults = DefaultsSession(store: services.defaults)
  }

  /// Seconds since 1970, by the widget's clock.
  public func now() -> Double { services.clock.now() }

  func noteRead(_ path: String) { filesRead.insert(path) }

  /// Begins an update, a load or a tap: nothing of an earlier one remains.
  func begin(deadline: Double) {
    discard()
    quota = FetchQuota(limit: min(manifest.limits.fetches ?? .max, fetchLimit))
    denial = nil
    longTexts = LongTexts()
    self.deadline = deadline
  }

  /// Makes the writes of an update that ended well visible to everybody.
  func commit() throws(StoreError) {
    try defaults.commit()
    try cache.commit(at: now())
  }

  func discard() {
    defaults.discard()
    cache.discard()
  }

  /// Runs asynchronous work while the worker waits.
  ///
  /// - Returns: nil when the call's deadline passed or the widget went away first; the work is then cancelled.
  func wait<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) -> Result? {
    BlockingWork.run(until: deadline, isCancelled: isCancelled, work)
  }
}
