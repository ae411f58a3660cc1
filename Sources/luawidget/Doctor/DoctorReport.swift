import WidgetSystem

/// Findings in sections and columns.
struct DoctorReport {
  enum State { case fine, missing, note, broken }

  let marks: (fine: String, missing: String, note: String)
  private var lines: [String] = []

  init(marks: (String, String, String)) { self.marks = marks }

  var text: String { lines.joined(separator: "\n") + "\n" }

  mutating func section(_ title: String) {
    if !lines.isEmpty { lines.append("") }
    lines.append(title)
  }

  mutating func add(_ state: State, _ name: String, _ text: String) {
    let mark =
      switch state {
      case .fine: marks.fine
      case .missing, .broken: marks.missing
      case .note: marks.note
      }
    let label = state == .missing ? "\(name) is missing" : name
    let gap = String(repeating: " ", count: max(2, 34 - label.count))
    lines.append("  \(mark) \(label)\(gap)\(text)")
  }

  /// The nearest existing folder above a file.
  static func nearestFolder(of file: String) -> String {
    var path = file
    var status = stat()
    repeat {
      let end = path.lastIndex(of: "/") ?? path.startIndex
      path = end == path.startIndex ? "/" : String(path[..<end])
    } while stat(path, &status) != 0 && path != "/"
    return path
  }

  static func isWritable(_ folder: String) -> Bool { access(folder, W_OK | X_OK) == 0 }
}
