import WidgetSystem

/// The files of all stores, by the XDG Base Directory Specification 0.8.
///
/// Nothing is created or opened here.
public struct StoreLocations: Sendable, Equatable {
  /// Defaults and permissions: `$XDG_DATA_HOME/luawidget/defaults.db`.
  public var defaults: StorePath
  /// Caches: `$XDG_CACHE_HOME/luawidget/cache.db`.
  public var cache: StorePath
  /// Containers, one folder each: `$XDG_DATA_HOME/luawidget/containers`.
  public var containers: StorePath
  /// Snapshots and update leases: `$XDG_STATE_HOME/luawidget/snapshots.db`.
  public var snapshots: StorePath
  /// Notifications that are due later, one file each: `$XDG_STATE_HOME/luawidget/notifications`.
  public var scheduledNotifications: StorePath
  /// Secrets that are not in the desktop's secret store: `$XDG_CONFIG_HOME/luawidget/secrets`.
  public var secrets: StorePath

  /// - Parameter environment: `XDG_DATA_HOME`, `XDG_CACHE_HOME`, `XDG_STATE_HOME`, `XDG_CONFIG_HOME` and `HOME` are read. Relative values are
  /// ignored, as the specification requires. Without `HOME` the user database is used.
  public init(environment: [String: String]) {
    self.init(environment: environment, userDatabaseHome: Self.userDatabaseHome)
  }

  init(environment: [String: String], userDatabaseHome: () -> String?) {
    func absolute(_ variable: String) -> String? { environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } }
    var home = absolute("HOME")
    func path(_ variable: String, _ standard: String, _ name: String) -> StorePath {
      if let folder = absolute(variable) { return .file("\(folder)/luawidget/\(name)") }
      if home == nil { home = userDatabaseHome() }
      return home.map { .file("\($0)/\(standard)/luawidget/\(name)") } ?? .unknown(variable: variable)
    }
    defaults = path("XDG_DATA_HOME", ".local/share", "defaults.db")
    containers = path("XDG_DATA_HOME", ".local/share", "containers")
    cache = path("XDG_CACHE_HOME", ".cache", "cache.db")
    snapshots = path("XDG_STATE_HOME", ".local/state", "snapshots.db")
    scheduledNotifications = path("XDG_STATE_HOME", ".local/state", "notifications")
    secrets = path("XDG_CONFIG_HOME", ".config", "secrets")
  }

  private static func userDatabaseHome() -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16384)
    return buffer.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress, getpwuid_r(getuid(), &entry, start, buffer.count, &found) == 0, found != nil,
        let folder = entry.pw_dir
      else { return nil }
      let path = String(cString: folder)
      return path.hasPrefix("/") ? path : nil
    }
  }
}
