import WidgetHelpers
import WidgetSystem

/// The file of the running program.
struct ProgramFile: Sendable {
  private let path: String?
  private let status: FileStatus?

  init(path: String? = InstalledFiles.program) {
    self.path = path
    status = path.flatMap { try? FileStatus(path: $0) }
  }

  /// Whether an upgrade replaced the file since the program started. Workers of the new version do not fit this program.
  var isReplaced: Bool {
    guard let path, let status, let now = try? FileStatus(path: path) else { return false }
    return now.inode != status.inode || now.device != status.device || now.size != status.size
  }
}
