/// Where board files are.
public struct BoardLocation: Sendable, Equatable {
  public static let defaultName = "today"
  public var name: String
  public var path: String

  /// `$XDG_CONFIG_HOME/luawidget/boards/NAME.toml`.
  ///
  /// - Returns: nil for an invalid name, or without a home folder.
  public init?(name: String = defaultName, environment: [String: String]) {
    let isValid =
      (1...64).contains(name.utf8.count) && name.utf8.first != UInt8(ascii: ".")
      && name.unicodeScalars.allSatisfy {
        $0 == "-" || $0 == "_" || $0 == "." || ($0.isASCII && $0.properties.isAlphabetic) || ("0"..."9").contains($0)
      }
    let configuration =
      environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.config" : nil }
    guard isValid, let configuration else { return nil }
    self.name = name
    path = "\(configuration)/luawidget/boards/\(name).toml"
  }
}
