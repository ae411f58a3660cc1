import WidgetSystem

/// Where board files are.
public struct BoardLocation: Sendable, Equatable {
  public static let defaultName = "today"
  private static let suffix = ".toml"

  public var name: String
  public var path: String

  public init(name: String, path: String) {
    self.name = name
    self.path = path
  }

  /// Whether there's a file. One that can't be looked at counts: reading it says why.
  public var hasFile: Bool {
    do throws(SystemError) { _ = try FileStatus(path: path) } catch { return error.code != ENOENT && error.code != ENOTDIR }
    return true
  }

  /// The command that adds a widget.
  public var addCommand: String { "luawidget board add WIDGET\(flag)" }

  /// The board's option for a command; empty for the default board.
  public var flag: String { name == Self.defaultName ? "" : " --board \(name)" }

  /// `$XDG_CONFIG_HOME/luawidget/boards/NAME.toml`.
  ///
  /// - Returns: nil for an invalid name, or without a home folder.
  public init?(name: String = defaultName, environment: [String: String]) {
    guard Self.isValid(name), let folder = Self.folder(environment) else { return nil }
    self.name = name
    path = "\(folder)/\(name)\(Self.suffix)"
  }

  /// Whether a board can have this name: letters, digits, hyphens, underscores and points.
  public static func isValid(_ name: String) -> Bool {
    (1...64).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: ".") && name.utf8.first != UInt8(ascii: "-")
      && name.unicodeScalars.allSatisfy {
        $0 == "-" || $0 == "_" || $0 == "." || ($0.isASCII && $0.properties.isAlphabetic) || ("0"..."9").contains($0)
      }
  }

  /// All boards with a file: the default one first, then by name.
  public static func all(environment: [String: String]) -> [BoardLocation] {
    guard let folder = folder(environment), let names = try? Directory.names(at: folder, limit: 10_000) else { return [] }
    return names.filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }
      .sorted { $0 != $1 && ($0 == defaultName || ($1 != defaultName && $0 < $1)) }
      .compactMap { BoardLocation(name: $0, environment: environment) }
  }

  private static func folder(_ environment: [String: String]) -> String? {
    UserFolders(environment: environment).config.map { "\($0)/luawidget/boards" }
  }
}
