import WidgetSystem

/// Where the files of the installation are.
public enum InstalledFiles {
  /// The folders with the installed data, such as `widgets`: `share/luawidget` beside the folder of the program. For a program in a
  /// build folder, the folder of the project.
  public static var folders: [String] {
    guard let folder = programFolder else { return [] }
    let parts = folder.split(separator: "/")
    if let build = parts.lastIndex(of: ".build") { return ["/" + parts[..<build].joined(separator: "/")] }
    // PREFIX/bin/luawidget, PREFIX/libexec/luawidget/luawidget-commands
    let prefix = parts.dropLast(parts.suffix(2) == ["libexec", "luawidget"] ? 2 : 1)
    return ["/" + (prefix + ["share", "luawidget"]).joined(separator: "/")]
  }

  /// The folder of the running program, with links resolved.
  static var programFolder: String? {
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
