import WidgetSystem

/// Finds a program of the installation: in the folder of the running program (a build folder), or in `../libexec/luawidget`.
public enum WorkerExecutable {
  /// - Returns: nil when the installation is incomplete.
  public static func find(named name: String = "luawidget-worker") -> String? {
    guard let folder = InstalledFiles.programFolder else { return nil }
    return ["\(folder)/\(name)", "\(folder)/../libexec/luawidget/\(name)"].first { access($0, X_OK) == 0 }
  }
}
