import Foundation
import Testing
import WidgetModel
import WidgetServices
import WidgetTesting

/// Recordings of what arrives on streams.
@Suite struct StreamRecordingTests {
  private let folder = TestFolder()

  private func replay(_ secrets: SecretsInUse = SecretsInUse()) throws -> (StreamReplay, [String]) {
    nonisolated(unsafe) var problems: [String] = []
    let replay = try StreamReplay(folder: folder("r"), secrets: secrets) { problems.append("\($0)") }
    return (replay, problems)
  }

  private func put(_ text: String, _ name: String = "a.events") throws {
    try FileManager.default.createDirectory(atPath: folder("r"), withIntermediateDirectories: true)
    try text.write(toFile: folder("r/\(name)"), atomically: true, encoding: .utf8)
  }

  private func event(_ data: String, name: String = "message", id: String? = nil) -> WidgetEvent {
    WidgetEvent(source: "https://a.example/s?key=abc", name: name, data: data, id: id, time: 0)
  }

  @Test("what was recorded is read again, whatever the data is")
  func roundTrip() throws {
    try put("", "x")
    let recorder = StreamRecorder(folder: folder("r"), secrets: SecretsInUse()) { _ in }
    recorder.open("https://a.example/s?key=abc")
    let texts = ["plain", "two\nlines", "", "\n", " data: x ", "tail \r", "after: 9", "ü \u{1F600}", "\n\nblank\n\n"]
    recorder.add(texts.map { event($0, name: "price", id: "7") }, of: "https://a.example/s?key=abc")
    let (replay, problems) = try replay()
    let entries = try #require(replay.entries(of: "https://a.example/s?key=abc"))
    #expect(problems == [])
    #expect(entries.map(\.data) == texts)
    #expect(entries.allSatisfy { $0.name == "price" && $0.id == "7" && $0.after >= 0 })
    #expect(replay.entries(of: "https://a.example/other") == nil)
    let file = try #require(try FileManager.default.contentsOfDirectory(atPath: folder("r")).first { $0.hasSuffix(".events") })
    #expect(file.hasPrefix("stream-a-example-s-"))
    #expect(try !String(contentsOfFile: folder("r/\(file)"), encoding: .utf8).contains("abc"))
  }

  @Test("secrets are masked in sources and in data, and another run begins the file anew")
  func masks() throws {
    try put("", "x")
    let secrets = SecretsInUse()
    secrets.insert(["hunter2secret"])
    for text in ["hello hunter2secret", "again"] {
      let recorder = StreamRecorder(folder: folder("r"), secrets: secrets) { _ in }
      recorder.open("https://a.example/hunter2secret")
      recorder.add([event(text)], of: "https://a.example/hunter2secret")
    }
    let entries = try replay(secrets).0.entries(of: "https://a.example/hunter2secret")
    #expect(entries?.map(\.data) == ["again"])
    for file in try FileManager.default.contentsOfDirectory(atPath: folder("r")) {
      #expect(try !String(contentsOfFile: folder("r/\(file)"), encoding: .utf8).contains("hunter2"))
    }
  }

  @Test("a hand-written recording may leave out names and times, and have the newlines of Windows")
  func handWritten() throws {
    try put("SUBSCRIBE tail\r\n\r\ndata: one\r\n\r\nafter: 2\r\nname: line\r\ndata: two\r\n")
    let entries = try #require(try replay().0.entries(of: "tail"))
    #expect(entries.map { "\($0.after) \($0.name) \($0.data)" } == ["0.0 message one", "2.0 line two"])
  }

  @Test(
    "a damaged recording is left out, and its line is named",
    arguments: [
      ("", "1: must be `SUBSCRIBE`"), ("GET https://a", "1: must be `SUBSCRIBE`"), ("SUBSCRIBE a\n\nfoo: 1", "3: must be after:"),
      ("SUBSCRIBE a\n\nafter: 2\ndata: x\n\nafter: 1\n", "6: must be `after:`"),
      ("SUBSCRIBE a\n\nafter: inf\n", "3: must be `after:`"),
      ("SUBSCRIBE a\n\nhello", "3: must be after:"),
    ])
  func damaged(text: String, problem: String) throws {
    try put(text)
    #expect(try replay().1.first?.contains("a.events:\(problem)") == true)
  }
}
