import WidgetHost
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
      console.write("  \(PermissionText.question(permission, in: request))\n")
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

  private static func safe(_ text: String) -> String {
    let safe = terminalSafe(text)
    // The end of a name may matter as much as its start.
    return safe.count <= 80 ? safe : "\(safe.prefix(38))…\(safe.suffix(38))"
  }
}
