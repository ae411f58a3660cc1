import Foundation
import WidgetTesting

/// The output of `luawidget-server --sandbox`.
enum SandboxReport {
  static func run() throws -> String {
    let program = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().appending(
      path: "luawidget-server")
    return try ChildProcess.run(program, ["--sandbox", "/etc/passwd"]).output
  }
}
