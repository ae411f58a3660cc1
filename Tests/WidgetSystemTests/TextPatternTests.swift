import Testing
import WidgetSystem

@Suite struct TextPatternTests {
  @Test("a match has its groups, and where they are")
  func groups() throws {
    let text = "x = data.user[12]"
    let match = try #require(TextPattern(#"(\w+)\.(\w+)(\[([0-9]+)\])?"#).firstMatch(in: text))
    #expect((0...4).map { match[$0] } == ["data.user[12]", "data", "user", "[12]", "12"])
    #expect(text[match.range(2)] == "user" && text[match.range().upperBound...] == "")
    #expect(match[9] == "")
    let without = try #require(TextPattern(#"(\w+)\.(\w+)(\[([0-9]+)\])?"#).firstMatch(in: "a.b"))
    #expect(without[3] == "" && without[4] == "")
  }

  @Test(
    "matches don't overlap, and the start of a text matches once",
    arguments: [
      (#"\w+"# as StaticString, "one two", ["one", "two"]), (#"^\w+"#, "one two", ["one"]), ("a*", "baa", ["", "aa", ""]),
      ("x", "abc", []), (#"\bfor\b"#, "for fork (for)", ["for", "for"]), (#"\s+"#, "a \t b", [" \t "]),
      ("[^=]=([^=]|$)", "a = b == c", [" = "]),
    ])
  func matches(pattern: StaticString, text: String, found: [String]) {
    #expect(TextPattern(pattern).matches(in: text).map { $0[0] } == found)
  }

  @Test("texts with other letters, with NUL and parts of texts")
  func texts() {
    #expect(TextPattern("'([^']*)'").firstMatch(in: "größe 'süß' €")?[1] == "süß")
    #expect(TextPattern("b").firstMatch(in: "a\0b") == nil)
    #expect(TextPattern("b+").firstMatch(in: "abba".dropFirst())?[0] == "bb")
    #expect("".contains(TextPattern("^$")))
  }

  @Test("an invalid pattern matches nothing")
  func invalid() {
    #expect(!TextPattern("(").isValid)
    #expect(!"(".contains(TextPattern("(")))
  }
}
