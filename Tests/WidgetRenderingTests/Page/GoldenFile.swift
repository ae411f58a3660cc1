import Foundation
import Testing
import WidgetModel
import WidgetTesting

/// Files next to the tests: golden files, and the snapshots of the widgets.
enum GoldenFile {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

  /// Compares a text with its golden file. `RECORD_SNAPSHOTS=1` records it, and that run fails.
  static func expect(_ text: String, _ name: String, sourceLocation: Testing.SourceLocation = #_sourceLocation) throws {
    let file = folder.appending(path: "Golden/\(name)")
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("\(name) was recorded", sourceLocation: sourceLocation)
    }
    let recorded = try? String(contentsOf: file, encoding: .utf8)
    guard recorded != text else { return }
    func lines(_ text: String) -> [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
    let difference = zip(lines(recorded ?? ""), lines(text)).first { $0 != $1 }.map { "\n\($0)\n\($1)" } ?? ""
    Issue.record("\(name) is not what was recorded\(difference)", sourceLocation: sourceLocation)
  }

  /// The last snapshot of a bundled widget.
  static func widget(_ name: String) throws -> Snapshot {
    try Snapshot(recordedAt: folder.appending(path: "Fixtures/\(name).json"))
  }

  static let widgets = ["disk", "flight", "geoip", "github", "quote"]
}
