import WidgetRendering
import WidgetSystem

/// Where `--output` writes.
enum OutputFile {
  /// Replaces the file whole.
  ///
  /// - Throws: ``CommandFailure``, with what to do next: a path that cannot be is wrong usage, a disk that is full is not.
  static func write(_ bytes: [UInt8], to path: String) throws {
    do throws(AtomicFile.Problem) {
      try AtomicFile.write(bytes, to: path)
    } catch {
      let (remedy, exit): (String, Exit) =
        switch error.code {
        case ENOENT, ENOTDIR: ("make its folder first, or write elsewhere", .usage)
        case EISDIR: ("give the name of a file, not of a folder", .usage)
        case EACCES, EPERM, EROFS: ("write where you may, for example below your home folder", .usage)
        case ENOSPC, EDQUOT: ("make room, then run it again; what stood there before still does", .internalError)
        default: ("write elsewhere", .internalError)
        }
      throw CommandFailure("cannot write \(terminalSafe(path)): \(error.text)\n  try: \(remedy)", exit)
    }
  }
}
