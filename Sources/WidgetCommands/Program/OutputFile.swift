import WidgetRendering
import WidgetSystem

/// The file given with `--output`.
package enum OutputFile {
  /// Replaces the file atomically.
  ///
  /// - Throws: ``CommandFailure`` with a remedy. An impossible path is a usage error; a full disk isn't.
  package static func write(_ bytes: [UInt8], to path: String) throws {
    do throws(SystemError) {
      try writeThrough(bytes, to: path)
    } catch {
      let unchanged = (try? FileStatus(path: path).kind) == .regular ? "; the old file is unchanged" : ""
      let (remedy, exit): (String, Exit) =
        switch error.code {
        case ENOENT, ENOTDIR: ("create its folder first, or choose another path", .usage)
        case EISDIR: ("give the name of a file, not of a folder", .usage)
        case EACCES, EPERM, EROFS: ("choose a folder you can write to", .usage)
        case EFBIG: ("raise the limit of a file's size (ulimit -f)" + unchanged, .usage)
        case ENOSPC, EDQUOT: ("free some space and run it again" + unchanged, .internalError)
        default: ("choose another path", .internalError)
        }
      throw CommandFailure("cannot write \(terminalSafe(path)): \(error)\n  try: \(remedy)", exit)
    }
  }

  /// Replaces a regular file, or the target of a symbolic link. Devices and pipes are written to, and so is the target of
  /// `/dev/stdout`.
  private static func writeThrough(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let isDevice = path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
    guard let kind = try? FileStatus(path: path).kind, isDevice || kind != .regular else {
      return try AtomicFile.write(bytes, to: SymbolicLink.destination(of: path))
    }
    let file = try FileDescriptor.open(path, O_WRONLY)
    defer { file.close() }
    try file.writeAll(bytes)
  }
}
