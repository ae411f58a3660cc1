import Testing
import WidgetModel
import WidgetServices
import WidgetTesting

@testable import WidgetHost

/// Mutated board files and random changes to them: each is refused, or has exactly the requested effect.
@Suite struct BoardFuzzTests {
  private static let samples = [
    """
    # Mornings.

    [[widget]]   # first
    file = 'flight.lua'  # mine
    set = { number = "LY316",  gate = 'B' }

    [[widget]]
      family   = "small"
      file     = "disk.lua"
      # refresh = "1m"

    [[widget]]
    id = "quote"
    file = "quote.lua"
    allow = [
      "notify", # a comment
      "net=example.com",
    ]
    [widget.set]
    author = "Ada" # who
    """,
    "\u{FEFF}[[widget]]\r\nfile = \"a\\u00e4.lua\"\r\nset.x = 1\r\nset.\"a b\" = '''\r\nlong'''\r\n",
    "[[widget]]\nfile = \"a\"\nrefresh = { cron = \"0 7 * * *\" }\n[[widget]]\nfile = \"b\"",
    "widget = [ { file = \"a.lua\" }, { file = \"b.lua\", set = { x = [1, 2] } } ]\n",
  ]

  private static func edits(_ id: String) -> [BoardEdit] {
    [
      .add(BoardEntry(file: "new.lua"), at: nil), .add(BoardEntry(file: "new \"x\".lua"), at: 0), .remove(id: id),
      .move(id: id, to: 0), .move(id: id, to: 2), .setHidden(id: id, true),
      .setSetting(id: id, name: "number", value: "7"), .setSetting(id: id, name: "a \"b\".c", value: "\u{1F600}\n\\"),
      .setSetting(id: id, name: "gate", value: nil), .setFamily(id: id, .large), .setFamily(id: id, nil),
      .setFullWidth(id: id, true), .setGroup(id: id, "At \"work\""), .setGroup(id: id, nil),
      .setRefresh(id: id, .every(seconds: 90)), .setRefresh(id: id, nil), .setAllowed(id: id, [.notify]),
      .setAllowed(id: id, []), .setID(id: id, to: "other"), .setID(id: id, to: nil),
    ]
  }

  @Test("only removing a widget removes comments")
  func keepsComments() throws {
    let sample = Self.samples[0]
    let comments = sample.matches(of: #/# .*/#).map { String($0.0) }
    #expect(comments.count == 6)
    for entry in try BoardFile(toml: Array(sample.utf8), path: "b.toml").entries {
      for edit in Self.edits(entry.id) where edit != .remove(id: entry.id) {
        let (_, bytes) = try BoardFile.edited(Array(sample.utf8), path: "b.toml", [edit])
        let lost = comments.filter { !String(decoding: bytes, as: UTF8.self).contains($0) }
        #expect(lost.isEmpty, "\(edit)")
      }
    }
  }

  private static let fragments = [
    "[[widget]]", "[widget.set]", "[", "]", "{", "}", "\"", "'", "'''", "\"\"\"", "#", "=", ",", ".", "\n", "\r\n", "\r",
    "\u{FEFF}",
    "\\", "\u{0}", "file = \"x.lua\"\n", "set = {}\n", "id = \"flight\"\n", "9", "1979-05-27", "true", "\t", "é", "\u{FFFD}",
  ]

  @Test(
    "a mutated board file is an error with a line in the file, or a board that random changes leave readable", arguments: 0..<8)
  func mutations(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for round in 0..<400 {
      var bytes = Array(Self.samples[Int(random.next() % UInt64(Self.samples.count))].utf8)
      for _ in 0..<random.next() % 5 {
        let start = Int(random.next() % UInt64(bytes.count + 1))
        let end = min(bytes.count, start + Int(random.next() % 12))
        let fragment = Self.fragments[Int(random.next() % UInt64(Self.fragments.count))]
        switch random.next() % 4 {
        case 0: bytes.removeSubrange(start..<end)
        case 1: bytes.insert(contentsOf: Array(fragment.utf8), at: start)
        case 2: bytes.insert(contentsOf: bytes[start..<end], at: Int(random.next() % UInt64(bytes.count + 1)))
        default: bytes.replaceSubrange(start..<end, with: [UInt8(truncatingIfNeeded: random.next())])
        }
        if bytes.isEmpty { bytes = [0x0A] }
      }
      check(bytes, &random, "seed \(seed), round \(round)")
    }
  }

  private func check(_ original: [UInt8], _ random: inout SeededGenerator, _ comment: Comment) {
    let board: BoardFile
    var bytes = original
    do throws(BoardFileError) { board = try BoardFile(toml: bytes, path: "b.toml") } catch {
      let lines = bytes.count { $0 == 0x0A } + 1
      #expect(error.line.map { (1...lines).contains($0) } ?? true, "\(error) \(comment)")
      return
    }
    #expect(Set(board.entries.map(\.id)).count == board.entries.count, comment)
    var (current, text) = (board, bytes)
    for _ in 0..<3 {
      let ids = current.entries.map(\.id) + ["missing"]
      let edits = Self.edits(ids[Int(random.next() % UInt64(ids.count))])
      let edit = edits[Int(random.next() % UInt64(edits.count))]
      // A change that can't be made leaves the text.
      do throws(BoardFileError) { (current, text) = try BoardFile.edited(text, path: "b.toml", [edit]) } catch { continue }
      #expect((try? BoardFile(toml: text, path: "b.toml")) == current, "\(edit) \(comment)")
      if !keepsLines(edit) { bytes = text }
      guard keepsLines(edit) else { continue }
      let lost = comments(bytes).filter { !comments(text).contains($0) }
      #expect(lost.isEmpty, "\(edit) \(comment)")
      bytes = text
    }
  }

  /// Whether a change removes no line.
  private func keepsLines(_ edit: BoardEdit) -> Bool {
    switch edit {
    case .add, .move: true
    default: false
    }
  }

  /// Lines that are only comments.
  private func comments(_ bytes: [UInt8]) -> [String] {
    String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init).filter { $0.hasPrefix("#") }
  }
}
