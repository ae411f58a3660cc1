import WidgetSystem

/// Finds a program of the installation: in the folder of the running program (a build folder), or in `../libexec/luawidget`.
public enum WorkerExecutable {
  /// - Returns: nil when the installation is incomplete.
  public static func find(named name: String = "luawidget-worker") -> String? {
    guard let folder = ownFolder() else { return nil }
    return ["\(folder)/\(name)", "\(folder)/../libexec/luawidget/\(name)"].first { access($0, X_OK) == 0 }
  }

  private static func ownFolder() -> String? {
    #if os(Linux)
      guard let path = realpath("/proc/self/exe", nil) else { return nil }
    #else
      var size: UInt32 = 4096
      var buffer = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&buffer, &size) == 0, let path = realpath(buffer, nil) else { return nil }
    #endif
    defer { free(path) }
    let text = String(cString: path)
    return text.lastIndex(of: "/").map { String(text[..<$0]) }
  }
}
