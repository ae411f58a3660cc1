public import WidgetFormats
public import WidgetModel
public import WidgetRendering
import WidgetRuntime
public import WidgetServices
import WidgetSystem

/// The user's settings for all widgets: `$XDG_CONFIG_HOME/luawidget/config.toml`.
///
/// ```toml
/// [limits]          # as --limit: memory = "64MB", cpu = "2s", time = "60s", fetches = 40
/// memory = "64MB"
/// [terminal]
/// icons = "nerd"    # as --icons
/// [location]        # the place of widgets with a setting for one: a name in tzdata, or coordinates
/// name = "Berlin"
/// [network]
/// proxy = "http://proxy.example:3128"   # or socks5://..., or "environment": https_proxy, http_proxy, all_proxy, no_proxy
/// no_proxy = ["intranet.example"]       # hosts that are contacted directly
/// certificates = "ca.pem"               # private authorities that are trusted too; relative to this folder
/// [deny]            # permissions that no widget gets
/// net = ["*.example.com"]
/// run = true
/// [theme]           # or theme = "dusk"; see ``ThemeDecoder``
/// accent = "#b4532a"
/// ```
public struct UserConfiguration: Sendable, Equatable {
  public var limits = ManifestLimits()
  public var icons = IconStyle.unicode
  public var place: Place?
  public var proxies = ProxyRules.none
  public var trust = TrustedCertificates.system
  public var deny = DenyRules.none
  /// How boards look, unless they have a theme of their own.
  public var theme = Theme()

  /// The defaults.
  public init() {}

  /// Reads the file. A missing file means the defaults.
  public init(environment: [String: String]) throws(ConfigurationError) {
    guard let path = Self.path(environment: environment), let bytes = try Self.read(path) else {
      self.init()
      return
    }
    try self.init(toml: bytes, path: path, environment: environment)
  }

  /// - Parameter path: The path shown in error messages.
  public init(toml bytes: [UInt8], path: String, environment: [String: String] = [:]) throws(ConfigurationError) {
    let document: TOMLDocument
    do throws(TOMLError) { document = try TOMLReader.document(bytes) } catch {
      throw ConfigurationError(path: path, line: error.line, problem: .syntax(message: error.message))
    }
    var reader = Reader(path: path, environment: environment, document: document)
    for key in document.table.keys.sorted() {
      reader.section = key
      switch (key, document.table[key]?.table) {
      case ("limits", let section?): try reader.readLimits(section)
      case ("terminal", let section?): try reader.readTerminal(section)
      case ("location", let section?): try reader.readLocation(section)
      case ("network", let section?): try reader.readNetwork(section)
      case ("deny", let section?): try reader.readDeny(section)
      case ("theme", _): try reader.readTheme(document.table[key])
      case ("limits", nil), ("terminal", nil), ("location", nil), ("network", nil), ("deny", nil):
        throw reader.error(.invalidValue("\(key) must be a section: write [\(key)] once, and its keys below it"))
      default: throw reader.error(.unknownSection(key))
      }
    }
    self = reader.configuration
  }

  /// nil without a home folder.
  static func path(environment: [String: String]) -> String? {
    UserFolders(environment: environment).config.map { "\($0)/luawidget/config.toml" }
  }

  /// - Returns: nil if the file doesn't exist.
  private static func read(_ path: String) throws(ConfigurationError) -> [UInt8]? {
    do { return try RegularFile.readIfPresent(path, limit: sizeLimit) } catch {
      throw ConfigurationError(path: path, problem: .unreadable(reason: error.reason))
    }
  }

  private static let sizeLimit = 64 << 10
}

extension UserConfiguration {
  /// Reads one section after the other.
  private struct Reader {
    let path: String
    let environment: [String: String]
    let document: TOMLDocument
    /// The section being read.
    var section = "" { didSet { key = nil } }
    /// The key being read; nil for the section itself.
    var key: String?
    var configuration = UserConfiguration()

