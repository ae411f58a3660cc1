public import WidgetModel
import WidgetServices
import WidgetSystem

/// The state of one widget's host calls: services, granted permissions, secrets, and the writes of the running update.
///
/// Not `Sendable`: it belongs to its ``Widget`` and is used on that actor's thread, which can block.
public final class HostSession {
  public let identity: WidgetIdentity
  public let script: WidgetScript
  public let services: Services
  public internal(set) var manifest = Manifest()
  /// The user's language and time zone: those of the context that the running call is for, which another process may have asked for.
  public private(set) var locale: String
  public private(set) var timeZone: String

  /// Reads fall through to the store; writes stay here until the update has ended well.
  var cache: CacheSession
  var defaults: DefaultsSession
  /// The granted permissions, known once the manifest is. Other processes change them: see ``refreshGrants()``.
  var grants = Grants()
  /// Where the grants come from; nil until the manifest is known.
  var grantBasis: GrantBasis?
  /// Why the stored decisions couldn't be read.
  var grantProblem: StoreError?
  /// The permissions requested by the manifest, including hosts from settings with a default. Known with the grants.
  var requested: [Permission] = []
  /// The values of the widget's secrets, masked wherever they would be stored or shown.
  var mask = SecretMask()
  /// The absolute paths of the allowed programs, by name.
  var programs: [String: String] = [:]
  /// The absolute paths of the settings of type `file`, by name.
  var files: [String: String] = [:]
  /// The settings of type `folder`, by name.
  var folders: [String: ChosenFolderAccess] = [:]
  /// Whether fetches use stored responses, however stale: a restarted widget needs its variables, not new data.
  var prefersStoredResponses = false
  /// Whether fetches may use the network; otherwise a call that needs it ends without a result.
  var mayFetch = true
  /// Whether the running call needed the network although it may not use it.
  var neededNetwork = false
  /// Whether the handler of a tap is running.
  var tap = TapState.none
  /// Whether it's the handler of a tap from a browser on another machine.
  var isActingRemotely = false
  /// The settings as written by the user.
  var assignments: [Assignment] = []
  /// The id of the widget's board entry, if explicit.
  var entryID: String?
  /// Whether the user decides about permissions on the widget's card.
  var asksOnCard = false
  /// The permissions the user has answered *Not now* about, which aren't asked for again.
  var postponed: Set<Permission> = []
  /// The notification categories registered by the loaded script, by id.
  var categories: [String: NotificationCategory] = [:]
  /// Whether the script defines `on_event`.
  var receivesEvents = false
  /// Whether the running call may subscribe to streams.
  var collectsStreams = false
  /// The streams the running update has subscribed to.
  var newStreams: [StreamRequest] = []
  /// The streams of the latest successful update.
  private(set) var streams: [StreamRequest] = []
  /// A change by the running handler: ``StreamRequest/awake(reason:)``, or none; nil without a change.
  var newInhibition: StreamRequest??
  /// A link to this widget that the running handler opened.
  var ownLink: String?
  /// Modules and resources read by the script, to watch along with it.
  private(set) var filesRead: Set<String> = []
  /// Fetches per update, as allowed by the user; a manifest can lower it.
  var fetchLimit = FetchQuota.defaultLimit
  /// Fetches the running update can still make.
  var quota = FetchQuota()
  /// The denials of the running call, each once.
  private(set) var denials: [Failure] = []
  /// Failures that calls of `notify` and `run` returned, each once.
  private(set) var returnedFailures: [String] = []
  /// The widget's own words, as far as they've been read.
  var translations = Translations()
  /// The languages whose files have been looked for.
  var languagesRead: Set<String> = []
  /// Warnings for the console that nobody has taken yet, each once.
  private(set) var warnings: [String] = []
  /// The functions called since they were last asked for; nil if nobody asks.
  var calledFunctions: Set<String>?
  var argumentParts = ArgumentParts()
  /// The counters from the previous `device.cpu()` and `device.processes()`.
  var deviceSampler = DeviceSampler()
  /// When the running call must be over, as a ``MonotonicTime``.
  var deadline = 0.0
  /// Whether nobody waits for the running host call: the widget was cancelled, or its worker has ended.
  var isAbandoned: @Sendable () -> Bool = { false }
  /// Shows a view before the update has ended.
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

  /// Records a denial.
  func noteDenial(_ denial: Failure) {
    // A script may try as many hosts as it likes.
    guard denials.count < 100, !denials.contains(where: { $0.message == denial.message }) else { return }
    denials.append(denial)
  }

  /// - Returns: nil and an error, for a call without which a script may go on. The console says it once, because a script that ignores
  ///   it leaves its author without a trace.
  func returned(_ name: String, kind: String, _ message: String) -> LuaValue {
    let text = message.hasPrefix("\(name): ") ? message : "\(name): \(message)"
    if returnedFailures.count < 100, !returnedFailures.contains(text) { returnedFailures.append(text) }
    return .failure(kind: kind, message)
  }

  /// Notes a warning for the console.
  func warn(_ text: String) {
    if warnings.count < 100, !warnings.contains(text) { warnings.append(text) }
  }

  /// Takes the warnings since the last time.
  func takeWarnings() -> [String] {
    defer { warnings = [] }
    return warnings
  }

  /// Forgets a failure that the script reports itself.
  func forget(returned message: String) { returnedFailures.removeAll { $0.hasSuffix(message) } }

  /// Speaks the language of a context, in its time zone.
  func use(_ context: WidgetContext) { (locale, timeZone) = (context.locale, context.timeZone) }

  func noteRead(_ path: String) { filesRead.insert(path) }

  /// Begins a load, an update, a view or a tap, dropping an earlier one's writes.
  func begin(deadline: Double) {
    discard()
    quota = FetchQuota(limit: min(manifest.limits.fetches ?? .max, fetchLimit))
    denials = []
    returnedFailures = []
    argumentParts = ArgumentParts()
    ownLink = nil
    newStreams = []
    newInhibition = nil
    self.deadline = deadline
  }

  /// Stores the writes of a successful update.
  func commit() throws(StoreError) {
    try defaults.commit()
    try cache.commit(at: now())
    if collectsStreams { streams = newStreams }
    if let newInhibition {
      streams.removeAll { if case .awake = $0 { true } else { false } }
      if let newInhibition { streams.append(newInhibition) }
      self.newInhibition = nil
    }
  }

  func discard() {
    defaults.discard()
    cache.discard()
  }

  /// Runs asynchronous work while the worker waits.
  ///
  /// - Returns: nil if the call's deadline passes or the call is abandoned first, which also cancels the work.
  func wait<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) -> Result? {
    BlockingWork.run(until: deadline, isAbandoned: isAbandoned, work)
  }
}
