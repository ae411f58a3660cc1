public import WidgetSystem

/// The user's programs for URL schemes, with luawidget among them: `mimeapps.list` (MIME Applications Associations 1.0.1), and the desktop
/// entry by which other programs start luawidget.
public struct LinkHandlers: Sendable {
  /// The desktop entry's name.
  public static let entry = "luawidget.desktop"

  /// Why the user's programs could not be read or changed.
  public enum Problem: Error, Sendable, Equatable, CustomStringConvertible {
    case noHome
    case unreadable(path: String, SystemError)
    case notRegular(path: String)
    case notUTF8(path: String)
    case unwritable(path: String, SystemError)
    /// Another program changed the file meanwhile.
    case changed(path: String)

    public var description: String {
      switch self {
      case .noHome: UserFolders.noHome
      case .unreadable(let path, let error): "\(path) can't be read: \(error)"
      case .notRegular(let path): "\(path) isn't a regular file of at most 1 MiB"
      case .notUTF8(let path): "\(path) isn't UTF-8 text"
      case .unwritable(let path, let error): "\(path) can't be written: \(error)"
      case .changed(let path): "another program keeps changing \(path)"
      }
    }
  }

  private static let largest = 1 << 20
  private static let arguments = "open --quiet -- %u"
  private static let group = "[Default Applications]"

  private let list: String
  private let applications: String
  /// Folders with the desktop entries of the system.
  private let systemApplications: [String]

  public init(environment: [String: String]) throws(Problem) {
    let folders = UserFolders(environment: environment)
    guard let config = folders.config, let data = folders.data else { throw .noHome }
    list = config + "/mimeapps.list"
    applications = data + "/applications"
    let system = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share"
    systemApplications = system.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/applications" }
  }

  /// The schemes whose links luawidget opens by the user's choice, sorted.
  public func schemes() throws(Problem) -> [String] {
    let text = try text()
    return Self.defaults(in: text).filter { $0.handlers.first == Self.entry }.map(\.scheme).sorted()
  }

  /// Makes luawidget the program for links of a scheme.
  ///
  /// - Parameter program: The path of `luawidget`, for the desktop entry. One that is installed already stays.
  /// - Returns: The desktop entry of the program that opened them before, by the user's choice.
  public func register(_ scheme: String, program: String) throws(Problem) -> String? {
    try writeEntry(program)
    var before: String?
    try change(scheme) { handlers in
      before = handlers.first { $0 != Self.entry }
      return [Self.entry] + handlers.filter { $0 != Self.entry }
    }
    return before
  }

  /// Leaves links of a scheme to the program that opened them before. With the last one, the desktop entry goes too.
  ///
  /// - Returns: Whether luawidget was registered.
  public func unregister(_ scheme: String) throws(Problem) -> Bool {
    guard try schemes().contains(scheme) else { return false }
    try change(scheme) { handlers in handlers.filter { $0 != Self.entry } }
    if try schemes().isEmpty { removeEntry() }
    return true
  }

  // MARK: The desktop entry

  static func desktopEntry(_ program: String) -> String {
    DesktopEntry.text(
      name: "luawidget", comment: "Opens links to widgets", program: program, arguments: arguments)
  }

  /// Writes the user's desktop entry unless there is one whose program exists.
  private func writeEntry(_ program: String) throws(Problem) {
    for folder in [applications] + systemApplications {
      guard let bytes = try? RegularFile.read("\(folder)/\(Self.entry)", limit: Self.largest) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      let command = text.split(separator: "\n").first { $0.hasPrefix("Exec=") }?.dropFirst(5).split(separator: " ").first
      if let command, command.hasPrefix("/") ? access(String(command), X_OK) == 0 : command.hasPrefix("\"") { return }
      // The first entry hides the others.
      break
    }
    let path = "\(applications)/\(Self.entry)"
    do throws(SystemError) {
      _ = try Directory.make(applications)
      try AtomicFile.write(Array(Self.desktopEntry(program).utf8), to: path)
    } catch { throw .unwritable(path: path, error) }
  }

