import Foundation
import Testing
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetTesting

/// Changes to board files: the whole text before and after.
@Suite struct BoardEditTests {
  /// Writes a text, applies changes, and returns the new text.
  private func edited(_ text: String, _ edits: BoardEdit...) throws -> String {
    try withTemporaryFolder { folder in
      let path = folder + "/today.toml"
      try writeFile(Array(text.utf8), to: path)
      var board = try BoardFile(reading: path)
      try board.apply(edits)
      #expect(try BoardFile(reading: path) == board)
      // `String(contentsOfFile:)` would drop a byte order mark.
      return String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    }
  }

  private static let commented = """
    # Mornings.

    # The flight out.
    [[widget]]   # first
    file = 'flight.lua'  # mine
    set = { number = "LY316",  gate = 'B' }

    # A note between two widgets.

    [[widget]]
      family   = "small"
      file     = "disk.lua"
      # refresh = "1m"

    [[widget]]
    file = "quote.lua"
    [widget.set]
    author = "Ada" # who
    # vim: ft=toml

    """

  private static let quoteSettings = "[widget.set]\nauthor = \"Ada\" # who\n"
  private static let flightSettings = "{ number = \"LY316\",  gate = 'B' }"

  @Test("a family and the full width end each other")
  func fullWidth() throws {
    func keys(_ before: String, _ edit: BoardEdit) throws -> [String?] {
      let text = try edited("[[widget]]\nfile = \"a\"\n\(before)\n", edit)
      let board = try BoardFile(toml: Array(text.utf8), path: "b.toml")
      return [board.entries[0].family?.rawValue, board.entries[0].isFullWidth ? "full" : nil]
    }
    #expect(try keys("family = \"small\"", .setFullWidth(id: "a", true)) == [nil, "full"])
    #expect(try keys("full_width = true", .setFamily(id: "a", .small)) == ["small", nil])
    #expect(try keys("full_width = true", .setFamily(id: "a", nil)) == [nil, "full"])
    #expect(try keys("full_width = true", .setFullWidth(id: "a", false)) == [nil, nil])
  }

