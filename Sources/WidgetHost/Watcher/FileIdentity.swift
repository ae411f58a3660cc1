import WidgetModel
import WidgetSystem

/// A watched path's contents. Two identities are equal if the contents are.
///
/// `touch` and saving the same text change nothing. A folder's identity covers all files below it, except hidden and temporary
/// ones.
enum FileIdentity: Equatable, Sendable {
  case missing
  case file(Content)
  case folder([String: Content])
  /// It exists but can't be read: no permission, or a device.
  case unreadable

  struct Content: Equatable, Sendable {
    var size: Int64
    /// Valid in this process only.
    var hash: Int
    fileprivate var stamp: Stamp
    /// When the hash was computed. A more recent stamp can hide a change, because file systems round times.
    fileprivate var hashedAt: Int64

    static func == (left: Content, right: Content) -> Bool { left.size == right.size && left.hash == right.hash }
  }

  /// Attributes from `stat`. If none of them has changed, the content isn't read again.
  fileprivate struct Stamp: Equatable, Sendable {
    var device: UInt64
    var inode: UInt64
    var size: Int64
    /// Nanoseconds.
    var modified: Int64
    var changed: Int64

    init(_ info: stat) {
      device = UInt64(truncatingIfNeeded: info.st_dev)
      inode = UInt64(truncatingIfNeeded: info.st_ino)
      size = Int64(info.st_size)
      #if canImport(Darwin)
        (modified, changed) = (nanoseconds(info.st_mtimespec), nanoseconds(info.st_ctimespec))
      #else
        (modified, changed) = (nanoseconds(info.st_mtim), nanoseconds(info.st_ctim))
      #endif
    }
  }

  /// Whether a save may be in progress: an editor has truncated the file, or deleted it before writing it again.
  func mayBeUnfinished(since known: FileIdentity) -> Bool {
    switch (self, known) {
    case (.missing, _): true
    case (.file(let content), _): content.size == 0
    case (.folder(let files), .folder(let before)):
      files.contains { $0.value.size == 0 && before[$0.key] != $0.value } || before.contains { files[$0.key] == nil }
    case (.folder, _), (.unreadable, _): false
    }
  }

  /// The most files to examine.
  static let mostFiles = 2_000
  static let deepestFolder = 8

  /// - Parameters:
  ///   - previous: The last identity of the path, to avoid reading unchanged files.
  ///   - readsFolder: Whether the files below a folder are part of its identity.
  init(of path: String, previous: FileIdentity? = nil, readsFolder: Bool = true) {
    var info = stat()
    guard stat(path, &info) == 0 else {
      self = errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable
      return
    }
    if info.st_mode & S_IFMT == S_IFDIR {
      guard readsFolder else {
        self = .folder([:])
        return
      }
      var before: [String: Content] = [:]
      if case .folder(let files) = previous { before = files }
      var files: [String: Content] = [:]
      for name in FileIdentity.files(below: path) { files[name] = Content(of: path + "/" + name, previous: before[name]) }
      self = .folder(files)
      return
    }
    var before: Content?
    if case .file(let content) = previous { before = content }
    if let content = Content(of: path, previous: before) {
      self = .file(content)
    } else {
      // Deleted meanwhile, or unreadable.
      self = access(path, F_OK) == 0 ? .unreadable : .missing
    }
  }

  /// The folder itself ("") and those below it, as relative paths.
  static func folders(below folder: String) -> [String] { walk(folder).folders }

  private static func files(below folder: String) -> [String] { walk(folder).files }

  /// Doesn't follow links to folders: they can lead anywhere, and back.
  private static func walk(_ root: String) -> (folders: [String], files: [String]) {
    var folders = [""]
    var files: [String] = []
    var next = 0
    while next < folders.count {
      let folder = folders[next]
      next += 1
      let depth = folder.isEmpty ? 0 : folder.split(separator: "/").count
      for name in entries(root + "/" + folder) where !isTemporary(name) {
        let relative = folder.isEmpty ? name : folder + "/" + name
        var info = stat()
        guard lstat(root + "/" + relative, &info) == 0 else { continue }
        if info.st_mode & S_IFMT == S_IFDIR {
          if depth + 1 < deepestFolder, folders.count < mostFiles { folders.append(relative) }
        } else if files.count < mostFiles {
          files.append(relative)
        }
      }
    }
    return (folders, files)
  }

  /// Hidden files, backups and swap files.
  static func isTemporary(_ name: String) -> Bool {
    name.hasPrefix(".") || name.hasPrefix("#") || name.hasSuffix("~") || name.hasSuffix(".swp")
  }

  /// Sorted, so the same files are examined each time.
  private static func entries(_ folder: String) -> [String] {
    ((try? Directory.names(at: folder)) ?? []).sorted()
  }
}

extension FileIdentity.Content {
  /// Larger than any script or resource. Only the start of larger files is read.
  private static let mostBytes = 16 << 20
  /// Coarser than the timestamps of any file system in use (2 s on FAT).
  private static let grain: Int64 = 2_000_000_000

  /// nil for anything but a readable regular file.
  fileprivate init?(of path: String, previous: Self?) {
    // Non-blocking, because opening a named pipe would wait for a writer.
    guard let file = try? FileDescriptor.open(path, O_RDONLY | O_NONBLOCK) else { return nil }
    defer { file.close() }
    var info = stat()
    guard fstat(file.rawValue, &info) == 0, info.st_mode & S_IFMT == S_IFREG else { return nil }
    let stamp = FileIdentity.Stamp(info)
    if let previous, previous.stamp == stamp, previous.hashedAt - max(stamp.modified, stamp.changed) > Self.grain {
      self = previous
      return
    }
    let now = WallTime.now()
    var hasher = Hasher()
    var total = 0
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)
    defer { buffer.deallocate() }
    while total < Self.mostBytes {
      guard let count = try? file.read(into: buffer) else { return nil }
      if count == 0 { break }
      hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      total += count
    }
    self.init(
      size: max(Int64(total), total < Self.mostBytes ? 0 : stamp.size), hash: hasher.finalize(), stamp: stamp,
      hashedAt: Int64(saturating: now * 1e9))
  }
}

private func nanoseconds(_ time: timespec) -> Int64 {
  // Years before 1678 and after 2262 wrap around. Only equality matters.
  Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
}
