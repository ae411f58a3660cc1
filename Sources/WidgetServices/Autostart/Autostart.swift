public import WidgetSystem

/// The files that start luawidget when you log in: units of systemd (systemd.unit(5)), or desktop entries (Desktop Application
/// Autostart Specification 0.5).
public struct Autostart: Sendable {
  /// A program that can be started.
  public enum Host: String, Sendable, CaseIterable {
    case serve, desktop, update
  }

  /// How it's started.
  public enum Way: Sendable, Equatable {
    /// A unit with this name, now and at each login.
    case unit(String)
    /// A desktop entry, at each login.
    case entry(path: String)
  }

  /// Why a file couldn't be changed.
  public enum Problem: Error, Sendable, Equatable, CustomStringConvertible {
    case noHome
    /// Only systemd runs something every quarter of an hour.
    case needsSystemd(Host)
    /// The installation has no templates of units.
    case noTemplate(path: String)
    case unwritable(path: String, SystemError)

    public var description: String {
      switch self {
      case .noHome: UserFolders.noHome
      case .needsSystemd(let host): "luawidget \(host.rawValue) needs systemd to start it every 15 minutes"
      case .noTemplate(let path): "\(path) can't be read: the installation is incomplete"
      case .unwritable(let path, let error): "\(path) can't be written: \(error)"
      }
    }
  }

  private let units: String
  private let entries: String
  private let hasSystemd: Bool
  /// The folder with the templates of units.
  private let templates: String

  /// - Parameters:
  ///   - hasSystemd: Whether systemd manages this system (sd_booted(3)).
  ///   - templates: The folder with the templates of units.
  public init(environment: [String: String], hasSystemd: Bool = Self.isSystemdRunning, templates: String) throws(Problem) {
    guard let config = UserFolders(environment: environment).config else { throw .noHome }
    (units, entries) = (config + "/systemd/user", config + "/autostart")
    (self.hasSystemd, self.templates) = (hasSystemd, templates)
  }

  public static var isSystemdRunning: Bool { access("/run/systemd/system", F_OK) == 0 }

  /// How a host is started at login; nil if it isn't.
  public func way(of host: Host) -> Way? {
    if let unit = host.unit, host.wanted.contains(where: { Self.exists("\(units)/\($0).wants/\(unit)") }) { return .unit(unit) }
    let entry = entry(of: host)
    return Self.exists(entry) ? .entry(path: entry) : nil
  }

  /// Starts a host at each login. Units and entries that this wrote earlier name the given program afterwards; a unit that somebody else
  /// has written stays as it is.
  ///
  /// - Parameter program: The absolute path of `luawidget`.
  public func enable(_ host: Host, program: String) throws(Problem) -> Way {
    guard hasSystemd, let unit = host.unit else {
      if host == .update { throw .needsSystemd(host) }
      let path = entry(of: host)
      let arguments = host.rawValue + (host == .serve ? " --quiet" : "")
      let entry = DesktopEntry.text(
        name: "luawidget \(host.rawValue)", comment: "Shows widgets", program: program, arguments: arguments)
      try write(entry, to: path)
      return .entry(path: path)
    }
    for name in host.files {
      let path = "\(units)/\(name)"
      if !Self.exists(path) || isOurs(path) { try write(template(name, program), to: path) }
    }
    for target in host.wanted {
      let folder = "\(units)/\(target).wants"
      do throws(SystemError) {
        _ = try Directory.make(folder)
        unlink("\(folder)/\(unit)")
        guard symlink("../\(unit)", "\(folder)/\(unit)") == 0 else { throw .current }
      } catch { throw .unwritable(path: "\(folder)/\(unit)", error) }
    }
    return .unit(unit)
  }

  /// Doesn't start a host any more. One that's running goes on.
  ///
  /// - Returns: Whether it was enabled.
  public func disable(_ host: Host) throws(Problem) -> Bool {
    var paths = [entry(of: host)]
    if let unit = host.unit { paths += host.wanted.map { "\(units)/\($0).wants/\(unit)" } }
    // Units that somebody else has written stay.
    paths += host.files.map { "\(units)/\($0)" }.filter(isOurs)
    var wasEnabled = false
    for path in paths {
      if unlink(path) == 0 {
        wasEnabled = true
      } else if errno != ENOENT, errno != ENOTDIR {
        throw .unwritable(path: path, .current)
      }
    }
    return wasEnabled
  }

  /// Also a link that leads nowhere any more.
  private static func exists(_ path: String) -> Bool { (try? FileStatus(path: path, followsLinks: false)) != nil }

  private func entry(of host: Host) -> String { "\(entries)/luawidget-\(host.rawValue).desktop" }

  private static let mark = "# Written by `luawidget autostart`."

  private func isOurs(_ path: String) -> Bool {
    guard let bytes = try? RegularFile.read(path, limit: 65536) else { return false }
    return String(decoding: bytes, as: UTF8.self).hasPrefix(Self.mark)
  }

  private func template(_ name: String, _ program: String) throws(Problem) -> String {
    let path = "\(templates)/\(name)"
    guard let bytes = try? RegularFile.read(path, limit: 65536) else { throw .noTemplate(path: path) }
    let text = String(decoding: bytes, as: UTF8.self)
    return Self.mark + "\n"
      + text.split(separator: "@bindir@/luawidget", omittingEmptySubsequences: false).joined(separator: Self.quoted(program))
  }

  /// A path in a unit's command (systemd.service(5), "Command lines").
  private static func quoted(_ path: String) -> String {
    "\"" + path.flatMap { ["\\", "\""].contains($0) ? ["\\", $0] : ["%", "$"].contains($0) ? [$0, $0] : [$0] } + "\""
  }

  private func write(_ text: String, to path: String) throws(Problem) {
    do throws(SystemError) {
      _ = try Directory.make(String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]))
      try AtomicFile.write(Array(text.utf8), to: path)
    } catch { throw .unwritable(path: path, error) }
  }
}

extension Autostart.Host {
  /// The unit that systemd starts; nil for windows, which need a session.
  var unit: String? {
    switch self {
    case .serve: "luawidget-serve.service"
    case .update: "luawidget-update.timer"
    case .desktop: nil
    }
  }

  /// All files of the unit.
  var files: [String] {
    switch self {
    case .serve: ["luawidget-serve.service"]
    case .update: ["luawidget-update.service", "luawidget-update.timer"]
    case .desktop: []
    }
  }

  /// The targets that start it.
  var wanted: [String] {
    switch self {
    case .serve: ["default.target"]
    case .update: ["timers.target"]
    case .desktop: []
    }
  }
}
