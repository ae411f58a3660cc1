import Foundation
import Testing

/// Typical mistakes by authors, and exactly what the program reports about each. The cases are in `Mistakes`.
///
/// `RECORD_SNAPSHOTS=1` writes the program's reports into the catalogue, and that run fails.
@Suite struct MistakeCatalogueTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Mistakes")
  static let topics = (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []

  private static func mistakes(_ topic: String) throws -> [Mistake] {
    Mistake.parse(try String(contentsOf: folder.appending(path: topic), encoding: .utf8))
  }

  @Test("a mistake is reported with its exact text", arguments: topics)
  func report(_ topic: String) async throws {
    var mistakes = try Self.mistakes(topic)
    for index in mistakes.indices {
      let expected = mistakes[index]
      let reported = try await expected.run()
      #expect(reported.status != 0 || !reported.errors.isEmpty, "\(topic): \(expected.name) goes unnoticed")
      mistakes[index] = reported
      if !Self.isRecording { #expect(reported.text == expected.text, "\(topic): \(expected.name)") }
    }
    guard Self.isRecording else { return }
    try Data((mistakes.map(\.text).joined(separator: "\n") + "\n").utf8).write(to: Self.folder.appending(path: topic))
    Issue.record("recorded \(topic)")
  }

  @Test("the catalogue has at least 80 mistakes, each with its own name")
  func size() throws {
    let names = try Self.topics.flatMap { try Self.mistakes($0).map(\.name) }
    #expect(names.count >= 80)
    #expect(Set(names).count == names.count)
  }

  private static let isRecording = ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil
}
