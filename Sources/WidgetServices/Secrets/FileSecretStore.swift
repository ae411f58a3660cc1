import WidgetSystem

/// Secrets in files only the user can read: `secrets/ID/NAME`, mode 0600, in folders with mode 0700.
public struct FileSecretStore: SecretStore {
  private let root: StorePath

  /// - Parameter root: Created with the first secret.
  public init(root: StorePath) { self.root = root }

  public func secret(_ name: String, of widget: String) throws(SecretError) -> StoredSecret? {
    guard case .file = root else { return nil }
    let path = try path(name, widget)
    return try SecretFile.read(path).map { StoredSecret($0, in: StoreLocation(path)) }
  }

  public func set(_ value: String, _ name: String, of widget: String) throws(SecretError) -> StoreLocation {
    let path = try path(name, widget)
    let folder = StoreFolder(of: path)
    try Self.check(folder)
    do throws(StoreError) { try folder.create() } catch { throw SecretFile.unavailable(folder.path, error.message) }
    for privateFolder in [StoreFolder(of: folder.path).path, folder.path] where chmod(privateFolder, 0o700) != 0 {
      throw SecretFile.unavailable(privateFolder, String(cString: strerror(errno)))
    }
    try SecretFile.write(value, to: path)
    return StoreLocation(path)
  }

  public func clear(_ name: String, of widget: String) throws(SecretError) -> Bool {
    guard case .file = root else { return false }
    let path = try path(name, widget)
    try Self.check(StoreFolder(of: path))
    if unlink(path) == 0 {
      // The folder goes away with its last secret.
      rmdir(StoreFolder(of: path).path)
      return true
    }
    if errno == ENOENT { return false }
    throw SecretFile.unavailable(path, String(cString: strerror(errno)))
  }

  /// Links, and what else isn't a secret's file, are left out.
  public func names() throws(SecretError) -> [String: [String]] {
    guard case .file(let root) = root, Self.kind(root) == .directory else { return [:] }
    var names: [String: [String]] = [:]
    for widget in try Self.names(in: root) where Self.isName(widget) {
      let folder = "\(root)/\(widget)"
      guard Self.kind(folder) == .directory else { continue }
      let secrets = try Self.names(in: folder).filter { Self.isName($0) && Self.kind("\(folder)/\($0)") == .regular }.sorted()
      if !secrets.isEmpty { names[widget] = secrets }
    }
    return names
  }

  /// A widget's folder that's a link would change files elsewhere.
  private static func check(_ folder: StoreFolder) throws(SecretError) {
    guard kind(folder.path) == .symbolicLink else { return }
    throw .unprotected(
      StoreLocation(folder.path), reason: "is a symbolic link, which is not followed",
      remedy: "remove it (`rm \(ShellWord.quoted(folder.path))`)")
  }

  /// A link's own kind.
  private static func kind(_ path: String) -> FileStatus.Kind? { (try? FileStatus(path: path, followsLinks: false))?.kind }

  /// Empty if the folder doesn't exist.
  private static func names(in folder: String) throws(SecretError) -> [String] {
    do throws(SystemError) {
      return try Directory.names(at: folder)
    } catch {
      if error.code == ENOENT { return [] }
      throw SecretFile.unavailable(folder, error.description)
    }
  }

  private func path(_ name: String, _ widget: String) throws(SecretError) -> String {
    guard Self.isName(name), Self.isName(widget) else { throw .invalidName }
    do throws(StoreError) {
      return "\(try root.file())/\(widget)/\(name)"
    } catch {
      throw .notConfigured(reason: error.message)
    }
  }

  private static func isName(_ text: String) -> Bool {
    (1...200).contains(text.utf8.count) && text.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == 0x5F || $0 == 0x2D }
  }
}

/// A file whose first line is a secret.
public enum SecretFile {
  /// Reads the secret unless other users could, too.
  ///
  /// - Returns: nil if there's no such file.
  /// - Throws: ``SecretError`` for a file that isn't regular, belongs to another user, or is readable by others.
  public static func read(_ path: String) throws(SecretError) -> String? {
    let file: FileDescriptor
    do {
      // Non-blocking: opening a named pipe would wait for a writer.
      file = try .open(path, O_RDONLY | O_NONBLOCK)
    } catch {
      if error.code == ENOENT { return nil }
      throw unavailable(path, error.description)
    }
    defer { file.close() }
    // Checks the open file: the path may lead elsewhere by now.
    let status = try reading(path) { () throws(SystemError) in try file.status() }
    guard status.kind == .regular else { throw notRegular(path) }
    guard status.owner == geteuid() else { throw notOwned(path) }
    guard status.permissions & 0o077 == 0 else { throw readableByOthers(path) }
    let bytes = try reading(path) { () throws(SystemError) in try file.readAll(limit: SecretRules.limit + 2) }
    return try SecretRules.value(from: bytes[...])
  }

  static func unavailable(_ path: String, _ reason: String) -> SecretError { .unavailable(StoreLocation(path), reason: reason) }

  static func notRegular(_ path: String) -> SecretError {
    .unprotected(StoreLocation(path), reason: "is \(RegularFile.refusal)", remedy: nil)
  }

  static func notOwned(_ path: String) -> SecretError {
    .unprotected(StoreLocation(path), reason: "belongs to another user", remedy: copy)
  }

  static func readableByOthers(_ path: String) -> SecretError {
    .unprotected(
      StoreLocation(path), reason: "is readable by other users",
      remedy: SystemFolder.contains(path) ? copy : "chmod 600 \(ShellWord.quoted(path))")
  }

  private static let copy = "copy it to your own file with mode 600"

  private static func reading<Value>(
    _ path: String, _ read: () throws(SystemError) -> Value
  ) throws(SecretError) -> Value {
    do throws(SystemError) { return try read() } catch { throw unavailable(path, error.description) }
  }

  /// Replaces it atomically, with mode 0600.
  static func write(_ value: String, to path: String) throws(SecretError) {
    do {
      try AtomicFile.write(Array((value + "\n").utf8), to: path, permissions: 0o600)
    } catch {
      throw unavailable(path, error.description)
    }
  }
}

/// Folders with files users mustn't change, even with permission, because other programs need to read them.
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
