import Testing
import WidgetModel

@Suite struct Base64Tests {
  @Test(
    "RFC 4648 section 10, both ways",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ])
  func examples(_ plain: String, _ encoded: String) throws {
    #expect(Base64.text(Array(plain.utf8)) == encoded)
    #expect(try Base64.decode(Array(encoded.utf8)) == Array(plain.utf8))
    #expect(try Base64.decode(Array(encoded.filter { $0 != "=" }.utf8)) == Array(plain.utf8), "without padding")
  }

  @Test("all bytes, both alphabets, and line breaks in the text")
  func allBytes() throws {
    let bytes = (0...255).map { UInt8($0) }
    for urlSafe in [false, true] {
      let text = Base64.text(bytes, urlSafe ? .urlSafe : .standard)
      #expect(text.contains(urlSafe ? "-" : "+") && text.contains("=") != urlSafe)
      #expect(try Base64.decode(Array(text.utf8)) == bytes)
      #expect(try Base64.decode(Array(text.utf8.enumerated().flatMap { $0 % 7 == 6 ? [$1, 10] : [$1] })) == bytes)
    }
  }

  @Test(
    "the first wrong character is found",
    arguments: [
      ("Zm9*v", 3, false), ("Z", 1, true), ("Zg=", 3, true), ("=", 0, false), ("Zg==Zg==", 4, false), ("Zm9v=", 4, false),
      ("Zh==", 1, false), ("AB==", 1, false), ("Zm9=", 2, false), ("Zg===", 4, false), ("é", 0, false),
    ])
  func wrongCharacters(_ text: String, _ offset: Int, _ isEnd: Bool) {
    #expect(throws: Base64.DecodingError(offset: offset, isEnd: isEnd)) { try Base64.decode(Array(text.utf8)) }
  }

  @Test("random and mutated text decodes or fails, and decoded bytes survive a round trip")
  func mutations() throws {
    for length in 0..<400 {
      var text = Base64.encode((0..<length).map { _ in UInt8.random(in: 0...255) })
      if !text.isEmpty, length % 2 == 1 { text[Int.random(in: 0..<text.count)] = UInt8.random(in: 0...255) }
      guard let bytes = try? Base64.decode(text) else { continue }
      #expect(try Base64.decode(Base64.encode(bytes, .urlSafe)) == bytes)
    }
  }
}
