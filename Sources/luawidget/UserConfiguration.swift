import TOMLKit
import WidgetModel
import WidgetRendering
import WidgetRuntime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What the user set for every widget: `$XDG_CONFIG_HOME/luawidget/config.toml`.
///
/// ```toml
/// [limits]          # as --limit: memory = "64MB", cpu = "2s", time = "60s", fetches = 40
/// memory = "64MB"
/// [terminal]
/// icons = "nerd"    # as --icons
/// ```
struct UserConfiguration {
  var limits = ManifestLimits()
  var icons = IconStyle.unicode

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
      default:
        throw CommandFailure(
          "\(terminalSafe(path)): unknown section \"\(terminalSafe(key))\"; there are [limits] and [terminal]")
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
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw CommandFailure("\(terminalSafe(path)): \(Console.lastErrorText)")
    }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    let count = systemRead(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw CommandFailure("\(terminalSafe(path)): \(Console.lastErrorText)") }
    return String(decoding: bytes.prefix(count), as: UTF8.self)
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8], _ count: Int) -> Int { read(descriptor, &buffer, count) }
