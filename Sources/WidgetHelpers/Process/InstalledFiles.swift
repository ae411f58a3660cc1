import WidgetSystem

/// Where the installed files are.
public enum InstalledFiles {
  /// The folders with installed data such as `widgets`: `share/luawidget` next to the program's folder. For a program in a build
  /// folder, the project's folder.
  public static var folders: [String] {
    guard let folder = programFolder else { return [] }
    var outer = Substring(folder)
    while let slash = outer.utf8.lastIndex(of: UInt8(ascii: "/")) {
      if outer[slash...] == "/.build" { return [String(outer[..<slash])] }
      outer = outer[..<slash]
    }
    // PREFIX/bin/luawidget, PREFIX/libexec/luawidget/luawidget-commands
    let helpers = "/libexec/luawidget"
    let prefix =
      folder.hasSuffix(helpers)
      ? folder.dropLast(helpers.count) : folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)]
    return ["\(prefix)/share/luawidget"]
  }

  /// The folder with templates of systemd's units; nil if the program's folder isn't known.
  public static var unitTemplates: String? {
    folders.first.map { $0.hasSuffix("/share/luawidget") ? "\($0)/systemd" : "\($0)/Scripts/systemd" }
  }

  /// The folder of the running program, with links resolved.
  static var programFolder: String? { program.flatMap { path in path.lastIndex(of: "/").map { String(path[..<$0]) } } }

  /// The running program's file, with links resolved; nil once it has been replaced or deleted.
  public static var program: String? {
    #if os(Linux)
      // The kernel's name has no links. realpath would read each of its parts.
      var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let count = bytes.withUnsafeMutableBytes { bytes in
        bytes.baseAddress.map { readlink("/proc/self/exe", $0, bytes.count) } ?? -1
      }
      guard count > 0, count < bytes.count else { return nil }
      let path = String(decoding: bytes[..<count], as: UTF8.self)
      return access(path, F_OK) == 0 ? path : nil
    #else
      var size: UInt32 = 4096
      var buffer = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&buffer, &size) == 0, let path = realpath(buffer, nil) else { return nil }
      defer { free(path) }
      return String(cString: path)
    #endif
  }
}
