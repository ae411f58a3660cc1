public import WidgetServices
import WidgetSystem

/// All stores. A widget's writes end up here; the maintenance commands read and edit them.
public struct Stores: Sendable {
  public var cache: any CacheStore
  /// The HTTP cache.
  public var responses: any HTTPCacheStore
  public var defaults: any DefaultsStore
  public var snapshots: any SnapshotStore
  public var grants: any GrantStore
  public var audit: any AuditLog
  public var notificationQuota: any NotificationQuota
  public var scheduledNotifications: any ScheduledNotificationStore
  public var linkChoices: any LinkChoiceStore
  public var containers: any ContainerStore
  public var secrets: any SecretStore

  public init(
    cache: any CacheStore, responses: any HTTPCacheStore, defaults: any DefaultsStore, snapshots: any SnapshotStore,
    grants: any GrantStore, audit: any AuditLog, notificationQuota: any NotificationQuota,
    scheduledNotifications: any ScheduledNotificationStore, linkChoices: any LinkChoiceStore,
    containers: any ContainerStore,
    secrets: any SecretStore
  ) {
    self.cache = cache
    self.responses = responses
    self.defaults = defaults
    self.snapshots = snapshots
    self.grants = grants
    self.audit = audit
    self.notificationQuota = notificationQuota
    self.scheduledNotifications = scheduledNotifications
    self.linkChoices = linkChoices
    self.containers = containers
    self.secrets = secrets
  }

  /// Stores in the user's folders, each opened on first use.
  ///
  /// - Parameter onNotice: Receives problems that didn't prevent an operation.
  public init(
    locations: StoreLocations, environment: [String: String], onNotice: @escaping @Sendable (StoreNotice) -> Void
  ) {
    let keyring = ["DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "DISPLAY", "WAYLAND_DISPLAY"]
    let runner = SystemProgramRunner(
      home: UserFolders(environment: environment).home ?? "/", variables: environment.filter { keyring.contains($0.key) })
    let cache = StoreDatabase.cache(locations.cache, onNotice: onNotice)
    let data = StoreDatabase.data(locations.defaults, onNotice: onNotice)
    self.init(
      cache: SQLiteCacheStore(cache), responses: SQLiteHTTPCacheStore(cache), defaults: SQLiteDefaultsStore(data),
      snapshots: SQLiteSnapshotStore(path: locations.snapshots, onNotice: onNotice), grants: SQLiteGrantStore(data),
      audit: FileAuditLog(folder: locations.audit, onNotice: onNotice),
      notificationQuota: SQLiteNotificationQuota(data),
      scheduledNotifications: FolderScheduledNotificationStore(root: locations.scheduledNotifications),
      linkChoices: SQLiteLinkChoiceStore(data),
      containers: FolderContainerStore(root: locations.containers),
      secrets: LayeredSecretStore(
        service: ServiceSecretStore(runner: runner), fallback: FileSecretStore(root: locations.secrets)))
  }

  /// Empty stores in memory.
  public static func inMemory() -> Stores {
    Stores(
      cache: MemoryCacheStore(), responses: MemoryHTTPCacheStore(), defaults: MemoryDefaultsStore(),
      snapshots: MemorySnapshotStore(), grants: MemoryGrantStore(), audit: MemoryAuditLog(),
      notificationQuota: MemoryNotificationQuota(),
      scheduledNotifications: MemoryScheduledNotificationStore(), linkChoices: MemoryLinkChoiceStore(),
      containers: MemoryContainerStore(),
      secrets: MemorySecretStore())
  }
}
