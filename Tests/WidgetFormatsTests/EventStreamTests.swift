import Testing
import WidgetFormats
import WidgetModel

@Suite struct EventStreamTests {
  /// The events of a stream, given in parts of so many bytes, as `name data id`.
  private func events(_ text: String, parts: Int = 1000) -> [String] {
    var parser = EventStreamParser()
    var events: [String] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: parts) {
      events += parser.append(bytes[start..<min(start + parts, bytes.count)]).map {
        "\($0.name) \($0.data.replacing("\n", with: "|")) \($0.id ?? "-")"
      }
    }
    return events
  }

  @Test(
    "the examples of the standard, with all line ends, in parts of any size",
    arguments: [
      ("data: YHOO\ndata: +2\ndata: 10\n\n", ["message YHOO|+2|10 -"]),
      (
        ": test stream\n\ndata: first event\nid: 1\n\ndata:second event\nid\n\ndata:  third event\n\n",
        ["message first event 1", "message second event -", "message  third event -"]
      ),
      ("data\n\ndata\ndata\n\ndata:", ["message  -", "message | -"]),
      ("data:test\n\ndata: test\n\n", ["message test -", "message test -"]),
      ("event: add\ndata: 73857293\n\nevent: remove\ndata: 2153\n\n", ["add 73857293 -", "remove 2153 -"]),
      ("\u{FEFF}data: a\n\n", ["message a -"]), ("event: x\n\ndata: a\n\n", ["message a -"]),
      ("id: 1\u{0}2\ndata: a\n\n", ["message a -"]), ("unknown: 1\nretry: soon\ndata: a\n\n", ["message a -"]), ("data: cut", []),
    ])
  func examples(_ text: String, _ expected: [String]) {
    for end in ["\n", "\r", "\r\n"] {
      for parts in [1, 2, 3, 7, 1000] {
        #expect(events(text.replacing("\n", with: end), parts: parts) == expected, "\(end.debugDescription) \(parts)")
      }
    }
  }

  @Test("the id stays for the next connection, and the server says when that is")
  func connection() {
    var parser = EventStreamParser(lastID: "4")
    #expect(parser.append("data: a\n\nretry: 2500\nid: 5\n\n".utf8).map(\.id) == ["4"])
    #expect(parser.lastID == "5" && parser.retry == 2.5)
    _ = parser.append("retry: -1\nretry: 99999999999999999999\n\n".utf8)
    #expect(parser.retry == 2.5)
  }

  @Test("an event that is too long is left out and counted, however it's too long; the next one arrives")
  func tooLong() {
    let line = String(repeating: "x", count: 60_000)
    let many = String(repeating: "data: \(String(repeating: "y", count: 6000))\n", count: 20)
    var parser = EventStreamParser()
    let text = "data: \(line)\(line)\n\n\(many)\nevent: \(line)\ndata: a\n\n\(line)\(line)\ndata: b\n\ndata: \(line)\n\n"
    let messages = parser.append(text.utf8)
    #expect(messages.map(\.data.utf8.count) == [1, 60_000])
    #expect(parser.oversized == 3)
    #expect(messages.allSatisfy { $0.data.utf8.count <= WidgetEvent.maximumBytes })
  }

  @Test("ill-formed UTF-8 is repaired, within the limit")
  func bytes() {
    var parser = EventStreamParser()
    #expect(parser.append(Array("data: a".utf8) + [0xFF] + Array("b\n\n".utf8)).map(\.data) == ["a\u{FFFD}b"])
    let bad = [UInt8](repeating: 0xFF, count: WidgetEvent.maximumBytes - 10)
    #expect(parser.append(Array("data: ".utf8) + bad + Array("\n\n".utf8)).isEmpty)
    #expect(parser.oversized == 1)
  }

  @Test("an id that no request could send back is ignored")
  func controlCharactersInID() {
    var parser = EventStreamParser(lastID: "7")
    #expect(parser.append("id: abc\u{1}\u{2}\tx\ndata: a\n\nid: 8\u{7F}\ndata: b\n\n".utf8).map(\.id) == ["7", "7"])
  }

  @Test("random bytes never cost more than an event")
  func random() {
    var generator = SystemRandomNumberGenerator()
    let words = ["data", "event", "id", "retry", ":", " ", "\n", "\r", "\r\n", "\u{0}", "x", "\u{FEFF}", "é"]
    for _ in 0..<200 {
      var parser = EventStreamParser()
      for _ in 0..<200 {
        let part = (0..<Int.random(in: 1...8, using: &generator)).map { _ in words.randomElement(using: &generator) ?? "" }
          .joined()
        for message in parser.append(part.utf8) {
          #expect(message.data.utf8.count <= WidgetEvent.maximumBytes && !message.name.isEmpty)
        }
      }
    }
  }
}
