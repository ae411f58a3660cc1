import WidgetSystem

/// A file whose first line is a secret.
public enum SecretFile {
  /// Reads it if no other user can.
  ///
  /// - Returns: nil if there is no such file.
  /// - Throws: ``SecretError`` for a file that is not regular, belongs to another user, or is readable by others.
  public static func read(_ path: String) throws(SecretError) -> String? {
    // Non-blocking: opening a named pipe would wait for a writer.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      throw .unreadable(path: path, reason: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    // Checked on the descriptor: the name may lead elsewhere by now.
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(path: path, reason: String(cString: strerror(errno))) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular(path: path) }
    guard status.st_uid == geteuid() else { throw .notOwned(path: path) }
    guard status.st_mode & 0o077 == 0 else { throw .readable(path: path) }
    var bytes = [UInt8](repeating: 0, count: SecretRules.limit + 2)
    var count = 0
    while count < bytes.count {
      let part = bytes.withUnsafeMutableBytes { systemRead(descriptor, $0, from: count) }
      if part < 0, errno == EINTR { continue }
      guard part >= 0 else { throw .unreadable(path: path, reason: String(cString: strerror(errno))) }
      if part == 0 { break }
      count += part
    }
    return try SecretRules.value(from: bytes.prefix(count))
  }

  /// Replaces it atomically, with mode 0600.
  static func write(_ value: String, to path: String) throws(SecretError) {
    let temporary = "\(path).\(getpid()).tmp"
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unwritable(path: path, reason: String(cString: strerror(errno))) }
    var code: Int32 = 0
    let bytes = Array((value + "\n").utf8)
    // The umask can only have removed bits.
    if fchmod(descriptor, 0o600) != 0 { code = errno }
    var written = 0
    while code == 0, written < bytes.count {
      let part = bytes.withUnsafeBytes { systemWrite(descriptor, $0, from: written) }
      if part < 0, errno == EINTR { continue }
      if part <= 0 { code = part == 0 ? EIO : errno } else { written += part }
    }
    if code == 0, fsync(descriptor) != 0 { code = errno }
    close(descriptor)
    if code == 0, rename(temporary, path) != 0 { code = errno }
    if code != 0 {
      unlink(temporary)
      throw .unwritable(path: path, reason: String(cString: strerror(code)))
    }
  }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer, from offset: Int) -> Int {
  read(descriptor, buffer.baseAddress.map { $0 + offset }, buffer.count - offset)
}

private func systemWrite(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer, from offset: Int) -> Int {
  write(descriptor, buffer.baseAddress.map { $0 + offset }, buffer.count - offset)
}
