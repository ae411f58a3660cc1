import Testing
import WidgetModel

@Suite struct PaddedTextTests {
  @Test(
    "a short text is padded on its left, a longer one stays",
    arguments: [
      ("ff", 6, "0000ff"), ("", 2, "00"), ("abcdef", 6, "abcdef"), ("abcdefg", 6, "abcdefg"), ("a", -1, "a"), ("a", .min, "a"),
    ])
  func padded(_ text: String, _ count: Int, _ expected: String) { #expect(text.padded(to: count, with: "0") == expected) }
}
