import WidgetSystem

/// Replaces a file whole: a reader sees the old bytes or the new ones, and a full disk leaves the old ones.
enum AtomicFile {
  struct Problem: Error {
    var code: Int32
    var text: String { String(cString: strerror(code)) }
  }

  static func write(_ bytes: [UInt8], to path: String) throws(Problem) {
    // A device or a pipe is written to, not replaced; so is what stands behind `/dev/stdout`, whatever it is.
    var status = stat()
    let isDevice = path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
    if stat(path, &status) == 0, isDevice || status.st_mode & S_IFMT != S_IFREG {
      let descriptor = open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw Problem(code: errno) }
      defer { close(descriptor) }
      guard Console(descriptor: descriptor).write(bytes) else { throw Problem(code: errno) }
      return
    }
    let temporary = "\(path).\(getpid()).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Problem(code: errno) }
    var code: Int32 = 0
    if !Console(descriptor: descriptor).write(bytes) || fsync(descriptor) != 0 { code = errno }
    close(descriptor)
    if code == 0, rename(temporary, path) != 0 { code = errno }
    if code != 0 {
      unlink(temporary)
      throw Problem(code: code)
    }
  }
}
