import WidgetHost
import WidgetServices
import WidgetSystem

/// The newest sign-in link of each running server, for `luawidget serve --address`: in the user's folder for sockets, for the user
/// alone. Several servers can show one board, so each has a file of its own. Boards with one name in two `HOME`s aren't the same.
struct SignInFile: Sendable {
  private static let suffix = ".address"

  private let folder: RuntimeFolder
  private let prefix: String

  init(board: String, environment: [String: String]) {
    folder = RuntimeFolder(environment: environment)
    prefix = "serve-\(UserFolders(environment: environment).stateDigest)-\(board)."
  }

  /// Without the folder the link is only printed.
  func write(_ address: String) {
    guard (try? folder.create()) != nil else { return }
    try? AtomicFile.write(Array(address.utf8), to: path(of: getpid()), permissions: 0o600, isDurable: false)
  }

  /// The link of the server that wrote one last.
  func read() -> String? {
    guard (try? folder.create()) != nil else { return nil }
    defer { folder.removeIfUnused() }
    let times = servers().map { ($0, (try? FileStatus(path: path(of: $0), followsLinks: false))?.modifiedAt ?? 0) }
    guard let newest = times.max(by: { $0.1 < $1.1 })?.0,
      let bytes = try? RegularFile.read(path(of: newest), limit: 4096, followsLinks: false)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  func remove() {
    unlink(path(of: getpid()))
    folder.removeIfUnused()
  }

  private func path(of process: pid_t) -> String { "\(folder.path)/\(prefix)\(process)\(Self.suffix)" }

  /// The running servers of the board. The files of killed ones are removed.
  private func servers() -> [pid_t] {
    guard let directory = try? Directory(folder.path, followsLinks: false), let names = try? directory.names() else { return [] }
    return names.compactMap { name in
      guard name.hasPrefix(prefix), name.hasSuffix(Self.suffix),
        let process = pid_t(name.dropFirst(prefix.count).dropLast(Self.suffix.count)), process > 0
      else { return nil }
      guard kill(process, 0) != 0, errno == ESRCH else { return process }
      unlink(path(of: process))
      return nil
    }
  }
}