  @Test("adding appends a block after a blank line")
  func add() throws {
    let entry = BoardEntry(
      id: "", file: "~/a \"b\".lua", settings: [Assignment("count", "3"), Assignment("to", "x=y"), Assignment("zip", "007")],
      family: .large, refresh: .every(seconds: 5400), allow: [.net("a.example"), .notify], isHidden: true)
    let block = """
      [[widget]]
      file = "~/a \\"b\\".lua"
      set = { count = 3, to = "x=y", zip = "007" }
      family = "large"
      refresh = "90m"
      allow = ["net=a.example", "notify"]
      hidden = true

      """
    #expect(try edited("", .add(entry, at: nil)) == block)
    #expect(try edited(Self.commented, .add(entry, at: nil)) == Self.commented + "\n" + block)
    #expect(try edited("# only\n\n", .add(entry, at: nil)) == "# only\n\n" + block)
    #expect(try edited("[[widget]]\nfile = \"a\"", .add(entry, at: nil)) == "[[widget]]\nfile = \"a\"\n\n" + block)
    #expect(
      try edited("# x\n\n[[widget]]\nfile = \"a\"\n", .add(entry, at: 0)) == "# x\n\n\(block)\n[[widget]]\nfile = \"a\"\n")
  }

  @Test("the place on the desktop is set, changed and removed, and a comment stays")
  func placement() throws {
    let text = "[[widget]]\nfile = \"a\"\nanchor = \"top\" # above\n"
    let place = CardPlacement(anchor: .left, margin: .init(horizontal: 8, vertical: 9), monitor: .name("DP-1"))
    let placed = try edited(text, .setPlacement(id: "a", place))
    #expect(placed.contains("anchor = \"left\" # above\n"))
    #expect(placed.contains("margin = [8, 9]\n") && placed.contains("monitor = \"DP-1\"\n"))
    #expect(
      try edited(text, .setPlacement(id: "a", place), .setPlacement(id: "a", CardPlacement(monitor: .number(2))))
        == "[[widget]]\nfile = \"a\"\n# above\nmonitor = 2\n")
    var entry = BoardEntry(file: "b")
    entry.placement = place
    #expect(
      try edited("", .add(entry, at: nil))
        == "[[widget]]\nfile = \"b\"\nanchor = \"left\"\nmargin = [8, 9]\nmonitor = \"DP-1\"\n")
  }

  @Test("a second entry of a name has the next one, and no id in the file")
  func addTwice() throws {
    let text = try edited("", .add(BoardEntry(file: "a/flight.lua"), at: nil), .add(BoardEntry(file: "flight.lua"), at: nil))
    #expect(text == "[[widget]]\nfile = \"a/flight.lua\"\n\n[[widget]]\nfile = \"flight.lua\"\n")
  }

  @Test("removing leaves the other widgets, their comments and those between them")
  func remove() throws {
    #expect(
      try edited(Self.commented, .remove(id: "flight")) == """
        # Mornings.

        # A note between two widgets.

        [[widget]]
          family   = "small"
          file     = "disk.lua"
          # refresh = "1m"

        [[widget]]
        file = "quote.lua"
        [widget.set]
        author = "Ada" # who
        # vim: ft=toml

        """)
    #expect(
      try edited(Self.commented, .remove(id: "disk")) == """
        # Mornings.

        # The flight out.
        [[widget]]   # first
        file = 'flight.lua'  # mine
        set = { number = "LY316",  gate = 'B' }

        # A note between two widgets.

        [[widget]]
        file = "quote.lua"
        [widget.set]
        author = "Ada" # who
        # vim: ft=toml

        """)
    #expect(try edited("# title\n[[widget]]\nfile = \"a\"\n", .remove(id: "a")) == "# title\n")
    #expect(
      try edited("[[widget]]\nfile = \"a\"\n\n\n[[widget]]\nfile = \"b\"", .remove(id: "b")) == "[[widget]]\nfile = \"a\"\n")
  }

  @Test("moving takes the comments of the widget along")
  func move() throws {
    #expect(
      try edited(Self.commented, .move(id: "flight", to: 1)) == """
        # Mornings.

        [[widget]]
          family   = "small"
          file     = "disk.lua"
          # refresh = "1m"

        # A note between two widgets.

        # The flight out.
        [[widget]]   # first
        file = 'flight.lua'  # mine
        set = { number = "LY316",  gate = 'B' }

        [[widget]]
        file = "quote.lua"
        [widget.set]
        author = "Ada" # who
        # vim: ft=toml

        """)
    let compact = "[[widget]]\nfile = \"a\"\n[[widget]]\nfile = \"b\""
    #expect(try edited(compact, .move(id: "b", to: 0)) == "[[widget]]\nfile = \"b\"\n[[widget]]\nfile = \"a\"\n")
  }

  @Test(
    "a change of a key replaces its rows by one line",
    arguments: [
      (.setFamily(id: "disk", .large), "  family   = \"small\"\n", "  family   = \"large\"\n"),
      (.setFamily(id: "disk", nil), "  family   = \"small\"\n", ""),
      (.setFamily(id: "flight", .inline), "gate = 'B' }\n", "gate = 'B' }\nfamily = \"inline\"\n"),
      (.setFullWidth(id: "flight", true), "gate = 'B' }\n", "gate = 'B' }\nfull_width = true\n"),
      (.setGroup(id: "flight", "Work"), "gate = 'B' }\n", "gate = 'B' }\ngroup = \"Work\"\n"),
      (.setHidden(id: "disk", true), "\"disk.lua\"\n", "\"disk.lua\"\n  hidden = true\n"),
      (.setRefresh(id: "quote", .cron("0 7 * * *")), "\"quote.lua\"\n", "\"quote.lua\"\nrefresh = { cron = \"0 7 * * *\" }\n"),
      (.setID(id: "flight", to: "out"), "# first\n", "# first\nid = \"out\"\n"),
      (.setAllowed(id: "flight", [.notify]), "gate = 'B' }\n", "gate = 'B' }\nallow = [\"notify\"]\n"),
      (.setSetting(id: "flight", name: "number", value: "LY1"), Self.flightSettings, "{ gate = \"B\", number = \"LY1\" }"),
      (.setSetting(id: "flight", name: "gate", value: "C'"), Self.flightSettings, "{ gate = \"C'\", number = \"LY316\" }"),
      (.setSetting(id: "flight", name: "gate", value: nil), Self.flightSettings, "{ number = \"LY316\" }"),
      (
        .setSetting(id: "flight", name: "the seat", value: "4"), Self.flightSettings,
        "{ gate = \"B\", number = \"LY316\", \"the seat\" = 4 }"
      ),
      (.setSetting(id: "disk", name: "path", value: "/"), "\"disk.lua\"\n", "\"disk.lua\"\n  set = { path = \"/\" }\n"),
      (.setSetting(id: "quote", name: "author", value: "Bob"), quoteSettings, "# who\nset = { author = \"Bob\" }\n"),
      (.setSetting(id: "quote", name: "lines", value: "2"), quoteSettings, "# who\nset = { author = \"Ada\", lines = 2 }\n"),
      (.setSetting(id: "quote", name: "author", value: nil), quoteSettings, "# who\n"),
    ] as [(BoardEdit, String, String)])
  func keys(_ edit: BoardEdit, _ before: String, _ after: String) throws {
    #expect(Self.commented.contains(before))
    let expected = Self.commented.replacing(before, with: after, maxReplacements: 1)
    for newline in ["\n", "\r\n"] {
      let text = Self.commented.replacing("\n", with: newline)
      #expect(try edited("\u{FEFF}" + text, edit) == "\u{FEFF}" + expected.replacing("\n", with: newline))
    }
  }

  @Test(
    "other layouts",
    arguments: [
      (
        .setSetting(id: "a", name: "y", value: "2"), "[[widget]]\nfile = \"a\"\nset.x = 1\nfamily = \"small\"\n",
        "[[widget]]\nfile = \"a\"\nset = { x = 1, y = 2 }\nfamily = \"small\"\n"
      ),
      (
        .setSetting(id: "a", name: "x", value: "2"), "[[widget]]\nfile = \"a\"\n\"set\" . 'x' = 1\n",
        "[[widget]]\nfile = \"a\"\nset = { x = 2 }\n"
      ),
      (
        .setSetting(id: "a", name: "x", value: "1"), "[[widget]]\nfile = \"a\"\nset = { }\n",
        "[[widget]]\nfile = \"a\"\nset = { x = 1 }\n"
      ),
      (.setSetting(id: "a", name: "x", value: nil), "[[widget]]\nset = { x = 1 }\nfile = \"a\"\n", "[[widget]]\nfile = \"a\"\n"),
      (
        .setSetting(id: "a", name: "x", value: nil), "[[widget]]\nset = { x = 1 } # why\nfile = \"a\"\n",
        "[[widget]]\n# why\nfile = \"a\"\n"
      ),
      (.setHidden(id: "a", false), "[[widget]]\nfile = \"a\"\nhidden = true\n", "[[widget]]\nfile = \"a\"\n"),
      (
        .setHidden(id: "a", false), "[[widget]]\nfile = \"a\"\nhidden = true # until May\n",
        "[[widget]]\nfile = \"a\"\n# until May\n"
      ),
      (
        .setRefresh(id: "a", .never), "[[widget]]\nfile = \"a\"\nrefresh.cron = \"0 7 * * *\"\nfamily = \"small\"\n",
        "[[widget]]\nfile = \"a\"\nrefresh = \"never\"\nfamily = \"small\"\n"
      ),
      (
        .setRefresh(id: "a", .every(seconds: 1.5)), "[[widget]]\nfile = \"a\"\n[widget.refresh]\ncron = \"0 7 * * *\"\n",
        "[[widget]]\nfile = \"a\"\nrefresh = \"1.5s\"\n"
      ),
      (
        .setAllowed(id: "a", [.notify, .device("disk")]),
        "[[widget]]\nfile = \"a\"\nallow = [\n  \"net=a.example\", # the server\n  \"notify\", # to tell\n]\n",
        "[[widget]]\nfile = \"a\"\n# the server\n# to tell\nallow = [\"notify\", \"device=disk\"]\n"
      ),
      (
        .setAllowed(id: "a", [.notify, .device("disk")]), "[[widget]]\nfile = \"a\"\nallow = [\n  \"notify\" # to tell\n]\n",
        "[[widget]]\nfile = \"a\"\n# to tell\nallow = [\"notify\", \"device=disk\"]\n"
      ),
      (
        .setAllowed(id: "a", [.notify]), "[[widget]]\nfile = \"a\"\nallow = [\"notify\", \"env=HOME\"]\n",
        "[[widget]]\nfile = \"a\"\nallow = [\"notify\"]\n"
      ),
      (
        .setAllowed(id: "a", [.env("HOME")]), "[[widget]]\nfile = \"a\"\nallow = [ \"notify\", \"env=HOME\" ]\n",
        "[[widget]]\nfile = \"a\"\nallow = [\"env=HOME\"]\n"
      ),
      (.setAllowed(id: "a", []), "[[widget]]\nfile = \"a\"\nallow = [\"notify\"]\n", "[[widget]]\nfile = \"a\"\n"),
      (
        .setFamily(id: "a", .small), "[[widget]]\nfile = \"a\"\n[widget.set]\ntext = \"\"\"\n[[widget]]\n\"\"\"",
        "[[widget]]\nfile = \"a\"\nfamily = \"small\"\n[widget.set]\ntext = \"\"\"\n[[widget]]\n\"\"\""
      ),
      (.setFamily(id: "a", .small), "[[widget]]\nfile = \"a\"", "[[widget]]\nfile = \"a\"\nfamily = \"small\"\n"),
      (
        .setSetting(id: "a", name: "x", value: "1"),
        "[[widget]]\nfile = \"a\"\n[widget.set]\nx = '''\n# no comment\n'''\n",
        "[[widget]]\nfile = \"a\"\nset = { x = 1 }\n"
      ),
      // The line comes before any table, with the comments of all rows that it replaces.
      (
        .setSetting(id: "a", name: "x", value: "2"),
        "[[widget]]\nfile = \"a\"\n\n[widget.refresh] # r\ncron = \"0 7 * * *\"\n\n[widget.set] # s\n# one\nx = 1 # two\n\n"
          + "y = '''#\n# y'''\n",
        "[[widget]]\nfile = \"a\"\n# s\n# one\n# two\nset = { x = 2, y = \"#\\n# y\" }\n\n[widget.refresh] # r\n"
          + "cron = \"0 7 * * *\"\n\n"
      ),
      (
        .setRefresh(id: "a", nil),
        "[[widget]]\nfile = \"a\"\n[widget.set]\n# kept\nx = 1\n[widget.refresh]\ncron = \"0 7 * * *\" # mornings\n[[widget]]\n"
          + "file = \"b\"",
        "[[widget]]\nfile = \"a\"\n# mornings\n[widget.set]\n# kept\nx = 1\n[[widget]]\nfile = \"b\""
      ),
      (
        .setSetting(id: "a", name: "y", value: nil),
        "[[widget]]\n  file = \"a\"\n  set.x = 1 # one\n  # the family\n  family = \"small\"\n  set.y = 2 # two\n",
        "[[widget]]\n  file = \"a\"\n  # one\n  # two\n  set = { x = 1 }\n  # the family\n  family = \"small\"\n"
      ),
      (.setID(id: "x", to: nil), "[[widget]]\nid = \"x\"\nfile = \"a\"\n", "[[widget]]\nfile = \"a\"\n"),
    ] as [(BoardEdit, String, String)])
  func layouts(_ edit: BoardEdit, _ before: String, _ after: String) throws { #expect(try edited(before, edit) == after) }

  @Test(
    "a change that cannot be made leaves the file alone and is explained",
    arguments: [
      (.remove(id: "dsk"), "no widget has the id \"dsk\"; did you mean \"disk\"?"),
      (.move(id: "disk", to: 3), "there is no position 4; the board has 3 widgets"),
      (.setID(id: "disk", to: "quote"), "the id \"quote\" is already used by another widget; every widget needs its own"),
      (.setID(id: "disk", to: "a b"), "\"a b\" is not an id; one must have letters"),
      (
        .add(BoardEntry(id: "quote", hasExplicitID: true, file: "x.lua"), at: nil),
        "the id \"quote\" is already used by another widget"
      ),
      (.add(BoardEntry(file: "x.lua"), at: 9), "there is no position 10"),
    ] as [(BoardEdit, String)])
  func refused(_ edit: BoardEdit, _ expected: String) throws {
    try withTemporaryFolder { folder in
      let path = folder + "/today.toml"
      try writeFile(Array(Self.commented.utf8), to: path)
      var board = try BoardFile(reading: path)
      let before = board
      do throws(BoardFileError) {
        try board.apply(edit)
        Issue.record("made \(edit)")
      } catch { #expect(error.description.contains(expected), "\(error)") }
      #expect(board == before)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.commented)
    }
  }

  @Test("a broken file and a list of inline tables are not changed")
  func notEditable() {
    func message(_ text: String) -> String {
      do {
        return try edited(text, .setHidden(id: "a", true))
      } catch { return "\(error)" }
    }
    #expect(message("[[widget]]\nfile = \"a\"\nfamily = 3").contains("today.toml:3: family must be"))
    #expect(message("widget = [{ file = \"a\" }]").contains("its widgets are the elements of one list"))
  }

  // MARK: The file

  @Test("the change applies to the file as it is, with its permissions, through a symbolic link")
  func file() throws {
    try withTemporaryFolder { folder in
      let (target, path) = (folder + "/dotfiles/board.toml", folder + "/config/boards/today.toml")
      try writeFile(Array("[[widget]]\nfile = \"a\"\n".utf8), to: target)
      try FileManager.default.setAttributes([.posixPermissions: 0o664], ofItemAtPath: target)
      try FileManager.default.createDirectory(atPath: folder + "/config/boards", withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "../../dotfiles/board.toml")
      var (first, second) = (try BoardFile(reading: path), try BoardFile(reading: path))
      try first.apply(.add(BoardEntry(file: "b"), at: nil))
      try second.apply(.add(BoardEntry(file: "c"), at: nil))
      #expect(second.entries.map(\.file) == ["a", "b", "c"])
      #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "../../dotfiles/board.toml")
      #expect(try FileManager.default.attributesOfItem(atPath: target)[.posixPermissions] as? Int == 0o664)
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/dotfiles") == ["board.toml"])
    }
  }

  @Test("a new board gets its folder")
  func newFile() throws {
    try withTemporaryFolder { folder in
      var board = try BoardFile(reading: folder + "/x/luawidget/boards/today.toml")
      try board.apply(.add(BoardEntry(file: "a"), at: nil))
      #expect(try BoardFile(reading: board.path) == board)
    }
  }

  @Test("writers at the same time lose nothing")
  func concurrent() async throws {
    let folder = TestFolder()
    let path = folder("today.toml")
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          await withCheckedContinuation { done in
            Thread.detachNewThread {
              for number in 0..<5 {
                var board = BoardFile(path: path, entries: [])
                do { try board.apply(.add(BoardEntry(file: "w\(writer)-\(number).lua"), at: nil)) } catch {
                  Issue.record("\(error)")
                }
              }
              done.resume()
            }
          }
        }
      }
    }
    #expect(Set(try BoardFile(reading: path).entries.map(\.file)).count == 40)
  }

  @Test("a folder that cannot be made is an error, and nothing is on the board")
  func unwritable() throws {
    try withTemporaryFolder { folder in
      try writeFile([], to: folder + "/file")
      var board = try BoardFile(reading: folder + "/file/today.toml")
      let reason = "\(folder)/file is a file, not a folder; move it away"
      #expect(throws: BoardFileError(path: board.path, .notWritten(reason: reason))) {
        try board.apply(.add(BoardEntry(file: "a"), at: nil))
      }
      #expect(board.entries.isEmpty)
    }
  }
}
