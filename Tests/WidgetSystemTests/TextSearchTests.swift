import Testing
import WidgetSystem

/// Searching in texts and collections.
@Suite struct TextSearchTests {
  @Test("a text is found, split and replaced")
  func texts() {
    let text = "one, two, , three"
    #expect(text.contains("two") && !text.contains("four") && text.contains(""))
    #expect(text.firstRange(of: "two").map { text[$0] } == "two")
    #expect(text.firstRange(of: "four") == nil)
    #expect(text.ranges(of: ", ").count == 3)
    #expect(text.split(separator: ", ") == ["one", "two", "three"])
    #expect(text.split(separator: ", ", omittingEmptySubsequences: false) == ["one", "two", "", "three"])
    #expect(text.split(separator: ", ", maxSplits: 1) == ["one", "two, , three"])
    #expect(text.replacing(", ", with: "/") == "one/two//three")
    #expect("aaa".replacing("aa", with: "b") == "ba")
    #expect("abc".trimmingPrefix("ab") == "c" && "abc".trimmingPrefix("b") == "abc")
    #expect(text.dropFirst(5).replacing("two", with: "2") == "2, , three")
    #expect("größe".replacing("ö", with: "oe") == "groeße")
  }

  @Test("a mark that combines with a sign doesn't hide the sign")
  func marks() {
    #expect(Array("a<\u{301}b".replacing("<", with: "&lt;").utf8) == Array("a&lt;\u{301}b".utf8))
    #expect(Array("..\u{301}/x".replacing("..", with: "").utf8) == Array("\u{301}/x".utf8))
  }

  @Test("other collections are searched too")
  func collections() {
    let bytes: [UInt8] = [1, 2, 3, 1, 2]
    #expect(bytes.firstRange(of: [2, 3]) == 1..<3 && bytes.firstRange(of: [3, 2]) == nil)
    #expect(bytes.ranges(of: [1, 2]) == [0..<2, 3..<5])
    #expect(bytes.split(separator: [2, 3]).map(Array.init) == [[1], [1, 2]])
    #expect(bytes.replacing([1], with: [9, 9]) == [9, 9, 2, 3, 9, 9, 2])
  }
}
