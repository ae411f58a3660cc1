import WidgetModel
import WidgetRendering
import WidgetRuntime
import WidgetServices
import WidgetSystem

/// Asks the person at the terminal what a widget may do. Everything that comes from the manifest is made safe for the terminal,
/// and what was typed before the question is thrown away.
struct PermissionQuestion {
  /// Whether there is somebody to ask: a terminal to read from, and one to write to.
  static var isPossible: Bool { isatty(0) == 1 && Console.standardError.isTerminal }

  static func ask(_ request: PermissionRequest) -> [Permission: PermissionAnswer] {
    let console = Console.standardError
    var answers: [Permission: PermissionAnswer] = [:]
    console.write("\(safe(request.name)) (\(safe(request.widget.id))) asks for:\n")
    for permission in request.permissions {
      console.write("  \(describe(permission, request))\n")
      while answers[permission] == nil {
        console.write("  Allow it? [y] always  [o] this time  [n] not now  [d] never: ")
        tcflush(0, TCIFLUSH)
        // A closed terminal, or a bare Return, allows nothing.
        guard let line = readLine() else { return answers }
        switch line.lowercased().filter({ !$0.isWhitespace }) {
        case "y", "yes": answers[permission] = .always
        case "o", "once": answers[permission] = .once
        case "", "n", "no": answers[permission] = .notNow
        case "d", "never": answers[permission] = .never
        default: console.write("  Please answer y, o, n or d.\n")
        }
      }
    }
    return answers
  }

  private static func describe(_ permission: Permission, _ request: PermissionRequest) -> String {
    let text = words(permission)
    switch permission {
    case .run(let name):
      let path = request.programs[name].map { " (\(safe($0)))" } ?? " (there is no such program now)"
      return text + path + (OpenEndedProgram.contains(name) ? "\n  That program can be told to do anything that you can do." : "")
    case .group(let name):
      let users = (request.groupUsers[name] ?? []).map(safe).joined(separator: ", ")
      return users.isEmpty ? text : "\(text), which \(users) use\(request.groupUsers[name]?.count == 1 ? "s" : "") too"
    default: return text
    }
  }

  /// A permission in words: for questions and lists.
  static func words(_ permission: Permission) -> String {
    let value = permission.value.map { "\"\(safe($0))\"" } ?? ""
    switch permission {
    case .net: return "fetching from \(value)"
    case .privateNet: return "fetching from the private address \(value)"
    case .device("*"): return "reading all figures of this machine"
    case .device: return "reading this machine's \(value) figures"
    case .env: return "reading the environment variable \(value)"
    case .run: return "running the program \(value)"
    case .group: return "sharing the group \(value)"
    case .openURL: return "opening \(value) URLs when you tap"
    case .notify: return "showing notifications"
    }
  }

  private static func safe(_ text: String) -> String {
    let safe = terminalSafe(text)
    // The end of a name matters as much as its beginning.
    return safe.count <= 80 ? safe : "\(safe.prefix(38))…\(safe.suffix(38))"
  }
}
