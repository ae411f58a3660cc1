import WidgetSystem

/// A folder in a container. Names in it are single, already checked segments; errors name the path as the widget gave it.
struct ContainerFolder {
  private let directory: Directory

  private init(_ directory: Directory) { self.directory = directory }

  /// nil if there's no such folder.
  init?(at path: String) throws(ContainerError) {
    do {
      directory = try Directory(path)
    } catch {
      if error.code == ENOENT { return nil }
      throw .store(
        error.code == ENOTDIR ? StoreError(errno: error.code, path: path) : .unavailable(.file(path), reason: error.description))
    }
  }

  /// A folder in this one; nil if it doesn't exist and isn't created.
  func folder(_ name: String, creating: Bool) throws(ContainerError) -> ContainerFolder? {
    do throws(SystemError) {
      if creating { try directory.makeDirectory(name) }
      return ContainerFolder(try directory.directory(name))
    } catch {
      switch error.code {
      case ENOENT: return nil
      case ELOOP, ENOTDIR: throw .notAFolder(name)
      default: throw .failed(path: name, reason: error.description)
      }
    }
  }

  /// A file's bytes; nil if there's no such file.
  func read(_ name: String, _ path: String, limit: Int) throws(ContainerError) -> [UInt8]? {
    guard let file = try file(name, path) else { return nil }
    do {
      return try RegularFile.read(closing: file, limit: limit, singleLink: true)
    } catch {
      switch error {
      case .notRegular: throw try isFolder(name) ? .isAFolder(path) : .notAFile(path)
      case .severalLinks: throw .notAFile(path)
      case .tooLarge(let bytes): throw .tooLarge(path: path, bytes: bytes, limit: limit)
      case .system(let error): throw .failed(path: path, reason: error.description)
      }
    }
  }

  /// A file's size in bytes; nil if there's no such file.
  func size(of name: String, _ path: String) throws(ContainerError) -> Int? {
    guard let file = try file(name, path) else { return nil }
    defer { file.close() }
    guard let status = try? file.status() else { throw .notAFile(path) }
    if status.kind == .directory { throw .isAFolder(path) }
    guard status.kind == .regular, status.linkCount == 1 else { throw .notAFile(path) }
    return status.size
  }

  private func isFolder(_ name: String) throws(ContainerError) -> Bool {
    (try? directory.status(of: name))?.kind == .directory
  }

  private func file(_ name: String, _ path: String) throws(ContainerError) -> FileDescriptor? {
    do {
      return try directory.file(name)
    } catch {
      switch error.code {
      case ENOENT: return nil
      case ELOOP, ENXIO, ENOTDIR: throw .notAFile(path)
      default: throw .failed(path: path, reason: error.description)
      }
    }
  }

  /// Waits until no other process, and no other store in this one, is writing below this folder.
  func lock(_ path: String) throws(ContainerError) {
    guard directory.lock() else { throw .busy(path) }
  }

  /// Replaces a file atomically.
  func replace(_ name: String, with bytes: [UInt8], _ path: String) throws(ContainerError) {
    do {
      try AtomicFile.write(bytes, to: name, in: directory)
    } catch {
      throw error.code == EISDIR || error.code == ENOTEMPTY
        ? .isAFolder(path) : .failed(path: path, reason: error.description)
    }
  }

  /// - Returns: Whether the file or folder existed.
  func remove(_ name: String, _ path: String) throws(ContainerError) -> Bool {
    do {
      return try directory.remove(name)
    } catch {
      throw error.code == ENOTEMPTY || error.code == EEXIST
        ? .notEmpty(path) : .failed(path: path, reason: error.description)
    }
  }

  /// Sorted; folders end in `/`. Files no widget can have created are left out.
  func names(_ path: String) throws(ContainerError) -> [String] {
    try entries(path).compactMap { name in
      guard ContainerName.isSegment(name), let status = try? directory.status(of: name) else { return nil }
      return status.kind == .directory ? name + "/" : status.kind == .regular ? name : nil
    }.sorted()
  }

  /// Adds up this folder and everything below it, and removes unfinished files left by killed writers. The caller holds the lock.
  func measure(_ usage: inout ContainerUsage, depth: Int, path: String) throws(ContainerError) {
    for name in try entries(path) {
      guard let status = try? directory.status(of: name) else { continue }
      if status.kind == .regular, name.hasPrefix(AtomicFile.temporaryPrefix), (try? directory.remove(name)) == true { continue }
      usage.files += 1
      if status.kind == .regular { usage.bytes += status.size }
      if status.kind == .directory, depth > 0, let folder = try? folder(name, creating: false) {
        try folder.measure(&usage, depth: depth - 1, path: name)
      }
    }
  }

  private func entries(_ path: String) throws(ContainerError) -> [String] {
    do { return try directory.names(limit: 20_000) } catch { throw .failed(path: path, reason: error.description) }
  }
}
