import WidgetSystem

/// The file of the running program.
struct ProgramFile: Sendable {
  private let path: String?
  private let status: FileStatus?

  init(path: String? = Self.running) {
    self.path = path
    status = path.flatMap { try? FileStatus(path: $0) }
  }

  /// Whether an upgrade replaced the file since the program started. Workers of the new version do not fit this program.
  var isReplaced: Bool {
    guard let path, let status, let now = try? FileStatus(path: path) else { return false }
    return now.inode != status.inode || now.device != status.device || now.size != status.size
  }

  private static var running: String? {
    #if os(Linux)
      var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let count = buffer.withUnsafeMutableBytes { buffer in
        buffer.baseAddress.map { readlink("/proc/self/exe", $0, buffer.count) } ?? -1
      }
      return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
    #else
      return nil
    #endif
  }
}
