import WidgetCommands
import WidgetHelpers
import WidgetRendering

/// `luawidget-desktop`, and why it can't be used.
enum DesktopProgram {
  private static let remedy =
    "try: this command in a desktop session, luawidget today in a terminal, or luawidget serve for a web page"

  /// - Throws: ``CommandFailure`` if no card can be shown.
  static func path(_ environment: [String: String]) throws -> String {
    #if os(Linux)
      let names = ["WAYLAND_DISPLAY", "DISPLAY"]
      guard names.contains(where: { environment[$0]?.isEmpty == false }) else {
        throw CommandFailure("there is no display: neither WAYLAND_DISPLAY nor DISPLAY is set\n  \(remedy)")
      }
      guard let executable = HelperProgram.desktop.path else {
        throw CommandFailure("\(HelperProgram.desktop.missing)\n  try: \(HelperProgram.desktopInstallation)", .internalError)
      }
      return executable
    #else
      throw CommandFailure(
        "cards on the desktop need Linux\n  try: luawidget today in a terminal, or luawidget serve for a web page")
    #endif
  }

  /// The failure of a program that can show no window.
  static func failure(_ reason: String) -> CommandFailure {
    if reason == HelperProblem.exited(status: HelperProblem.unloadedStatus).text(of: .desktop) {
      return CommandFailure("\(reason)\n  try: \(HelperProgram.desktopInstallation)", .internalError)
    }
    return CommandFailure("\(terminalSafe(reason, limit: 400))\n  \(remedy)")
  }
}
