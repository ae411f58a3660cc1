import WidgetHost
package import WidgetModel
import WidgetRendering
package import WidgetRuntime
package import WidgetServices
import WidgetSurfaces
import WidgetSystem

/// Asks the user at the terminal about a widget's permissions. Text from the manifest is escaped, and anything typed before the
/// question is discarded.
package enum PermissionPrompter {
  /// Whether standard input and standard error are terminals.
  package static var isPossible: Bool { isatty(0) == 1 && Console.standardError.isTerminal }

  package static func ask(_ request: PermissionRequest, _ words: HostWords) -> [Permission: PermissionDecision] {
    guard !request.permissions.isEmpty else { return [:] }
    let console = Console.standardError
    var decisions: [Permission: PermissionDecision] = [:]
    console.write(
      words(
        "{name} ({path}) requests:",
        ["name": .string(safe(request.name)), "path": .string(safe(request.widget.path ?? request.widget.id))]) + "\n")
    for permission in request.permissions {
      console.write("  \(PermissionText.question(permission, in: request, words))\n")
      pause()
      while decisions[permission] == nil {
        console.write("  \(words("Allow it?")) \(PermissionDecision.prompt(words)): ")
        tcflush(0, TCIFLUSH)
        // The end of the input grants nothing.
        guard let line = readLine() else { return decisions }
        decisions[permission] = PermissionDecision(line: line)
        if decisions[permission] == nil {
          let keys = PermissionDecision.choices.map { String($0.key) }.joined(separator: ", ")
          console.write("  " + words("Please type {keys}.", ["keys": .string(keys)]) + "\n")
        }
      }
    }
    return decisions
  }

  /// Waits until the user can have seen the question. What was typed meanwhile was not meant for it: the prompt follows, and discards it.
  private static func pause() { usleep(UInt32(saturating: CardQuestions.pause * 1e6)) }

  private static func safe(_ text: String) -> String {
    let safe = terminalSafe(text)
    // The end of a name can matter as much as its start.
    return safe.count <= 80 ? safe : "\(safe.prefix(38))…\(safe.suffix(38))"
  }
}
