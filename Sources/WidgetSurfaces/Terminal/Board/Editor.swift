import Dispatch
import WidgetRendering
import WidgetSystem

/// The user's editor.
struct Editor: Sendable {
  var environment: [String: String]

  /// Editors taking `+LINE` before the file.
  private static let takesLine: Set<String> = [
    "vi", "vim", "nvim", "view", "nano", "pico", "emacs", "emacsclient", "micro", "kak", "joe", "mg", "ne", "ed",
  ]

  /// `VISUAL`, or else `EDITOR`, or else vi, as a shell command.
  var command: String {
    ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }.first { $0.contains { $0 != " " } } ?? "vi"
  }

  /// The program's name in the command.
  private var program: String {
    let word = command.first == "'" ? command.dropFirst().prefix { $0 != "'" } : command.prefix { $0 != " " }
    return word.split(separator: "/").last.map(String.init) ?? command
  }

  /// The arguments of a shell running the editor. The command can contain options, as in `code --wait`.
  func arguments(_ path: String, line: Int?) -> [String] {
    let position = line.flatMap { Self.takesLine.contains(program) ? "+\($0)" : nil }
    return ["sh", "-c", "exec \(command) \"$@\"", "sh"] + [position, path].compactMap { $0 }
  }

  /// Runs the editor in this terminal and waits for it to end.
  ///
  /// - Returns: The problem, as text for the user.
  func edit(_ path: String, line: Int?) async -> String? {
    let launch = ProcessLaunch(
      "/bin/sh", arguments(path, line: line), environment: environment.map { "\($0.key)=\($0.value)" },
      descriptors: [0: .standardInput, 1: .standardOutput, 2: .standardError], group: .inherited)
    let name = terminalSafe(program, limit: 40)
    let process: pid_t
    do { process = try launch.start() } catch { return "the editor \(name) cannot be started: \(error)" }
    let status: Int32 = await withCheckedContinuation { continuation in
      // A separate queue has a thread that can block.
      DispatchQueue(label: "luawidget.editor").async {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        continuation.resume(returning: status)
      }
    }
    let (signal, code) = (status & 0x7F, status >> 8 & 0xFF)
    if signal != 0 { return "the editor \(name) was ended by signal \(signal)" }
    switch code {
    case 0: return nil
    case 126, 127: return "the editor \(name) was not found: set VISUAL or EDITOR"
    default: return "the editor \(name) failed with status \(code)"
    }
  }
}
