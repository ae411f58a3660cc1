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
      throw .unreadable(path: path, reason: error.description)
    }
    defer { file.close() }
    // Checked on the open file: the path may lead elsewhere by now.
    let status = try readable(path) { () throws(SystemError) in try file.status() }
    guard status.kind == .regular else { throw .notRegular(path: path) }
    guard status.owner == geteuid() else { throw .notOwned(path: path) }
    guard status.permissions & 0o077 == 0 else { throw .readable(path: path) }
    let bytes = try readable(path) { () throws(SystemError) in try file.readAll(limit: SecretRules.limit + 2) }
    return try SecretRules.value(from: bytes[...])
  }

  private static func readable<Value>(
    _ path: String, _ read: () throws(SystemError) -> Value
  ) throws(SecretError) -> Value {
    do throws(SystemError) { return try read() } catch { throw .unreadable(path: path, reason: error.description) }
  }

  /// Replaces it atomically, with mode 0600.
  static func write(_ value: String, to path: String) throws(SecretError) {
    do {
      try AtomicFile.write(Array((value + "\n").utf8), to: path, permissions: 0o600)
    } catch {
      throw .unwritable(path: path, reason: error.description)
    }
  }
}
