import Testing
import WidgetHost
import WidgetModel

/// Groups of a board's widgets, and how widgets move between them.
@Suite struct BoardGroupTests {
  /// `a/Work`, `b//small`, and `-c` for a hidden one.
  private func widgets(_ text: String) -> [BoardWidget] { text.split(separator: " ").map { widget(String($0)) } }

  private func widget(_ word: String) -> BoardWidget {
    let parts = word.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    var entry = BoardEntry(file: parts[0].filter { $0 != "-" })
    entry.isHidden = word.hasPrefix("-")
    if parts.count > 1, !parts[1].isEmpty { entry.group = parts[1] }
    if parts.count > 2 { entry.family = WidgetFamily(rawValue: parts[2]) }
    return BoardWidget(entry: entry, identity: WidgetIdentity(id: entry.id, instance: entry.id, name: entry.id))
  }

  private func text(_ groups: [BoardGroup]) -> String {
    groups.map { ($0.title.map { "\($0): " } ?? "") + $0.widgets.map(\.id).joined(separator: " ") }.joined(separator: "; ")
  }

  @Test(
    "widgets without a group come first, and groups are in the order of their first widgets",
    arguments: [
      ("", ""), ("a b", "a b"), ("a/Work b c/Home d/Work e", "b e; Work: a d; Home: c"), ("-a/Work b -c", "b"),
      ("a/Work -b", "Work: a"),
    ])
  func order(_ board: String, _ expected: String) { #expect(text(BoardGroup.groups(of: widgets(board))) == expected) }

  @Test("a group is a grid if one of its cards has a family")
  func grid() {
    #expect(BoardGroup.groups(of: widgets("a b//small c/Work d/Work e/Home/small")).map(\.isGrid) == [true, false, true])
  }

  @Test(
    "a moved widget joins the group of the widget it takes the place of",
    arguments: [
      ("b", 0, [.move(id: "b", to: 0)]), ("a", 2, [.move(id: "a", to: 1), .setGroup(id: "a", "Work")]),
      ("w", 1, [.move(id: "w", to: 2), .setGroup(id: "w", nil)]), ("w", 3, [.move(id: "w", to: 3)]), ("a", 0, []),
      ("a", 4, []), ("a", -1, []), ("nobody", 0, []), ("h", 0, []),
    ] as [(String, Int, [BoardEdit])])
  func move(_ id: String, _ position: Int, _ expected: [BoardEdit]) {
    // Shown: a b, Work: w x.
    let board = widgets("a w/Work b x/Work -h")
    #expect(BoardGroup.move(id, to: position, in: board) == expected)
  }
}
