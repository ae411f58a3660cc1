public import WidgetServices

/// The outside world as the broker reaches it: each service is a small protocol with an in-memory implementation.
public struct Services: Sendable {
  public var fetcher: any Fetcher
  /// Opens streams of the network; never stored.
  public var streams: any EventStreamFetcher
  /// Whether what arrives on streams is recorded, or was.
  public var streamRecordings = StreamRecordings.none
  public var cache: any CacheStore
  public var defaults: any DefaultsStore
  public var snapshots: any SnapshotStore
  public var device: any DeviceReader
  public var media: any MediaPlayers
  public var sound: any SoundServer
  public var machine: any MachineServices
  /// The addresses of covers that widgets know by name.
  public let covers = MediaCovers()
  public var containers: any ContainerStore
  public var grants: any GrantStore
  /// Permissions that the user gives to no widget.
  public var denyRules: any DenyRulesSource
  /// The user's decisions that this run has used or stored.
  public var runDecisions: RunDecisions
  /// Receives decisions and uses of permissions.
  public var audit: any AuditLog
  public var programs: any ProgramRunner
  public var opener: any URLOpener
  /// The clipboard of whoever taps.
  public var clipboard: any Clipboard
  public var notifier: any Notifier
  public var notificationQuota: any NotificationQuota
  /// nil where nothing decodes images.
  public var imageColors: (any ImageColors)?
  /// Secrets stored by the user for widgets.
  public var secrets: any SecretStore
  /// Secrets received by widgets so far, which mustn't be written anywhere.
  public var secretsInUse: SecretsInUse
  /// The user's environment variables, for `env.get`.
  public var environment: [String: String]
  public var clock: any WidgetClock

  public init(
    fetcher: any Fetcher, streams: any EventStreamFetcher = OfflineFetcher(), cache: any CacheStore, defaults: any DefaultsStore,
    snapshots: any SnapshotStore,
    device: any DeviceReader, media: any MediaPlayers = NoMediaPlayers(), sound: any SoundServer = NoSoundServer(),
    machine: any MachineServices = NoMachineServices(), containers: any ContainerStore, grants: any GrantStore,
    denyRules: any DenyRulesSource = DenyRules.none, runDecisions: RunDecisions = RunDecisions(),
    audit: any AuditLog = MemoryAuditLog(), programs: any ProgramRunner,
    opener: any URLOpener, clipboard: any Clipboard = NoClipboard(), notifier: any Notifier,
    notificationQuota: any NotificationQuota,
    imageColors: (any ImageColors)? = nil,
    secrets: any SecretStore = MemorySecretStore(),
    secretsInUse: SecretsInUse = SecretsInUse(), environment: [String: String], clock: any WidgetClock
  ) {
    self.fetcher = fetcher
    self.streams = streams
    self.cache = cache
    self.defaults = defaults
    self.snapshots = snapshots
    self.device = device
    self.media = media
    self.sound = sound
    self.machine = machine
    self.containers = containers
    self.grants = grants
    self.denyRules = denyRules
    self.runDecisions = runDecisions
    self.audit = audit
    self.programs = programs
    self.opener = opener
    self.clipboard = clipboard
    self.notifier = notifier
    self.notificationQuota = notificationQuota
    self.imageColors = imageColors
    self.secrets = secrets
    self.secretsInUse = secretsInUse
    self.environment = environment
    self.clock = clock
  }
}
