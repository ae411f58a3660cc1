import WidgetHelpers
import WidgetServices
import WidgetSystem

/// Brings a widget up on the desktop, in a new window of the user's terminal.
enum WidgetWindow {
  /// Does nothing without a desktop or a terminal program.
  static func show(_ path: String, _ settings: [NotificationSender.Setting], environment: [String: String]) {
    guard environment["DISPLAY"] != nil || environment["WAYLAND_DISPLAY"] != nil,
      let program = HelperProgram.luawidget.path ?? installed,
      let terminal = terminal(environment["PATH"] ?? "")
    else { return }
    let run = [program, "run", path, "--watch"] + settings.flatMap { ["--set", "\($0.name)=\($0.value)"] }
    let launch = ProcessLaunch(
      terminal.path, terminal.arguments + run, environment: environment.map { "\($0.key)=\($0.value)" }.sorted(), group: .session,
      directory: UserFolders(environment: environment).home, closesOthers: true)
    _ = try? launch.start()
  }

  /// The path next to `libexec/luawidget`, where this program is installed.
  private static var installed: String? {
    guard let program = HelperProgram.commands.path else { return nil }
    let folder = program.lastIndex(of: "/").map { String(program[..<$0]) } ?? "."
    let path = "\(folder)/../../bin/luawidget"
    return access(path, X_OK) == 0 ? path : nil
  }

  /// The freedesktop proposal for a default terminal, or else Debian's.
  private static func terminal(_ searchPath: String) -> (path: String, arguments: [String])? {
    for (name, option) in [("xdg-terminal-exec", nil), ("x-terminal-emulator", "-e")] {
      for folder in searchPath.split(separator: ":") where access("\(folder)/\(name)", X_OK) == 0 {
        return ("\(folder)/\(name)", [name] + [option].compactMap(\.self))
      }
    }
    return nil
  }
}