  /// Removes the user's desktop entry if this program wrote it.
  private func removeEntry() {
    let path = "\(applications)/\(Self.entry)"
    guard let bytes = try? RegularFile.read(path, limit: Self.largest) else { return }
    let isOurs = String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains {
      $0.hasPrefix("Exec=") && $0.hasSuffix(Self.arguments)
    }
    if isOurs { unlink(path) }
  }

  // MARK: The list

  private func text() throws(Problem) -> String {
    let bytes: [UInt8]
    do throws(RegularFile.Problem) { bytes = try RegularFile.read(list, limit: Self.largest) } catch {
      guard case .system(let error) = error else { throw .notRegular(path: list) }
      if error.code == ENOENT { return "" }
      throw .unreadable(path: list, error)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .notUTF8(path: list) }
    return text
  }

  private func change(_ scheme: String, _ edit: ([String]) -> [String]) throws(Problem) {
    for _ in 0..<8 {
      let before = try text()
      let handlers = Self.defaults(in: before).first { $0.scheme == scheme }?.handlers ?? []
      let after = Self.setting(scheme, to: edit(handlers), in: before)
      guard after != before else { return }
      do throws(SystemError) {
        _ = try Directory.make(String(list.dropLast("/mimeapps.list".count)))
        // A file of a dotfiles folder stays a symlink.
        let path = Self.resolved(list)
        // Without a line it's as good as none.
        if (try? FileStatus(path: list, followsLinks: false))?.kind == .regular,
          after.split(whereSeparator: \.isNewline) == [Substring(Self.group)], (try? text()) == before
        {
          if unlink(path) == 0 { return }
        }
        if try AtomicFile.replace(path, with: Array(after.utf8), if: { (try? self.text()) == before }) { return }
      } catch { throw .unwritable(path: list, error) }
    }
    throw .changed(path: list)
  }

  private static func resolved(_ path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(cString: found)
  }

  static func defaults(in text: String) -> [(scheme: String, handlers: [String])] {
    var isInGroup = false
    var found: [(scheme: String, handlers: [String])] = []
    for line in text.split(whereSeparator: \.isNewline) {
      if line.hasPrefix("[") { isInGroup = line.hasPrefix(group) }
      guard isInGroup, line.hasPrefix(prefix), let equals = line.firstIndex(of: "=") else { continue }
      let scheme = line[..<equals].dropFirst(prefix.count).filter { $0 != " " }
      let handlers = line[line.index(after: equals)...].split(separator: ";").map { String($0.filter { $0 != " " }) }
      found.append((String(scheme), handlers))
    }
    return found
  }

  private static let prefix = "x-scheme-handler/"

  /// Changes the line of a scheme, and nothing else.
  ///
  /// - Parameter handlers: The preferred one first; empty removes the line.
  static func setting(_ scheme: String, to handlers: [String], in text: String) -> String {
    let line = handlers.isEmpty ? nil : "\(prefix)\(scheme)=\(handlers.joined(separator: ";"))\(handlers.count > 1 ? ";" : "")"
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var isInGroup = false
    var start: Int?
    for (index, old) in lines.enumerated() {
      if old.hasPrefix("[") { isInGroup = old.hasPrefix(group) }
      if isInGroup, start == nil { start = index }
      guard isInGroup, old.hasPrefix(prefix), let equals = old.firstIndex(of: "="),
        old[..<equals].dropFirst(prefix.count).filter({ $0 != " " }) == scheme
      else { continue }
      if let line { lines[index] = line } else { lines.remove(at: index) }
      return lines.joined(separator: "\n")
    }
    guard let line else { return text }
    if let start {
      lines.insert(line, at: start + 1)
      return lines.joined(separator: "\n")
    }
    let space = text.isEmpty ? "" : text.hasSuffix("\n") ? "\n" : "\n\n"
    return "\(text)\(space)\(group)\n\(line)\n"
  }
}