    func error(_ problem: ConfigurationError.Problem) -> ConfigurationError {
      let place = [TOMLPathPart.key(section)] + (key.map { [.key($0)] } ?? [])
      return ConfigurationError(path: path, line: document.line(of: place), problem: problem)
    }

    private func invalid(_ reason: String) -> ConfigurationError { error(.invalidValue(reason)) }

    private func unknown(_ key: String, _ known: String...) -> ConfigurationError {
      error(.unknownKey(section: section, key: key, known: known))
    }

    mutating func readLimits(_ table: [String: TOMLValue]) throws(ConfigurationError) {
      for name in table.keys.sorted() {
        key = name
        let text =
          switch table[name] {
          case .string(let text): text
          case .integer(let number): "\(number)"
          case .number(let number): "\(number)"
          case .boolean(let flag): "\(flag)"
          case .date, .array, .table, nil:
            throw invalid("limits.\(name) must be text such as \"2s\" or \"64MB\", or a number")
          }
        do { try configuration.limits.apply(argument: "\(name)=\(text)") } catch { throw invalid(error.message) }
      }
    }

    mutating func readTheme(_ value: TOMLValue?) throws(ConfigurationError) {
      guard let value else { return }
      let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
      do throws(ThemeDecoder.Problem) { configuration.theme = try ThemeDecoder.theme(LuaValue(value), in: folder) } catch {
        key = error.key
        throw invalid(error.message)
      }
    }

    mutating func readTerminal(_ table: [String: TOMLValue]) throws(ConfigurationError) {
      for name in table.keys.sorted() {
        key = name
        guard name == "icons" else { throw unknown(name, "icons") }
        guard let style = table[name]?.string.flatMap(IconStyle.init) else {
          throw invalid("icons must be \"unicode\" or \"nerd\"")
        }
        configuration.icons = style
      }
    }

    mutating func readLocation(_ table: [String: TOMLValue]) throws(ConfigurationError) {
      do throws(Place.Problem) { configuration.place = try Place(LuaValue(.table(table))) } catch {
        switch error {
        case .notAPlace: throw invalid("[location] needs a name such as \"Berlin\", or latitude and longitude")
        case .unknownKey(let name):
          key = name
          throw unknown(name, "name", "latitude", "longitude", "time_zone")
        case .latitude: key = table["latitude"] == nil ? nil : "latitude"
        case .longitude: key = table["longitude"] == nil ? nil : "longitude"
        case .name, .unknown, .noTable: key = "name"
        case .unknownZone: key = "time_zone"
        }
        throw invalid("[location] \(error.requirement)")
      }
    }

    /// Each key is one of `permissions` in a manifest: `true` denies all of it, a list denies its values.
    mutating func readDeny(_ table: [String: TOMLValue]) throws(ConfigurationError) {
      for name in table.keys.sorted() {
        key = name
        guard let kind = Permission.Kind.allCases.first(where: { $0.manifestKey == name }) else {
          throw error(.unknownKey(section: section, key: name, known: Permission.Kind.allCases.map(\.manifestKey)))
        }
        switch table[name] {
        case .boolean(true): configuration.deny.deny(kind)
        case .boolean(false): break
        case .array(let values) where !kind.isPlain:
          for value in values {
            guard let text = value.string, configuration.deny.deny(kind, text) else {
              let shown = value.string.map { "\"\(terminalSafe($0, limit: 80))\"" } ?? "this value"
              throw invalid("\(name): \(shown) is not \(Self.example(of: kind))")
            }
          }
        default:
          throw invalid(
            "\(name) must be true" + (kind.isPlain ? "" : ", or a list such as [\(Self.example(of: kind, isShort: true))]"))
        }
      }
    }

