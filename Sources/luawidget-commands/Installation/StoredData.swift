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
  /// The folders that go too if nothing is left in them.
  private let folders: [String]
  private let sockets: String

  init(environment: [String: String]) {
    let folders = UserFolders(environment: environment)
    var candidates: [String] = []
    if let data = folders.data {
      // Also what SQLite keeps next to the database, and damaged ones that were set aside.
      let names = ((try? Directory.names(at: "\(data)/luawidget")) ?? []).filter {
        $0 == "containers" || $0.hasPrefix("defaults.db")
      }
      candidates += names.sorted().map { "\(data)/luawidget/\($0)" }
    }
    if let config = folders.config { candidates += ["boards", "secrets"].map { "\(config)/luawidget/\($0)" } }
    candidates += [folders.state, folders.cache].compactMap { $0.map { "\($0)/luawidget" } }
    paths = candidates.filter { (try? FileStatus(path: $0, followsLinks: false)) != nil }
    self.folders = [folders.data, folders.config].compactMap { $0.map { "\($0)/luawidget" } }
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

  /// Removes all that can be removed. Links are removed, not followed.
  ///
  /// - Returns: Everything that's still there.
  func remove() -> [Problem] {
    var problems: [Problem] = []
    for path in paths {
      let slash = path.lastIndex(of: "/") ?? path.startIndex
      do throws(SystemError) {
        try Self.remove(String(path[path.index(after: slash)...]), in: Directory(String(path[..<slash])))
      } catch { problems.append(Problem(path: path, reason: error)) }
    }
    for folder in folders { rmdir(folder) }
    return problems
  }

  private static func remove(_ name: String, in folder: Directory) throws(SystemError) {
    var problem: SystemError?
    if let inner = try? folder.directory(name) {
      for name in try inner.names() {
        do throws(SystemError) { try remove(name, in: inner) } catch { problem = problem ?? error }
      }
    }
    if let problem { throw problem }
    _ = try folder.remove(name)
  }
}
