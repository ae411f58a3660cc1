import WidgetSystem

/// Settings of type `file`: the user chooses a file, and the script reads it with `fetch(settings.NAME)`.
enum FileSetting {
  private static let scheme = "file:"

  /// What the script gets in place of the path.
  static func url(_ name: String) -> String { scheme + name }

  /// The setting that a URL stands for; nil for other URLs.
  static func name(of url: String) -> String? { url.hasPrefix(scheme) ? String(url.dropFirst(scheme.count)) : nil }

  /// Why the user's file cannot be read; nil if it can.
  static func problem(_ path: String) -> String? {
    do throws(SystemError) {
      if try FileStatus(path: absolutePath(path)).kind != .regular { return "it is not a regular file" }
    } catch {
      return "\(error)"
    }
    return access(absolutePath(path), R_OK) == 0 ? nil : String(cString: strerror(errno))
  }

  /// The user's path, made absolute in the folder where the program was started.
  static func absolutePath(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }
}
