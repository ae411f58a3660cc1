import WidgetHost
import WidgetServices
import WidgetSystem

/// The files and folders that hold what luawidget has stored for a user.
struct StoredData {
  struct Problem: Error {
    var path: String
    var reason: SystemError
  }

  /// Those that exist. In the folders of data and configuration there are also files that you've written.
  let paths: [String]
  private let sockets: String

  init(environment: [String: String]) {
    let folders = UserFolders(environment: environment)
    var candidates: [String] = []
    if let data = folders.data {
      candidates += ["defaults.db", "defaults.db-wal", "defaults.db-shm", "containers"].map { "\(data)/luawidget/\($0)" }
    }
    if let config = folders.config { candidates += ["boards", "secrets"].map { "\(config)/luawidget/\($0)" } }
    candidates += [folders.state, folders.cache].compactMap { $0.map { "\($0)/luawidget" } }
    paths = candidates.filter { (try? FileStatus(path: $0, followsLinks: false)) != nil }
    sockets = RuntimeFolder(environment: environment).path
  }

  /// The socket of a running host.
  var runningHost: String? {
    for name in ((try? Directory.names(at: sockets)) ?? []).sorted() {
      guard let connection = try? LocalSocket.connection(to: "\(sockets)/\(name)") else { continue }
      close(connection)
      return "\(sockets)/\(name)"
    }
    return nil
  }

  /// Removes them. Links are removed, not followed.
  func remove() throws(Problem) {
    for path in paths {
      let slash = path.lastIndex(of: "/") ?? path.startIndex
      do throws(SystemError) {
        try Self.remove(String(path[path.index(after: slash)...]), in: Directory(String(path[..<slash])))
      } catch { throw Problem(path: path, reason: error) }
    }
  }

  private static func remove(_ name: String, in folder: Directory) throws(SystemError) {
    if let inner = try? folder.directory(name) {
      for name in try inner.names() { try remove(name, in: inner) }
    }
    _ = try folder.remove(name)
  }
}
