import WidgetRendering
import WidgetSurfaces
import WidgetSystem

/// Findings in sections and columns.
struct DoctorReport {
  enum State {
    case fine, note
    /// A program or a kernel feature is missing.
    case missing
    /// Something is there but doesn't work; widgets still run.
    case limited
    /// No widget runs, or one of the user's files has an error.
    case broken
  }

  let marks: (fine: String, missing: String, note: String)
  /// The width of a terminal; nil for a file or a pipe.
  private let columns: Int?
  private var lines: [String] = []

  init(marks: (String, String, String), columns: Int? = nil) {
    self.marks = marks
    self.columns = columns
  }

  var text: String { lines.joined(separator: "\n") + "\n" }

  mutating func section(_ title: String) {
    if !lines.isEmpty { lines.append("") }
    lines.append(title)
  }

  mutating func add(_ state: State, _ name: String, _ text: String) {
    let mark =
      switch state {
      case .fine: marks.fine
      case .missing, .limited, .broken: marks.missing
      case .note: marks.note
      }
    let label = state == .missing ? "\(name) is missing" : name
    let gap = String(repeating: " ", count: max(2, 34 - label.count))
    guard let columns else { return lines.append("  \(mark) \(label)\(gap)\(text)") }
    // In two columns if both have space, otherwise the text goes below its label.
    let head = "  \(mark) \(label)\(gap)"
    let indent = String(repeating: " ", count: columns >= 72 ? 38 : 4)
    let wrapped = LineWrapping.lines(text, columns: max(1, columns - indent.count))
    if columns >= 72, GraphemeWidth.cells(head) <= indent.count {
      lines.append(head + (wrapped.first ?? ""))
      lines += wrapped.dropFirst().map { indent + $0 }
    } else {
      lines += LineWrapping.lines("  \(mark) \(label)", columns: columns)
      lines += wrapped.map { indent + $0 }
    }
  }

  /// Bytes to write: about what a new store needs.
  private static let probeBytes = 64 << 10

  /// Why nothing can be stored in a folder; nil if a file can.
  ///
  /// Found by writing one: some folders that look writable contain only what the kernel makes, such as /proc, and a full disk may
  /// still take names.
  static func obstacle(in folder: String) -> String? {
    guard access(folder, W_OK | X_OK) == 0 else { return "\(folder) is not writable" }
    let path = "\(folder)/.luawidget-doctor-\(getpid())"
    do throws(SystemError) {
      try AtomicFile.write([UInt8](repeating: 0, count: probeBytes), to: path)
      unlink(path)
      return nil
    } catch {
      unlink(path)
      return text(of: error, folder) ?? "\(folder) is not writable"
    }
  }

  private static func text(of error: SystemError, _ folder: String) -> String? {
    switch error.code {
    case ENOSPC: "the disk of \(folder) is full"
    case EDQUOT: "your quota on the disk of \(folder) is used up"
    default: nil
    }
  }
}
