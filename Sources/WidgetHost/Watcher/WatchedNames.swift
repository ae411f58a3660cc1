import WidgetSystem

/// Which names in which folders decide what a set of paths holds.
///
/// A file is watched through its folder, because editors replace files rather than write into them. Every symbolic link on the way
/// counts with its own folder, and where the way ends early, the name that is missing.
struct WatchedNames: Equatable, Sendable {
  struct Names: Equatable, Sendable {
    /// Any name that is not an editor's own.
    var all = false
    var only: Set<String> = []

    func contains(_ name: String) -> Bool { only.contains(name) || (all && !FileIdentity.isEditorsOwn(name)) }

    mutating func formUnion(_ other: Names) {
      all = all || other.all
      only.formUnion(other.only)
    }
  }

  /// By the folder's absolute path without links.
  private(set) var folders: [String: Names] = [:]

  init(of paths: some Sequence<String>) {
    for path in paths { add(path) }
  }

  private mutating func add(_ path: String) {
    guard let target = follow(path) else { return }
    var info = stat()
    guard stat(target, &info) == 0, info.st_mode & S_IFMT == S_IFDIR else { return }
    for folder in FileIdentity.folders(below: target) {
      folders[folder.isEmpty ? target : target + "/" + folder, default: Names()].all = true
    }
  }

  private mutating func insert(_ name: String, in folder: String) { folders[folder, default: Names()].only.insert(name) }

  /// Walks the path as the kernel does and notes each name that can change where it leads.
  ///
  /// - Returns: Where it leads, or nil when it ends early.
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
        // As many as the kernel follows.
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
