import WidgetHelpers
public import WidgetModel
public import WidgetRuntime
public import WidgetServices
import WidgetSystem

/// Everything a command needs from outside: the user's configuration, the stores and the services.
///
/// `luawidget` builds one from its arguments, the environment and config.toml and passes it to the command. Tests build one from
/// in-memory implementations.
public struct CompositionRoot: Sendable {
  public let environment: [String: String]
  public let configuration: UserConfiguration
  public let locations: StoreLocations
  public let stores: Stores
  /// Everything a widget's broker uses. Its stores are those in `stores`, wrapped by the policies for running widgets.
  public let services: Services

  private let currentLocale: CurrentLocale

  public var clock: any WidgetClock { services.clock }
  /// The user's language, and the current time zone.
  public var locale: UserLocale { currentLocale.value }
  /// The files whose change may mean another time zone.
  var timeZoneFiles: Set<String> { currentLocale.files }

  /// Combines existing parts.
  public init(
    environment: [String: String], configuration: UserConfiguration, stores: Stores, services: Services,
    timeZone: SystemTimeZone = SystemTimeZone()
  ) {
    self.environment = environment
    self.configuration = configuration
    self.stores = stores
    self.services = services
    currentLocale = CurrentLocale(environment: environment, system: timeZone)
    locations = StoreLocations(environment: environment)
  }

  /// Reads the system's time zone again.
  ///
  /// - Returns: Whether it has changed.
  func refreshTimeZone() -> Bool { currentLocale.refresh() }

  /// The same root, with snapshots nobody else sees, which end with the process.
  public func withoutStoredSnapshots() -> CompositionRoot {
    var services = services
    services.snapshots = MemorySnapshotStore()
    return CompositionRoot(environment: environment, configuration: configuration, stores: stores, services: services)
  }

  /// The same root, with another clipboard.
  public func copying(to clipboard: any Clipboard) -> CompositionRoot {
    var services = services
    services.clipboard = clipboard
    return CompositionRoot(environment: environment, configuration: configuration, stores: stores, services: services)
  }

  /// Connects the production implementations.
  ///
  /// - Parameters:
  ///   - configuration: config.toml.
  ///   - imageColors: Finds the colours of images.
  ///   - version: Sent in the `User-Agent` header field.
  ///   - onNotice: Receives one line for each problem that didn't prevent an operation.
  /// - Throws: `RecordingError` for the folder of a recording.
  public init(
    environment: [String: String], configuration: UserConfiguration, options: ServiceOptions,
    imageColors: (any ImageColors)? = nil, version: String,
    onNotice: @escaping @Sendable (String) -> Void
  ) throws {
    let storeNotice: @Sendable (StoreNotice) -> Void = { onNotice($0.description) }
    let stores = Stores(
      locations: StoreLocations(environment: environment), environment: environment, onNotice: storeNotice)
    let clock: any WidgetClock = options.fixedTime.map { FixedClock($0) } ?? SystemClock()
    let secrets = SecretsInUse()
    let (network, streams) = try Self.network(options.network, configuration, environment, secrets, clock, version, onNotice)
    let responses: any HTTPCacheStore = options.sharesResponses ? stores.responses : MemoryHTTPCacheStore()
    let home = UserFolders(environment: environment).home ?? "/"
    let programs = SystemProgramRunner(home: home)
    var services = Services(
      fetcher: CachingFetcher(
        network, store: responses, secrets: secrets, clock: clock, onNotice: storeNotice),
      streams: streams,
      cache: options.fixedTime == nil ? FallbackCacheStore(stores.cache, onNotice: storeNotice) : MemoryCacheStore(),
      defaults: FallbackDefaultsStore(stores.defaults, onNotice: storeNotice), snapshots: stores.snapshots,
      device: SystemDevice(), media: Self.media(environment), sound: Self.sound(environment),
      machine: Self.machine(environment),
      containers: stores.containers, grants: stores.grants,
      denyRules: Self.denyRules(configuration, environment, onNotice), audit: stores.audit, programs: programs,
      opener: SystemURLOpener(
        runner: SystemProgramRunner(
          home: home, variables: SystemURLOpener.variables(of: environment), path: environment["PATH"])),
      clipboard: TerminalClipboard(environment: environment),
      notifier: Self.notifier(stores, environment, programs),
      notificationQuota: stores.notificationQuota, imageColors: imageColors, secrets: stores.secrets,
      secretsInUse: secrets, environment: environment, clock: clock)
    services.streamRecordings = try Self.streamRecordings(options.network, secrets, onNotice)
    self.init(environment: environment, configuration: configuration, stores: stores, services: services)
  }

  /// The rules of config.toml, also when it changes.
  private static func denyRules(
    _ configuration: UserConfiguration, _ environment: [String: String], _ onNotice: @escaping @Sendable (String) -> Void
  ) -> any DenyRulesSource {
    guard let path = UserConfiguration.path(environment: environment) else { return configuration.deny }
    return ConfiguredDenyRules(path: path, rules: configuration.deny, environment: environment, onNotice: onNotice)
  }

