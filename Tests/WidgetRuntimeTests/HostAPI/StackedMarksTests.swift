import Testing
import WidgetFormats
import WidgetModel

@testable import WidgetRuntime

/// Texts with thousands of combining marks on one letter, which take minutes to compare.
@Suite(.timeLimit(.minutes(1))) struct StackedMarksTests {
  /// Two marks of different classes, which comparing would put in order.
  private static let pair = "\u{301}\u{316}"
  private static let text = "a" + String(repeating: pair, count: 100_000)

  @Test("every host function refuses such a text at once, wherever it is in the arguments")
  func arguments() {
    let session = TestSession()
    for function in HostAPI.implemented.values {
      let arguments = function.arguments(withTexts: .string(Self.text))
      guard arguments != function.arguments(withTexts: "a") else { continue }
      do throws(HostError) {
        _ = try session.call(function.name, arguments)
        Issue.record("\(function.name) took it")
      } catch { #expect(error.message.contains(StackedMarks.problem), "\(function.name): \(error.message)") }
    }
  }

  @Test("a parser refuses such a name where it was escaped")
  func escaped() throws {
    let encoded = PercentCoding.encode(Array(Self.text.utf8))
    for url in ["http://h/?\(encoded)=1", "?a=b&\(encoded)", "http://\(encoded)/"] {
      #expect(throws: URLParts.Problem.stackedMarks) { try URLParts(parsing: Array(url.utf8)) }
    }
    let key = String(repeating: #"\u0301\u0316"#, count: 100_000)
    for json in ["{\"\(key)\":1,\"b\":2}", "[\"\(key)\"]"] {
      let error = #expect(throws: JSONError.self) { try JSONReader.read(Array(json.utf8)) }
      #expect(error?.description == "line 1, column 2: a text has more than 128 combining marks in a row")
    }
  }

  @Test("a view with such a text loses marks, so it can be stored and read again")
  func views() throws {
    let view = try ViewDecoder.decode(
      .table([
        "type": "text", "text": .bytes(Array(Self.text.utf8)), "id": .bytes(Array(Self.text.utf8)),
        "accessibility": .bytes(Array((Self.text + "b").utf8)),
      ]))
    let text = try #require(view.text)
    #expect(text.unicodeScalars.count == StackedMarks.most + 1 && view.style.id == text && view.style.accessibility == text + "b")
    #expect(try ViewNode(stored: MessagePack.decode(MessagePack.encode(view.stored))) == view)
  }

  @Test("such a text from a worker is bytes, and such a key is an error; marks as people write them are text")
  func messages() throws {
    let message = MessagePack.encode(.string(Self.text))
    #expect(try MessagePack.decode(message) == .bytes(Array(Self.text.utf8)))
    #expect(LuaValue(stringBytes: Array(Self.text.utf8)) == .bytes(Array(Self.text.utf8)))
    // A table with the text as its only key.
    #expect(throws: MessagePack.Problem.stackedMarks) { try MessagePack.decode([0x81] + message + [1]) }
    let few = "e" + String(repeating: "\u{301}", count: StackedMarks.most)
    for text in [few, String(repeating: "e\u{301}\u{327}", count: 1000), String(repeating: "\u{9234}\u{AC01}", count: 1000)] {
      #expect(try MessagePack.decode(MessagePack.encode(.table([text: .string(text)]))) == .table([text: .string(text)]))
    }
    // Vowels that are taken apart into marks.
    #expect(StackedMarks.areIn(String(repeating: "\u{F73}", count: 200).utf8))
    #expect(!StackedMarks.areIn(String(repeating: "\u{915}\u{94D}", count: 200).utf8))
  }
}
