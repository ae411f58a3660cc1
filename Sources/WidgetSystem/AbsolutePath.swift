/// Paths that mean the same in every working folder.
public enum AbsolutePath {
  /// An absolute path without `.`, and without `..` unless that follows a symbolic link.
  public static func of(_ path: String) -> String {
    let full = path.hasPrefix("/") ? path : workingFolder + "/" + path
    var parts: [Substring] = []
    for part in full.split(separator: "/") where part != "." {
      let folder = "/" + parts.joined(separator: "/")
      if part == "..", parts.isEmpty || (parts.last != ".." && !isLink(folder)) {
        parts = parts.dropLast()
      } else {
        parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }

  private static func isLink(_ path: String) -> Bool {
    (try? FileStatus(path: path, followsLinks: false))?.kind == .symbolicLink
  }

  /// The working folder; empty if it's gone.
  public static var workingFolder: String {
    guard let path = getcwd(nil, 0) else { return "" }
    defer { free(path) }
    return String(cString: path)
  }
}
