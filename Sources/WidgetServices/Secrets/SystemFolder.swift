import WidgetSystem

/// Folders whose files the user must not change, even with permission: other programs need to read them.
enum SystemFolder {
  private static let names = [
    "bin", "boot", "dev", "etc", "lib", "lib32", "lib64", "opt", "private/etc", "proc", "run", "sbin", "sys", "usr", "var/lib",
    "Library", "System",
  ]

  /// Whether a file is in one of them, with links resolved.
  static func contains(_ path: String) -> Bool {
    let resolved = realpath(path, nil).map { pointer in
      defer { free(pointer) }
      return String(cString: pointer)
    }
    let path = resolved ?? path
    return names.contains { path.hasPrefix("/\($0)/") }
  }
}
