import WidgetRuntime
import WidgetServices

extension Services {
  /// The machine's own: stores in the user's folders, real programs, real notifications.
  init(
    environment: [String: String], fetcher: any Fetcher, clock: any WidgetClock,
    _ onNotice: @escaping @Sendable (StoreNotice) -> Void
  ) {
    let locations = StoreLocations(environment: environment)
    let programs = SystemProgramRunner(home: environment["HOME"] ?? "/")
    self.init(
      fetcher: fetcher,
      cache: SQLiteCacheStore(path: locations.cache, onNotice: onNotice),
      defaults: SQLiteDefaultsStore(path: locations.defaults, onNotice: onNotice),
      snapshots: SQLiteSnapshotStore(path: locations.snapshots, onNotice: onNotice),
      device: SystemDevice(),
      containers: FolderContainerStore(root: locations.containers),
      grants: SQLiteGrantStore(path: locations.defaults, onNotice: onNotice),
      programs: programs, opener: SystemURLOpener(runner: programs), notifier: SystemNotifier(runner: programs),
      environment: environment, clock: clock)
  }
}
