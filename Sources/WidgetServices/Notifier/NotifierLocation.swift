package import WidgetSystem

/// Where a user's notifier listens, and its lock: `$XDG_RUNTIME_DIR/luawidget`, or `$XDG_STATE_HOME/luawidget/run` without one.
///
/// Each folder of stored data has a notifier of its own: it reads scheduled notifications there, and starts widgets with its `HOME`.
package struct NotifierLocation: Sendable, Equatable {
  package let socketName: String
  package let lockName: String

  /// The folder.
  package let path: String

  /// - Returns: nil without a home folder.
  package init?(environment: [String: String]) {
    let folders = UserFolders(environment: environment)
    socketName = "notifier-\(folders.stateDigest).socket"
    lockName = "notifier-\(folders.stateDigest).lock"
    if let runtime = folders.runtime, access(runtime, W_OK | X_OK) == 0 {
      path = "\(runtime)/luawidget"
    } else if let state = folders.state {
      path = "\(state)/luawidget/run"
    } else {
      return nil
    }
  }

  /// Opens the folder, which belongs to the user alone, optionally creating it.
  package func folder(creating: Bool) throws(SystemError) -> Directory {
    if creating { try create() }
    let folder = try Directory(path, followsLinks: false)
    var status = stat()
    guard fstat(folder.descriptor.rawValue, &status) == 0 else { throw .current }
    guard status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else { throw SystemError(code: EACCES) }
    return folder
  }

  private func create() throws(SystemError) {
    var end = path.startIndex
    while end < path.endIndex {
      end = path[path.index(after: end)...].firstIndex(of: "/") ?? path.endIndex
      guard mkdir(String(path[..<end]), 0o700) == 0 || errno == EEXIST || end < path.endIndex else { throw .current }
    }
  }
}
