import WidgetModel
import WidgetRendering
package import WidgetRuntime
package import WidgetServices
import WidgetSystem

/// Asks the user at the terminal about a widget's permissions. Text from the manifest is escaped, and input typed before the question
/// is discarded.
package enum PermissionPrompter {
  /// Whether standard input and standard error are terminals.
  package static var isPossible: Bool { isatty(0) == 1 && Console.standardError.isTerminal }

  package static func ask(_ request: PermissionRequest) -> [Permission: PermissionDecision] {
    let console = Console.standardError
    var decisions: [Permission: PermissionDecision] = [:]
    console.write("\(safe(request.name)) (\(safe(request.widget.id))) requests:\n")
    for permission in request.permissions {
      console.write("  \(describe(permission, request))\n")
      while decisions[permission] == nil {
        console.write("  Allow it? [y] always  [o] this time  [n] not now  [d] never: ")
        tcflush(0, TCIFLUSH)
        // The end of the input and an empty line grant nothing.
        guard let line = readLine() else { return decisions }
        switch line.lowercased().filter({ !$0.isWhitespace }) {
        case "y", "yes": decisions[permission] = .always
        case "o", "once": decisions[permission] = .once
        case "", "n", "no": decisions[permission] = .notNow
        case "d", "never": decisions[permission] = .never
        default: console.write("  Please type y, o, n or d.\n")
        }
      }
    }
    return decisions
  }

  private static func describe(_ permission: Permission, _ request: PermissionRequest) -> String {
    let text = description(of: permission)
    switch permission {
    case .run(let name):
      let path = request.programs[name].map { " (\(safe($0)))" } ?? " (not installed)"
      return text + path
        + (OpenEndedProgram.contains(name) ? "\n  Careful: this program can run arbitrary commands as you." : "")
    case .group(let name):
      let users = (request.groupUsers[name] ?? []).map(safe).joined(separator: ", ")
      return users.isEmpty ? text : "\(text), also used by \(users)"
    default: return text
    }
  }

  /// A description of a permission for questions and lists.
  package static func description(of permission: Permission) -> String {
    let value = permission.value.map { "\"\(safe($0))\"" } ?? ""
    switch permission {
    case .net: return "fetching from \(value)"
    case .privateNet: return "fetching from the private address \(value)"
    case .device("*"): return "reading all system metrics"
    case .device: return "reading the system metric \(value)"
    case .env: return "reading the environment variable \(value)"
    case .run: return "running the program \(value)"
    case .group: return "sharing data with the group \(value)"
    case .openURL: return "opening \(value) URLs when you tap"
    case .notify: return "showing notifications"
    }
  }

  private static func safe(_ text: String) -> String {
    let safe = terminalSafe(text)
    // The end of a name may matter as much as its start.
    return safe.count <= 80 ? safe : "\(safe.prefix(38))…\(safe.suffix(38))"
  }
}
