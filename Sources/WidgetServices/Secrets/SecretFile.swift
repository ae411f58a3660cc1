import WidgetSystem

/// A file whose first line is a secret.
public enum SecretFile {
  /// Reads it if no other user can.
  ///
  /// - Returns: nil if there is no such file.
  /// - Throws: ``SecretError`` for a file that is not regular, belongs to another user, or is readable by others.
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
    // Checked on the open file: the path may lead elsewhere by now.
    let status = try reading(path) { () throws(SystemError) in try file.status() }
    guard status.kind == .regular else { throw notRegular(path) }
    guard status.owner == geteuid() else { throw notOwned(path) }
    guard status.permissions & 0o077 == 0 else { throw readableByOthers(path) }
    let bytes = try reading(path) { () throws(SystemError) in try file.readAll(limit: SecretRules.limit + 2) }
    return try SecretRules.value(from: bytes[...])
  }

  static func unavailable(_ path: String, _ reason: String) -> SecretError { .unavailable(StoreLocation(path), reason: reason) }

  static func notRegular(_ path: String) -> SecretError {
    .unprotected(StoreLocation(path), reason: "is not a regular file", remedy: nil)
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
