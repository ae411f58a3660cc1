import WidgetRendering
import WidgetSystem

/// Where `--output` writes.
enum OutputFile {
  /// Replaces the file whole.
  ///
  /// - Throws: ``CommandFailure``, with what to do next: a path that cannot be is wrong usage, a disk that is full is not.
  static func write(_ bytes: [UInt8], to path: String) throws {
    do throws(SystemError) {
      try writeThrough(bytes, to: path)
    } catch {
      let (remedy, exit): (String, Exit) =
        switch error.code {
        case ENOENT, ENOTDIR: ("make its folder first, or write elsewhere", .usage)
        case EISDIR: ("give the name of a file, not of a folder", .usage)
        case EACCES, EPERM, EROFS: ("write where you may, for example below your home folder", .usage)
        case ENOSPC, EDQUOT: ("make room, then run it again; what stood there before still does", .internalError)
        default: ("write elsewhere", .internalError)
        }
      throw CommandFailure("cannot write \(terminalSafe(path)): \(error)\n  try: \(remedy)", exit)
    }
  }

  /// A regular file is replaced. A device or a pipe is written to, and so is `/dev/stdout`, wherever it leads.
  private static func writeThrough(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let isDevice = path.hasPrefix("/dev/") || path.hasPrefix("/proc/")
    guard let kind = try? FileStatus(path: path).kind, isDevice || kind != .regular else {
      return try AtomicFile.write(bytes, to: path)
    }
    let file = try FileDescriptor.open(path, O_WRONLY)
    defer { file.close() }
    try file.writeAll(bytes)
  }
}
