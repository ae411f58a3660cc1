import Testing
import WidgetTesting

@testable import WidgetFormats

/// A worker may be compromised, so the broker checks the documents it packs.
@Suite struct PackedDocumentTests {
  /// A document in one line: elements as calls, attributes in brackets, texts in quotes.
  static func shape(_ document: XMLDocument, _ index: Int = 0) -> String {
    switch document.nodes[index].content {
    case .text(let text): return "'\(text)'"
    case .element(let name, let attributes):
      let values = attributes.isEmpty ? "" : "[" + attributes.map { "\($0.name)=\($0.value)" }.joined(separator: " ") + "]"
      return name + values + "(" + document.children(index).map { shape(document, $0) }.joined(separator: " ") + ")"
    }
  }

  @Test(
    "a worker's document is the tree of its text",
    arguments: [
      ("<a/>", "a()"), ("<a b='1' c=''> x <d><e/>y</d> </a>", "a[b=1 c=](' x ' d(e() 'y') ' ')"),
      ("<a><b/><b>é</b></a>", "a(b() b('é'))"),
    ])
  func documents(_ text: String, _ expected: String) throws {
    let packed = try #require(try XMLWorker().pack(Array(text.utf8)))
    let document = try #require(XMLDocument(packed: packed))
    #expect(Self.shape(document) == expected)
    #expect(document.nodes.first?.end == document.nodes.count)
  }

  @Test(
    "anything but one element within the limits is refused",
    arguments: [
      "", "a", "\u{1}", "\u{1}a", "\u{1}a\u{6}\u{6}", "\u{6}", "\u{5}x", "\u{1}a\u{6}\u{1}b\u{6}", "\u{1}a\u{6}\u{5}x",
      "\u{1}a\u{3}b\u{6}", "\u{1}a\u{4}b\u{6}", "\u{1}a\u{3}b\u{3}c\u{4}d\u{6}", "\u{1}a\u{5}x\u{3}b\u{4}c\u{6}",
      "\u{1}a\u{1}b\u{6}\u{3}c\u{4}d\u{6}", "\u{1}a\u{6}x", "\u{0}a\u{6}", "\u{7}a\u{6}", "\u{3}a\u{4}b\u{6}",
      String(repeating: "\u{1}a", count: 257) + String(repeating: "\u{6}", count: 257),
      "\u{1}a" + String(repeating: "\u{5}x", count: 100_000) + "\u{6}",
      "\u{1}a" + String(repeating: "\u{3}b\u{4}c", count: 1001) + "\u{6}",
      "\u{1}" + String(repeating: "a", count: 7 << 20) + "\u{6}",
    ])
  func refused(_ packed: String) { #expect(XMLDocument(packed: Array(packed.utf8)) == nil) }

  @Test("mutated documents are refused or have one root")
  func mutations() throws {
    let text = "<a b='1'>x<c d='2'><e/>y</c>z<f/></a>"
    let packed = try #require(try XMLWorker().pack(Array(text.utf8)))
    var generator = SeededGenerator(seed: 21)
    var accepted = 0
    for _ in 0..<20_000 {
      var bytes = packed
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let index = Int.random(in: 0..<bytes.count, using: &generator)
        if Bool.random(using: &generator) {
          bytes[index] = .random(in: 0...8, using: &generator)
        } else {
          bytes.insert(.random(in: 0...8, using: &generator), at: index)
        }
      }
      guard let document = XMLDocument(packed: bytes) else { continue }
      accepted += 1
      #expect(document.nodes[0].end == document.nodes.count)
      #expect(document.nodes.indices.allSatisfy { $0 < document.nodes[$0].end && document.nodes[$0].end <= document.nodes.count })
      _ = try? FeedReader.read(bytes, .xml)
    }
    #expect(accepted > 100)
  }
}
