public import WidgetFormats
public import WidgetHelpers
public import WidgetModel
public import WidgetServices

/// The host's configuration for a widget.
public struct WidgetConfiguration: Sendable {
  /// Settings as written by the user (`--set name=value`).
  public var assignments: [Assignment]
  /// The `id` a board file gives the widget, which then has its own defaults, secrets and permissions; nil without one.
  public var entryID: String?
  /// Replaces the manifest's interval.
  public var refresh: Refresh?
  /// The beginning of messages about assignments: `--set`, or `set` for those in a board file.
  public var settingsLabel = "--set"
  /// Permissions allowed by the user. Those the manifest requests are granted, and remembered for the manifest.
  public var given: [Permission]
  /// Whether a group that no other widget uses becomes this one's. Not when somebody only looks at the manifest.
  public var claimsGroups = true
  /// Asks the user about undecided permissions, possibly blocking; nil where that isn't possible.
  public var askForPermissions: PermissionPrompt?
  /// Whether the user decides about permissions on the widget's card, for messages.
  public var asksOnCard = false
  public var budgets: Budgets
  /// Fetches per update.
  public var fetchLimit = FetchQuota.defaultLimit
  public var proposedInsets: EdgeInsets
  /// BCP 47.
  public var locale: String
  /// A tz database name.
  public var timeZone: String
  /// The user's place, for settings of type `location`; nil if unknown.
  public var place: Place?
  /// Names newer than the first API level.
  public var newerNames = NewerNames.declared
  /// The seed of `math.random` in every worker of the widget; nil gives each worker another one.
  public var seed: Int64?
  /// Seconds since 1970 shown by the script's clock; nil for the real time.
  public var fixedTime: Double?
  /// nil looks in the program's folder.
  public var workerExecutable: String?
  /// Runs the widget, and can block; nil gives the widget its own thread.
  public var executor: (any SerialExecutor)?
  /// Limits how many widgets run Lua at once; nil doesn't.
  public var gate: LuaGate?

  public init(
    assignments: [Assignment] = [], given: [Permission] = [], budgets: Budgets = Budgets(),
    proposedInsets: EdgeInsets = .single, locale: String = "en-US", timeZone: String = "UTC", seed: Int64? = 0,
    fixedTime: Double? = nil, workerExecutable: String? = nil
  ) {
    self.assignments = assignments
    self.given = given
    self.budgets = budgets
    self.proposedInsets = proposedInsets
    self.locale = locale
    self.timeZone = timeZone
    self.seed = seed
    self.fixedTime = fixedTime
    self.workerExecutable = workerExecutable
  }
}

/// A setting as written by the user: text, typed later by the manifest.
public struct Assignment: Sendable, Equatable {
  public var name: String
  public var value: String

  public init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Reads `name=value`; nil without a name or an equals sign.
  public init?(argument: String) {
    guard let equals = argument.firstIndex(of: "="), equals > argument.startIndex else { return nil }
    self.init(String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
  }
}
