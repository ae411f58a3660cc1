import WidgetSystem

/// The names in folders that determine the contents of a set of paths.
///
/// A file is watched through its folder, because editors replace files. Each symbolic link on the way is watched in its own
/// folder, and so is a missing name.
struct WatchedNames: Equatable, Sendable {
  struct Names: Equatable, Sendable {
    /// All names except editors' temporary files.
    var all = false
    var only: Set<String> = []

    func contains(_ name: String) -> Bool { only.contains(name) || (all && !FileIdentity.isTemporary(name)) }

    mutating func formUnion(_ other: Names) {
      all = all || other.all
      only.formUnion(other.only)
    }
  }

  /// Names by the absolute path of their folder without links.
  private(set) var folders: [String: Names] = [:]

  /// - Parameter shallow: Those paths whose contents don't count if they're folders.
  init(of paths: some Sequence<String>, shallow: Set<String> = []) {
    for path in paths { add(path, isShallow: shallow.contains(path)) }
  }

  private mutating func add(_ path: String, isShallow: Bool) {
    guard let target = follow(path), !isShallow else { return }
    var info = stat()
    guard stat(target, &info) == 0, info.st_mode & S_IFMT == S_IFDIR else { return }
    for folder in FileIdentity.folders(below: target) {
      folders[folder.isEmpty ? target : target + "/" + folder, default: Names()].all = true
    }
  }

  private mutating func insert(_ name: String, in folder: String) { folders[folder, default: Names()].only.insert(name) }

  /// Resolves a path like the kernel, recording each name that can change its target.
  ///
  /// - Returns: The target; nil if it doesn't exist.
  private mutating func follow(_ path: String) -> String? {
    var todo = Array(absolute(path).split(separator: "/").reversed())
    var folder = ""
    var links = 0
    while let name = todo.popLast() {
      if name == "." { continue }
      if name == ".." {
        folder = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
        continue
      }
      let here = folder.isEmpty ? "/" : folder
      let entry = folder + "/" + name
      var info = stat()
      guard lstat(entry, &info) == 0 else {
        insert(String(name), in: here)
        return nil
      }
      if info.st_mode & S_IFMT == S_IFLNK {
        insert(String(name), in: here)
        links += 1
        // The limit of the kernel.
        guard links <= 40, let target = linkTarget(entry) else { return nil }
        todo += target.split(separator: "/").reversed()
        if target.hasPrefix("/") { folder = "" }
        continue
      }
      if todo.isEmpty { insert(String(name), in: here) }
      folder = entry
    }
    return folder.isEmpty ? "/" : folder
  }

  private func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    guard let current = getcwd(nil, 0) else { return "/" + path }
    defer { free(current) }
    return String(cString: current) + "/" + path
  }

  private func linkTarget(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}
