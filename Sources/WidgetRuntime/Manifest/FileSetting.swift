import WidgetSystem

/// Settings of type `file`: the user chooses a file, and the script reads it with `fetch(settings.NAME)`.
enum FileSetting {
  private static let scheme = "file:"

  /// The URL passed to the script instead of the path.
  static func url(_ name: String) -> String { scheme + name }

  /// The setting a URL stands for; nil for other URLs.
  static func name(of url: String) -> String? { url.hasPrefix(scheme) ? String(url.dropFirst(scheme.count)) : nil }

  /// Why the user's file can't be read; nil if it can.
  static func problem(_ path: String) -> String? {
    do throws(SystemError) {
      let path = AbsolutePath.of(path)
      let status = try FileStatus(path: path)
      if status.kind != .regular { return "it is \(RegularFile.refusal)" }
      if ChosenFile.isExposed(status, path) {
        return "it's private, and others can change a folder or a link in its path, so that a widget would read another file"
      }
    } catch {
      return "\(error)"
    }
    return access(AbsolutePath.of(path), R_OK) == 0 ? nil : String(cString: strerror(errno))
  }
}

/// Settings of type `folder`: the script passes `settings.NAME` to the functions of `files`.
enum FolderSetting {
  private static let scheme = "folder:"

  /// The text passed to the script instead of the path.
  static func token(_ name: String) -> String { scheme + name }

  /// The setting a text stands for; nil for other texts.
  static func name(of text: String) -> String? { text.hasPrefix(scheme) ? String(text.dropFirst(scheme.count)) : nil }
}
