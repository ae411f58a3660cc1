import WidgetSystem

/// The local socket of the user's sound server, and the cookie that lets programs in (pulse-client.conf(5), "Connection Strings").
struct PulseAddress: Equatable {
  private static let cookieLength = 256

  let path: String

  /// The first local socket in `PULSE_SERVER`, or else that of the session.
  ///
  /// - Returns: nil if there's none, such as for a server on another machine.
  init?(environment: [String: String]) {
    if let list = environment["PULSE_SERVER"], !list.isEmpty {
      guard let path = list.split(whereSeparator: \.isWhitespace).lazy.compactMap(Self.localPath).first else { return nil }
      self.path = path
    } else {
      guard let folder = UserFolders(environment: environment).runtime else { return nil }
      path = "\(folder)/pulse/native"
    }
  }

  /// `unix:/run/pulse`, `/run/pulse`, each after the id of a machine in braces.
  private static func localPath(_ server: Substring) -> String? {
    var server = server
    if server.first == "{", let end = server.firstIndex(of: "}") { server = server[server.index(after: end)...] }
    if server.hasPrefix("unix:") { server = server.dropFirst("unix:".count) }
    return server.hasPrefix("/") ? String(server) : nil
  }

  private var address: BusAddress { BusAddress(name: Array(path.utf8)) }

  var exists: Bool { address.exists }

  /// - Returns: nil if nothing listens there.
  func connect() -> FileDescriptor? { address.connect() }

  /// The cookie. Without a file it's all zeros: a server also lets in who it sees is the same user.
  static func cookie(environment: [String: String]) -> [UInt8] {
    let folders = UserFolders(environment: environment)
    let paths = [
      environment["PULSE_COOKIE"].flatMap { $0.hasPrefix("/") ? $0 : nil }, folders.config.map { "\($0)/pulse/cookie" },
      folders.home.map { "\($0)/.pulse-cookie" },
    ]
    for case let path? in paths {
      if let bytes = try? RegularFile.read(path, limit: 4 << 10), bytes.count >= cookieLength {
        return Array(bytes.prefix(cookieLength))
      }
    }
    return Array(repeating: 0, count: cookieLength)
  }
}
