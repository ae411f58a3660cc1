import TOMLKit
import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetSystem

/// What the user set for every widget: `$XDG_CONFIG_HOME/luawidget/config.toml`.
///
/// ```toml
/// [limits]          # as --limit: memory = "64MB", cpu = "2s", time = "60s", fetches = 40
/// memory = "64MB"
/// [terminal]
/// icons = "nerd"    # as --icons
/// [network]
/// proxy = "http://proxy.example:3128"   # or socks5://..., or "environment": https_proxy, http_proxy, all_proxy, no_proxy
/// no_proxy = ["intranet.example"]       # hosts that are asked directly
/// ```
struct UserConfiguration {
  var limits = ManifestLimits()
  var icons = IconStyle.unicode
  var proxies = ProxyRules.none

  /// Nothing, when there is no such file.
  init(environment: [String: String]) throws {
    guard let path = Self.path(environment), let text = try Self.read(path) else { return }
    let table: TOMLTable
    do {
      table = try TOMLTable(string: text)
    } catch let error as TOMLParseError {
      throw CommandFailure("\(terminalSafe(path)):\(error.source.begin.line): \(terminalSafe("\(error.description)"))")
    } catch {
      throw CommandFailure("\(terminalSafe(path)): \(terminalSafe("\(error)"))")
    }
    for key in table.keys.sorted() {
      switch (key, table[key]?.table) {
      case ("limits", let limits?): try read(limits: limits, path)
      case ("terminal", let terminal?): try read(terminal: terminal, path)
      case ("network", let network?): try read(network: network, path, environment)
      default:
        throw CommandFailure(
          "\(terminalSafe(path)): unknown section \"\(terminalSafe(key))\"; there are [limits], [network] and [terminal]")
      }
    }
  }

  private mutating func read(terminal table: TOMLTable, _ path: String) throws {
    for name in table.keys.sorted() {
      guard name == "icons" else {
        throw CommandFailure("\(terminalSafe(path)): [terminal] has no \"\(terminalSafe(name))\"; it has icons")
      }
      guard let style = table[name]?.string.flatMap(IconStyle.init) else {
        throw CommandFailure("\(terminalSafe(path)): icons must be \"unicode\" or \"nerd\"")
      }
      icons = style
    }
  }

  private mutating func read(network table: TOMLTable, _ path: String, _ environment: [String: String]) throws {
    var exceptions: [ProxyException]?
    var proxy: String?
    for name in table.keys.sorted() {
      switch name {
      case "proxy":
        proxy = table[name]?.string
        guard proxy != nil else {
          throw CommandFailure("\(terminalSafe(path)): proxy must be a text such as \"http://host:3128\"")
        }
      case "no_proxy":
        let hosts = table[name]?.array?.map(\.string) ?? [nil]
        guard !hosts.contains(nil) else { throw CommandFailure("\(terminalSafe(path)): no_proxy must be a list of hosts") }
        exceptions = hosts.compactMap { $0.map { ProxyException($0) } }
      default:
        throw CommandFailure("\(terminalSafe(path)): [network] has no \"\(terminalSafe(name))\"; it has proxy and no_proxy")
      }
    }
    do {
      if proxy == "environment" {
        proxies = try ProxyRules(environment: environment)
      } else if let proxy {
        proxies = ProxyRules(try Proxy(parsing: proxy))
      }
    } catch let refusal as Proxy.Refusal {
      throw CommandFailure("\(terminalSafe(path)): the proxy \(refusal)")
    } catch let variable as ProxyRules.UnreadableVariable {
      throw CommandFailure("\(variable.name), which \(terminalSafe(path)) names: the proxy \(variable.refusal)")
    }
    if let exceptions { proxies.exceptions += exceptions }
  }

  private mutating func read(limits table: TOMLTable, _ path: String) throws {
    for name in table.keys.sorted() {
      let text = table[name]?.string ?? table[name]?.int.map(String.init) ?? ""
      do { try limits.apply(argument: "\(name)=\(text)") } catch {
        throw CommandFailure("\(terminalSafe(path)): \(terminalSafe(error.message))")
      }
    }
  }

  private static func path(_ environment: [String: String]) -> String? {
    if let folder = environment["XDG_CONFIG_HOME"], folder.hasPrefix("/") { return "\(folder)/luawidget/config.toml" }
    return environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.config/luawidget/config.toml" : nil }
  }

  /// nil when the file does not exist.
  private static func read(_ path: String) throws -> String? {
    do {
      return String(decoding: try RegularFile.read(path, limit: 64 << 10), as: UTF8.self)
    } catch {
      switch error {
      case .system(let error) where error.code == ENOENT || error.code == ENOTDIR: return nil
      case .system(let error): throw CommandFailure("\(terminalSafe(path)): \(error)")
      case .notRegular, .severalLinks: throw CommandFailure("\(terminalSafe(path)) is not a regular file")
      case .tooLarge(let bytes):
        throw CommandFailure("\(terminalSafe(path)) has \(bytes) bytes; it may have \(64 << 10)")
      }
    }
  }
}
