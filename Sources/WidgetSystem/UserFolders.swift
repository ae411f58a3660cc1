/// The user's folders, found by the rules of the XDG Base Directory Specification 0.8.
///
/// Only absolute paths count: relative and empty variables are ignored, as the specification requires. Without a usable `HOME`,
/// as in some services, the home folder comes from the user database. Nothing is created or opened here.
public struct UserFolders: Sendable, Equatable {
  /// `$HOME`, else the home folder in the user database; nil if neither is an absolute path.
  public let home: String?
  /// `$XDG_DATA_HOME`, else `~/.local/share`.
  public let data: String?
  /// `$XDG_CACHE_HOME`, else `~/.cache`.
  public let cache: String?
  /// `$XDG_STATE_HOME`, else `~/.local/state`.
  public let state: String?
  /// `$XDG_CONFIG_HOME`, else `~/.config`.
  public let config: String?
  /// `$XDG_RUNTIME_DIR`; nil without it, because the specification names no fallback.
  public let runtime: String?

  /// The sentence for a user without any folder.
  public static let noHome = "there is no home folder: HOME isn't set, and the user database has none"

  /// Why there's no folder.
  ///
  /// - Parameter variable: The variable that would name the folder.
  public static func unknown(_ variable: String) -> String { "no home folder is known; set HOME or \(variable)" }

  public init(environment: [String: String]) {
    self.init(environment: { environment[$0] }, userDatabaseHome: Self.userDatabaseHome)
  }

  /// The folders a helper process gets from its host, in the same variables. A sandbox has no user database.
  public static var ofHelper: UserFolders {
    UserFolders(environment: { name in getenv(name).map { String(cString: $0) } }, userDatabaseHome: { nil })
  }

  /// - Parameter userDatabaseHome: Called only without a usable `HOME`.
  package init(environment: (String) -> String?, userDatabaseHome: () -> String?) {
    func absolute(_ path: String?) -> String? { path.flatMap { $0.hasPrefix("/") ? $0 : nil } }
    /// Without slashes at the end, which would be doubled in paths.
    func trimmed(_ path: String) -> String { path.lastIndex { $0 != "/" }.map { String(path[...$0]) } ?? "/" }
    let home = (absolute(environment("HOME")) ?? absolute(userDatabaseHome())).map(trimmed)
    func folder(_ variable: String, _ standard: String) -> String? {
      absolute(environment(variable)).map(trimmed) ?? home.map { $0 == "/" ? "/\(standard)" : "\($0)/\(standard)" }
    }
    self.home = home
    data = folder("XDG_DATA_HOME", ".local/share")
    cache = folder("XDG_CACHE_HOME", ".cache")
    state = folder("XDG_STATE_HOME", ".local/state")
    config = folder("XDG_CONFIG_HOME", ".config")
    runtime = absolute(environment("XDG_RUNTIME_DIR"))
  }

  private static func userDatabaseHome() -> String? {
    var entry = passwd()
    var found: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16384)
    return buffer.withUnsafeMutableBufferPointer { buffer in
      guard let start = buffer.baseAddress, getpwuid_r(getuid(), &entry, start, buffer.count, &found) == 0, found != nil,
        let folder = entry.pw_dir
      else { return nil }
      return String(cString: folder)
    }
  }
}
