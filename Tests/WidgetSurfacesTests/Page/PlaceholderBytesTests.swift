import Testing

@testable import WidgetSurfaces

@Suite struct PlaceholderBytesTests {
  @Test(
    "every occurrence is replaced",
    arguments: [
      ("", "ab", "x", ""), ("ab", "ab", "x", "x"), ("ab", "ab", "", ""), ("aab", "ab", "xyz", "axyz"), ("abab", "ab", "x", "xx"),
      ("-ab-ab-", "ab", "x", "-x-x-"), ("a", "ab", "x", "a"), ("aba", "ab", "x", "xa"), ("aaa", "aa", "b", "ba"),
      ("abc", "", "x", "abc"),
    ])
  func replaced(_ text: String, _ pattern: String, _ replacement: String, _ expected: String) {
    let bytes = Array(text.utf8).replacing(bytes: Array(pattern.utf8), with: Array(replacement.utf8))
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }
}
