import WidgetServices
public import WidgetSystem

/// The user's folder for sockets, `$XDG_RUNTIME_DIR/luawidget`, off limits to other users.
public struct RuntimeFolder: Sendable, Equatable {
  public let path: String
  /// Whether it's in `/tmp`, where nobody but luawidget removes it.
  private let isTemporary: Bool

  /// Finds the folder. Without the variable, as in a cron job, that's where systemd would have it, or else in `/tmp`; there each folder of
  /// stored data has its own, because hosts of another `HOME` have nothing to tell each other.
  public init(environment: [String: String]) {
    let user = getuid()
    let folders = UserFolders(environment: environment)
    if let folder = folders.runtime {
      path = folder + "/luawidget"
      isTemporary = false
    } else if let status = try? FileStatus(path: "/run/user/\(user)"), status.owner == user {
      path = "/run/user/\(user)/luawidget"
      isTemporary = false
    } else {
      path = "/tmp/luawidget-\(user)-\(folders.stateDigest)"
      isTemporary = true
    }
  }

  init(path: String, isTemporary: Bool = false) {
    self.path = path
    self.isTemporary = isTemporary
  }

  /// Creates the folder, and checks that only this user may enter it.
  public func create() throws(SystemError) {
    let isNew = mkdir(path, 0o700) == 0
    guard isNew || errno == EEXIST || errno == ENOENT else { throw .current }
    if !isNew, errno == ENOENT {
      // A folder from a test, or from a session that has ended.
      let parent = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
      guard !parent.isEmpty, mkdir(parent, 0o700) == 0, mkdir(path, 0o700) == 0 else { throw .current }
    }
    let status = try FileStatus(path: path, followsLinks: false)
    guard status.kind == .directory, status.owner == getuid(), status.permissions & 0o077 == 0 else {
      throw SystemError(code: EACCES)
    }
  }

  /// Removes the folder if it's in `/tmp` and empty.
  public func removeIfUnused() {
    if isTemporary { rmdir(path) }
  }

  func socket(of owner: String) -> String { "\(path)/\(owner)\(Self.suffix)" }

  private static let suffix = ".socket"

  /// Removes the sockets of killed processes. A process that has only just made its socket isn't listening yet, so the process
  /// has to be gone too.
  func removeDeadSockets() {
    guard let directory = try? Directory(path, followsLinks: false), let names = try? directory.names() else { return }
    for name in names where name.hasSuffix(Self.suffix) {
      let owner = String(name.dropLast(Self.suffix.count))
      guard let process = LeaseOwner.process(owner), kill(process, 0) != 0, errno == ESRCH else { continue }
      do throws(SystemError) { close(try LocalSocket.connection(to: socket(of: owner))) } catch {
        if error.code == ECONNREFUSED { unlink(socket(of: owner)) }
      }
    }
  }
}
