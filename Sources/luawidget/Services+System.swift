import WidgetRuntime
import WidgetServices

extension Services {
  /// The machine's own: stores in the user's folders, real programs, real notifications.
  ///
  /// - Parameters:
  ///   - network: Its answers are kept.
  ///   - keepsResponses: false keeps them in memory alone.
  init(
    environment: [String: String], network: any Fetcher, keepsResponses: Bool = true,
    secretsInUse: SecretsInUse = SecretsInUse(), clock: any WidgetClock,
    _ onNotice: @escaping @Sendable (StoreNotice) -> Void
  ) {
    let locations = StoreLocations(environment: environment)
    let programs = SystemProgramRunner(home: environment["HOME"] ?? "/")
    let responses: any HTTPCacheStore =
      keepsResponses ? SQLiteHTTPCacheStore(path: locations.cache, onNotice: onNotice) : MemoryHTTPCacheStore()
    self.init(
      fetcher: CachingFetcher(
        network, store: SecretFilteringCacheStore(responses, secrets: secretsInUse), clock: clock, onNotice: onNotice),
      cache: FallbackCacheStore(SQLiteCacheStore(path: locations.cache, onNotice: onNotice), onNotice: onNotice),
      defaults: SQLiteDefaultsStore(path: locations.defaults, onNotice: onNotice),
      snapshots: SQLiteSnapshotStore(path: locations.snapshots, onNotice: onNotice),
      device: SystemDevice(),
      containers: FolderContainerStore(root: locations.containers),
      grants: SQLiteGrantStore(path: locations.defaults, onNotice: onNotice),
      programs: programs, opener: SystemURLOpener(runner: programs), notifier: SystemNotifier(runner: programs),
      secrets: LayeredSecretStore(environment: environment), secretsInUse: secretsInUse, environment: environment, clock: clock)
  }
}

extension LayeredSecretStore {
  /// The user's own: the desktop's keeper, and files.
  init(environment: [String: String]) {
    let variables = ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY"]
    let runner = SystemProgramRunner(
      home: environment["HOME"] ?? "/", variables: environment.filter { variables.contains($0.key) })
    self.init(
      service: ServiceSecretStore(runner: runner), files: FileSecretStore(root: StoreLocations(environment: environment).secrets))
  }
}