    private static func example(of kind: Permission.Kind, isShort: Bool = false) -> String {
      let (words, value) =
        switch kind {
        case .net: ("a host without a port, an address or an address block", "*.example.com")
        case .privateNet: ("a host without a port, an address or an address block", "10.0.0.0/8")
        case .device: ("a system metric", "processes")
        case .media, .audio, .power, .brightness: ("read or control", "control")
        case .network: ("read", "read")
        case .units: ("a unit", "syncthing.service")
        case .env: ("a variable", "HOME")
        case .run: ("a program", "git")
        case .group: ("a group", "group.x")
        case .files: ("an absolute path", "/srv/private")
        case .openURL: ("a scheme", "myflight")
        case .clipboard, .notify: ("true", "true")
        }
      return isShort ? "\"\(value)\"" : "\(words), such as \"\(value)\""
    }

    mutating func readNetwork(_ table: [String: TOMLValue]) throws(ConfigurationError) {
      var exceptions: [HostPattern] = []
      for name in table.keys.sorted() {
        key = name
        switch name {
        case "proxy": try readProxy(table[name]?.string)
        case "no_proxy":
          let hosts = table[name]?.array?.map(\.string) ?? [nil]
          guard !hosts.contains(nil) else { throw invalid("no_proxy must be a list of hosts") }
          let names = hosts.compactMap(\.self)
          if let wrong = names.first(where: { !HostPattern.isValid($0) }) {
            throw invalid("no_proxy: \"\(terminalSafe(wrong))\" is not a host, an address, an address block or \"*\"")
          }
          exceptions = names.map { HostPattern($0) }
        case "certificates": try readCertificates(table[name]?.string)
        default: throw unknown(name, "proxy", "no_proxy", "certificates")
        }
      }
      configuration.proxies.exceptions += exceptions
    }

    private mutating func readCertificates(_ name: String?) throws(ConfigurationError) {
      guard let name else { throw invalid("certificates must be a file such as \"ca.pem\"") }
      let file = name.hasPrefix("/") ? name : "\(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])/\(name)"
      do throws(TrustedCertificates.Refusal) {
        configuration.trust = try TrustedCertificates(file: file)
      } catch {
        throw invalid("certificates: \(file) \(error)")
      }
    }

    private mutating func readProxy(_ text: String?) throws(ConfigurationError) {
      guard let text else { throw invalid("proxy must be a string such as \"http://host:3128\"") }
      if text == "environment" {
        do { configuration.proxies = try ProxyRules(environment: environment) } catch {
          throw self.error(.invalidVariable(name: error.name, reason: "\(error.refusal)"))
        }
      } else {
        do { configuration.proxies = ProxyRules(try Proxy(parsing: text, needsScheme: true)) } catch {
          throw invalid("the proxy \(error)")
        }
      }
    }
  }
}

/// Why config.toml can't be used.
public struct ConfigurationError: Error, Sendable, Equatable {
  /// The kinds of problems in the file.
  public enum Problem: Sendable, Equatable {
    /// The file exists but can't be read.
    case unreadable(reason: String)
    /// Not TOML.
    case syntax(message: String)
    case unknownSection(String)
    case unknownKey(section: String, key: String, known: [String])
    /// A value has the wrong type or is out of range.
    case invalidValue(String)
    /// A proxy variable read because of `proxy = "environment"`.
    case invalidVariable(name: String, reason: String)
  }

  public var path: String
  /// nil if the problem isn't on a line.
  public var line: Int?
  public var problem: Problem
}

extension ConfigurationError: CustomStringConvertible {
  /// One sentence without a full stop. It quotes the file, so make it safe before showing it on a terminal.
  public var description: String {
    let place = line.map { "\(path):\($0)" } ?? path
    return switch problem {
    case .unreadable(let reason), .invalidValue(let reason), .syntax(let reason): "\(place): \(reason)"
    case .unknownSection(let name):
      "\(place): unknown section \"\(name)\"; expected [deny], [limits], [location], [network], [terminal] or [theme]"
    case .unknownKey(let section, let key, let known):
      "\(place): unknown key \"\(key)\" in [\(section)]; expected \(known.joined(separator: " or "))"
    case .invalidVariable(let name, let reason): "\(name), used by \(place): the proxy \(reason)"
    }
  }
}
