#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Which names in which folders decide what a set of paths holds.
///
/// A file is watched through its folder, because editors replace files rather than write into them. Every symbolic link on the way
/// counts with its own folder, and where the way ends early, the name that is missing.
struct WatchedNames: Equatable, Sendable {
  enum Names: Equatable, Sendable {
    /// Any name that is not an editor's own.
    case all
    case only(Set<String>)

    func contains(_ name: String) -> Bool {
      switch self {
      case .all: !FileIdentity.isEditorsOwn(name)
      case .only(let names): names.contains(name)
      }
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
      folders[folder.isEmpty ? target : target + "/" + folder] = .all
    }
  }

  private mutating func insert(_ name: String, in folder: String) {
    switch folders[folder] {
    case .all: if FileIdentity.isEditorsOwn(name) { folders[folder] = .all }
    case .only(let names): folders[folder] = .only(names.union([name]))
    case nil: folders[folder] = .only([name])
    }
  }

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
    var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
    let count = buffer.withUnsafeMutableBytes { readlink(path, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count) }
    return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
  }
}
