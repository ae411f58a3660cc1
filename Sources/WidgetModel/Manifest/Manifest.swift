/// A widget's declaration in `widget { ... }`, known before its code runs.
public struct Manifest: Sendable, Equatable {
  public var name: String?
  public var icon: String?
  public var description: String?
  public var author: String?
  public var version: String?
  /// The API level the widget was written for; nil if it doesn't say.
  public var requires: Int?
  public var refresh: Refresh
  /// Seconds an update may take, fetches included.
  public var timeout: Double?
  public var families: [WidgetFamily]
  /// Whether the script names its families; otherwise it may have a view for any.
  public var namesFamilies = false
  public var largestDisplayMode: DisplayMode
  /// The settings, sorted by name.
  public var settings: [Setting]
  public var urlSchemes: [String]
  public var permissions: PermissionSet
  public var limits: ManifestLimits
  /// The widget's own words, by language.
  package var strings: [String: TextTable] = [:]
  /// The language of texts that the user's language has none for: a canonical tag.
  package var language = "en"
  /// Likely mistakes that don't stop the widget from running: an unknown icon.
  public var warnings: [String] = []

  public init(
    name: String? = nil, icon: String? = nil, description: String? = nil, author: String? = nil, version: String? = nil,
    refresh: Refresh = .every(seconds: 900), timeout: Double? = nil, families: [WidgetFamily] = WidgetFamily.allCases,
    largestDisplayMode: DisplayMode = .expanded, settings: [Setting] = [], urlSchemes: [String] = [],
    permissions: PermissionSet = PermissionSet(), limits: ManifestLimits = ManifestLimits()
  ) {
    self.name = name
    self.icon = icon
    self.description = description
    self.author = author
    self.version = version
    self.refresh = refresh
    self.timeout = timeout
    self.families = families
    self.largestDisplayMode = largestDisplayMode
    self.settings = settings
    self.urlSchemes = urlSchemes
    self.permissions = permissions
    self.limits = limits
  }
}

/// When a widget wants to be updated.
public enum Refresh: Sendable, Equatable {
  case every(seconds: Double)
  case never
  /// Five fields, as in crontab(5).
  case cron(String)
}

/// A typed setting the user may change.
public struct Setting: Sendable, Equatable {
  /// The types of settings, by their names in a manifest.
  public enum Kind: String, Sendable, Equatable, CaseIterable {
    case string, number, integer, boolean, choice, secret, url, file, folder, color, date, location, list
  }

  public var name: String
  public var kind: Kind
  /// `.null` if the manifest gives none: the script sees nil until the user sets it.
  public var defaultValue: LuaValue
  public var label: String?
  public var description: String?
  /// The values of a `choice`.
  public var choices: [String]
  /// Whether the widget won't run without this secret.
  public var isRequired: Bool
  /// The smallest and the largest number; nil for no limit.
  public var minimum: Double?
  public var maximum: Double?
  /// A pattern, as in Lua's `string.match`, for the whole of a text.
  public var pattern: String?
  /// Whether a URL is stored and masked as a secret, as a private calendar's address is.
  public var isSecretURL = false
  /// The access that the widget wants to a `folder`.
  public var access = FolderAccess.read
  /// The elements of a `list`: one setting without a name, or the fields of a record.
  public var elements: [Setting] = []
  /// The setting that decides whether this one has an effect; nil if it always has.
  public var dependency: SettingDependency?

  /// Whether the elements of a list are tables with fields.
  public var isListOfRecords: Bool { elements.first.map { !$0.name.isEmpty } ?? false }

  /// Whether the value is a secret: stored apart, masked, and never shown.
  public var isSecret: Bool { kind == .secret || isSecretURL }

  public init(
    name: String, kind: Kind, defaultValue: LuaValue = .null, label: String? = nil, description: String? = nil,
    choices: [String] = [], isRequired: Bool = false
  ) {
    self.name = name
    self.kind = kind
    self.defaultValue = defaultValue
    self.label = label
    self.description = description
    self.choices = choices
    self.isRequired = isRequired
  }
}

/// A condition on another setting: `depends_on = "alerts"`, or `depends_on = { unit = "km" }`.
public struct SettingDependency: Sendable, Equatable {
  /// The other setting's name.
  public var name: String
  /// Its value as text; nil for a `boolean` that's true, or any other setting with a value.
  public var value: String?

  public init(name: String, value: String? = nil) {
    self.name = name
    self.value = value
  }

  /// Whether the other setting's value, as text, meets the condition.
  public func isMet(by text: String) -> Bool {
    if let value { return text == value }
    return !text.isEmpty && text != "false"
  }
}

/// The permissions requested in a manifest. The broker decides what to grant.
public struct PermissionSet: Sendable, Equatable {
  /// `host` or `host:port`.
  public var net: [String] = []
  /// Names of `url` settings whose hosts are requested.
  public var netSettings: [String] = []
  public var run: [String] = []
  public var env: [String] = []
  public var groups: [String] = []
  public var clipboard = false
  public var notify = false
  public var openURL: [String] = []
  public var device: [String] = []
  public var services: [ServiceAccess] = []
  /// Exact names of systemd's units.
  public var units: [String] = []
  /// Names of settings, texts or lists of texts, that name units.
  public var unitSettings: [String] = []
  public var privateNet: [String] = []
  /// Not in a manifest, but of its settings: the folders the user has chosen.
  public var folders: [ChosenFolderAccess] = []

  public init() {}
}

/// Limits in the manifest that lower the host's; nil keeps the host's.
public struct ManifestLimits: Sendable, Equatable {
  /// Bytes.
  public var memory: Int?
  /// Seconds of processor time per update.
  public var cpu: Double?
  /// Seconds of wall-clock time per update.
  public var time: Double?
  public var fetches: Int?

  public init(memory: Int? = nil, cpu: Double? = nil, time: Double? = nil, fetches: Int? = nil) {
    self.memory = memory
    self.cpu = cpu
    self.time = time
    self.fetches = fetches
  }
}
