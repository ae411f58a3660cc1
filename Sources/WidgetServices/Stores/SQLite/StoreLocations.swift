import WidgetSystem

/// The files of all stores, in the ``UserFolders``. Nothing is created or opened here.
public struct StoreLocations: Sendable, Equatable {
  /// Defaults and permissions: `$XDG_DATA_HOME/luawidget/defaults.db`.
  public var defaults: StorePath
  /// Caches: `$XDG_CACHE_HOME/luawidget/cache.db`.
  public var cache: StorePath
  /// Containers, one folder each: `$XDG_DATA_HOME/luawidget/containers`.
  public var containers: StorePath
  /// Snapshots and update leases: `$XDG_STATE_HOME/luawidget/snapshots.db`.
  public var snapshots: StorePath
  /// Notifications due later, one file each: `$XDG_STATE_HOME/luawidget/notifications`.
  public var scheduledNotifications: StorePath
  /// The record of permissions, in files: `$XDG_STATE_HOME/luawidget/audit`.
  public var audit: StorePath
  /// Secrets that are not in the desktop's secret store: `$XDG_CONFIG_HOME/luawidget/secrets`.
  public var secrets: StorePath

  public init(environment: [String: String]) { self.init(UserFolders(environment: environment)) }

  init(_ folders: UserFolders) {
    func path(_ folder: String?, _ variable: String, _ name: String) -> StorePath {
      folder.map { .file("\($0)/luawidget/\(name)") } ?? .unknown(variable: variable)
    }
    defaults = path(folders.data, "XDG_DATA_HOME", "defaults.db")
    containers = path(folders.data, "XDG_DATA_HOME", "containers")
    cache = path(folders.cache, "XDG_CACHE_HOME", "cache.db")
    snapshots = path(folders.state, "XDG_STATE_HOME", "snapshots.db")
    scheduledNotifications = path(folders.state, "XDG_STATE_HOME", "notifications")
    audit = path(folders.state, "XDG_STATE_HOME", "audit")
    secrets = path(folders.config, "XDG_CONFIG_HOME", "secrets")
  }
}

/// The path of a store's file or folder, or why there is none.
///
/// A missing path isn't an error by itself: a widget that stores nothing runs without a home folder.
public enum StorePath: Sendable, Equatable {
  case file(String)
  /// There's no home folder, and the variable used instead isn't set.
  case unknown(variable: String)

  public init(_ file: String) { self = .file(file) }

  /// Throws if something is at the path that can't be the store: a link to nothing, or a file instead of a folder. An empty place is
  /// fine.
  ///
  /// - Parameter isFolder: Whether the store is a folder.
  public func check(isFolder: Bool) throws(StoreError) {
    guard case .file(let path) = self, let inode = try Inode(of: path) else { return }
    if isFolder ? !inode.isFolder : !inode.isRegularFile {
      throw .unavailable(.file(path), reason: isFolder ? "it is not a folder" : "it is \(RegularFile.refusal)")
    }
  }

  func file() throws(StoreError) -> String {
    switch self {
    // A name such as `file:x` would be parsed as a URI.
    case .file(let path): return path.hasPrefix("/") ? path : "./" + path
    case .unknown(let variable): throw .notConfigured(reason: UserFolders.unknown(variable))
    }
  }
}
