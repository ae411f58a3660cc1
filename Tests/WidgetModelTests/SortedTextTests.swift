import Testing
import WidgetModel

@Suite struct SortedTextTests {
  private static let lines = SortedText(
    """
    a 1 one
    a.b 2
    a.b.c 3
    b
    ba 5 | 6
    """)
  private static let words = SortedText("alpha alpha.b beta\ngamma gamma.a zeta", separator: .whitespace)

  @Test(
    "finds the record of every key, and of no other",
    arguments: [
      ("a", "1 one"), ("a.b", "2"), ("a.b.c", "3"), ("b", ""), ("ba", "5 | 6"), ("", nil), ("a.", nil), ("c", nil), ("A", nil),
      ("a.b.", nil), ("bb", nil), ("1", nil), ("a 1", nil), (" ", nil), ("\n", nil),
    ] as [(String, String?)])
  func lines(key: String, record: String?) { #expect(Self.lines.record(of: key) == record) }

  @Test("words are records too")
  func words() {
    #expect(Self.words.keys == ["alpha", "alpha.b", "beta", "gamma", "gamma.a", "zeta"])
    for key in Self.words.keys { #expect(Self.words.record(of: key) == "") }
    for key in ["alph", "alpha.", "aaa", "zz", "gamma.b", "beta\ngamma", "beta gamma"] {
      #expect(Self.words.record(of: key) == nil)
    }
  }

  @Test("every icon is found")
  func icons() { #expect(IconName.all.count >= 400 && IconName.all.allSatisfy(IconName.isKnown)) }
}
