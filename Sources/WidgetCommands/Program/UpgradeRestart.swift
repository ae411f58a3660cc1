import WidgetHelpers
import WidgetSystem

/// `--on-upgrade`
package enum UpgradeAction: String, Sendable, CaseIterable, ArgumentValue {
  case restart, stay
}

extension ArgumentDeclaration where Arguments: ArgumentGroup {
  /// The option of every host that restarts itself.
  ///
  /// - Parameter waiting: The words for what a restart waits for, with a space before them.
  static func onUpgrade(_ path: @autoclosure @escaping Path<UpgradeAction>, waiting: String = "") -> Self {
    .option(
      "on-upgrade", path(), valueName: "action",
      "What happens when luawidget is upgraded meanwhile: restart\(waiting), or stay with the last views.")
  }
}

/// Starts the new version in place of a host that luawidget's upgrade has left behind: the same process, arguments, environment and
/// terminal.
package struct UpgradeRestart: Sendable {
  /// The program's absolute path when it started, without links. Later, the kernel's name is that of a file that's gone.
  private let path: String

  /// - Returns: nil if the host is to stay, or if the program's path isn't known.
  package init?(_ action: UpgradeAction) {
    guard action == .restart, let path = InstalledFiles.program else { return nil }
    self.path = path
  }

  /// Whether there's a program that only root or this user can have put there. Anybody else's would get this user's terminal and
  /// sessions.
  package var isTrusted: Bool {
    guard access(path, X_OK) == 0, (try? FileStatus(path: path, followsLinks: false))?.kind == .regular else { return false }
    return FileStatus.partOfOthers(in: path) == nil
  }

  /// Replaces this process, whose host has stopped.
  ///
  /// - Throws: ``CommandFailure`` if the program can't be started.
  package func replaceProcess() throws -> Never {
    execv(path, CommandLine.unsafeArgv)
    let reason = HelperProblem.cannotStart("\(SystemError.current)").text(of: .luawidget)
    throw CommandFailure("luawidget was upgraded, and \(reason)", .internalError)
  }
}