  private static func media(_ environment: [String: String]) -> any MediaPlayers {
    #if os(Linux)
      BusMediaPlayers(ServiceProcess(.media, executable: HelperProgram.notifier.path, environment: environment))
    #else
      NoMediaPlayers()
    #endif
  }

  private static func sound(_ environment: [String: String]) -> any SoundServer {
    #if os(Linux)
      HelperSoundServer(ServiceProcess(.audio, executable: HelperProgram.notifier.path, environment: environment))
    #else
      NoSoundServer()
    #endif
  }

  private static func machine(_ environment: [String: String]) -> any MachineServices {
    #if os(Linux)
      BusMachineServices(executable: HelperProgram.notifier.path, environment: environment)
    #else
      NoMachineServices()
    #endif
  }

  /// The desktop, or else the terminal.
  private static func notifier(
    _ stores: Stores, _ environment: [String: String], _ programs: any ProgramRunner
  ) -> any Notifier {
    #if os(macOS)
      SystemNotifier(runner: programs)
    #else
      NotificationChannels(
        [
          NotifierClient(environment: environment),
          TerminalNotifier(TerminalNotification(environment: environment), scheduled: stores.scheduledNotifications),
        ], scheduled: stores.scheduledNotifications)
    #endif
  }

  /// Shows what earlier processes scheduled, when it's due. Every host calls this when it starts.
  public func resumeNotifications() {
    guard stores.scheduledNotifications.hasAny else { return }
    let notifier = services.notifier
    // This may wait for the notifier to start.
    try? DetachedThread.start(stackBytes: 512 << 10) { try? notifier.resume() }
  }

  private static func streamRecordings(
    _ network: ServiceOptions.Network, _ secrets: SecretsInUse, _ onNotice: @escaping @Sendable (String) -> Void
  ) throws(RecordingError) -> StreamRecordings {
    switch network {
    case .live, .offline: .none
    case .record(let folder): .recording(StreamRecorder(folder: folder, secrets: secrets) { onNotice($0.description) })
    case .replay(let folder):
      .replaying(try StreamReplay(folder: folder, secrets: secrets) { onNotice("\($0); this recording is left out") })
    }
  }

  /// The layers below the HTTP cache, and the streams. The innermost one checks permissions.
  private static func network(
    _ network: ServiceOptions.Network, _ configuration: UserConfiguration, _ environment: [String: String],
    _ secrets: SecretsInUse, _ clock: any WidgetClock, _ version: String, _ onNotice: @escaping @Sendable (String) -> Void
  ) throws(RecordingError) -> (any Fetcher, any EventStreamFetcher) {
    func live() -> NetworkFetcher {
      let transport = FetcherProcess(
        executable: HelperProgram.fetcher.path, environment: environment, trust: configuration.trust)
      return NetworkFetcher(version: version, transport: transport, proxies: configuration.proxies)
    }
    switch network {
    case .live:
      let live = live()
      return (RetryingFetcher(live, clock: clock), live)
    case .offline: return (OfflineFetcher(), OfflineFetcher())
    case .replay(let folder):
      let recorded = try ReplayingFetcher(folder: folder, secrets: secrets) { onNotice("\($0); this recording is left out") }
      return (recorded, OfflineFetcher())
    case .record(let folder):
      let live = live()
      let recording = try RecordingFetcher(wrapping: RetryingFetcher(live, clock: clock), folder: folder, secrets: secrets) {
        onNotice($0.description)
      }
      return (recording, live)
    }
  }
}

extension ServiceOptions {
  /// Whether responses are shared with other runs. A recording must contain every exchange and a replay no other one.
  fileprivate var sharesResponses: Bool {
    switch network {
    case .live, .offline: storesResponses
    case .record, .replay: false
    }
  }
}

extension CompositionRoot {
  /// Reads a manifest, as for a list of widgets. Permissions aren't decided, and the user isn't asked.
  public func manifest(
    of script: WidgetScript, _ configuration: WidgetConfiguration = WidgetConfiguration()
  ) async throws(Failure) -> Manifest {
    var services = services
    services.grants = MemoryGrantStore()
    services.audit = MemoryAuditLog()
    let widget = Widget(script: script, services: services, configuration: configuration)
    defer { widget.cancel() }
    let manifest = try await widget.readManifest()
    await widget.retire()
    return manifest
  }
}

/// An invocation's choices about the services.
public struct ServiceOptions: Sendable, Equatable {
  /// Where responses come from.
  public enum Network: Sendable, Equatable {
    case live
    /// Every request fails with an error of kind `offline`.
    case offline
    /// Writes every response and failure to a folder.
    case record(folder: String)
    /// Replies with the recordings in a folder.
    case replay(folder: String)
  }

  /// Seconds since 1970 always shown by the clock; nil uses the real time.
  public var fixedTime: Double?
  public var network: Network
  /// Whether responses are stored on disk. Recordings and replays never use stored responses.
  public var storesResponses: Bool

  public init(fixedTime: Double? = nil, network: Network = .live, storesResponses: Bool = true) {
    self.fixedTime = fixedTime
    self.network = network
    self.storesResponses = storesResponses
  }
}
