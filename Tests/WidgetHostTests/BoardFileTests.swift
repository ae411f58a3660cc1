import Foundation
import Testing
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetTesting

/// Reading board files.
@Suite struct BoardFileTests {
  private func read(_ text: String) throws(BoardFileError) -> BoardFile {
    try BoardFile(toml: Array(text.utf8), path: "today.toml")
  }

  private func message(_ text: String) -> String {
    do throws(BoardFileError) {
      _ = try read(text)
      return "accepted"
    } catch {
      return "\(error)"
    }
  }

  @Test("an entry with every key")
  func everything() throws {
    let board = try read(
      """
      [[widget]]
      file = "~/flight.lua"
      id = "outbound"
      set = { number = "LY316", gates = 3, fast = true, factor = 1.5 }
      family = "medium"
      group = "Work"
      refresh = "10m"
      allow = ["net=API.example.com", "notify"]
      hidden = true
      """)
    #expect(
      board.entries == [
        BoardEntry(
          id: "outbound", hasExplicitID: true, file: "~/flight.lua",
          settings: [
            Assignment("factor", "1.5"), Assignment("fast", "true"), Assignment("gates", "3"), Assignment("number", "LY316"),
          ], family: .medium, group: "Work", refresh: .every(seconds: 600), allow: [.net("api.example.com"), .notify],
          isHidden: true)
      ])
  }

  @Test("control from other machines is allowed for one entry")
  func remoteControl() throws {
    #expect(try read("[[widget]]\nfile = \"a.lua\"\nremote_control = true\n").entries[0].allowsRemoteControl)
    #expect(try !read("[[widget]]\nfile = \"a.lua\"\n").entries[0].allowsRemoteControl)
    #expect(message("[[widget]]\nfile = \"a.lua\"\nremote_control = 1\n").contains("remote_control must be true or false"))
  }

  @Test(
    "settings may be dotted keys or a table below the widget",
    arguments: ["set.number = 'LY316'", "[widget.set]\nnumber = \"LY316\""])
  func settings(_ text: String) throws {
    #expect(try read("[[widget]]\nfile = \"a.lua\"\n\(text)").entries[0].settings == [Assignment("number", "LY316")])
  }

  @Test(
    "refresh is written as in a manifest",
    arguments: [
      ("\"5m\"", .every(seconds: 300)), ("90", .every(seconds: 90)), ("\"never\"", .never),
      ("{ cron = \"0 7 * * *\" }", .cron("0 7 * * *")),
    ] as [(String, Refresh)])
  func refresh(_ text: String, _ expected: Refresh) throws {
    #expect(try read("[[widget]]\nfile = \"a.lua\"\nrefresh = \(text)").entries[0].refresh == expected)
  }

  @Test("where a card is on the desktop")
  func placement() throws {
    func placement(_ keys: String) throws -> CardPlacement {
      try read("[[widget]]\nfile = \"a.lua\"\n\(keys)\n").entries[0].placement
    }
    #expect(try placement("") == CardPlacement())
    #expect(
      try placement("anchor = \"bottom_left\"\nmargin = 24\nmonitor = 2")
        == CardPlacement(anchor: .bottomLeft, margin: .init(horizontal: 24, vertical: 24), monitor: .number(2)))
    #expect(
      try placement("margin = [-8, 48]\nmonitor = \"HDMI-1\"")
        == CardPlacement(margin: .init(horizontal: -8, vertical: 48), monitor: .name("HDMI-1")))
  }

  @Test("an entry without an id is named after its file, and no two entries have the same name")
  func derivedIDs() throws {
    let files = ["a/flight.lua", "/b/flight.lua", "disk", "~/x/quote/main.lua", "wét ter.lua", ".lua", "-x.lua", "flight-2.lua"]
    let text = files.map { "[[widget]]\nfile = \"\($0)\"\n" }.joined() + "[[widget]]\nid = \"disk\"\nfile = \"e.lua\""
    #expect(
      try read(text).entries.map(\.id)
        == ["flight", "flight-2", "disk-2", "quote", "w_t_ter", "widget", "widget-x", "flight-2-2", "disk"])
  }

  @Test("no file, an empty one, and one with a byte order mark and CRLF")
  func emptyAndMarked() throws {
    #expect(try BoardFile(reading: "/nowhere/today.toml").entries.isEmpty)
    #expect(try read("").entries.isEmpty)
    #expect(try read("\u{FEFF}# mine\r\n[[widget]]\r\nfile = \"a.lua\"\r\n").entries.map(\.id) == ["a"])
  }

  @Test(
    "an error names the file, the line, what is wrong and what is expected",
    arguments: [
      ("[[widget]\n", "today.toml:1: "),
      ("\n[widget]\nfile = \"a.lua\"", "today.toml:2: write [[widget]], with two brackets"),
      ("[[widgets]]\nfile = \"a.lua\"", "today.toml:1: unknown key \"widgets\"; did you mean \"widget\"?"),
      ("title = 1", "today.toml:1: unknown key \"title\"; expected [[widget]]"),
      ("widget = [3]", "today.toml:1: a widget must be a table: write [[widget]]"),
      ("# x\n[[widget]]\nid = \"a\"", "today.toml:2: a widget needs its file: file = \"flight.lua\""),
      ("[[widget]]\nfile = 3", "today.toml:2: file must be a path such as \"flight.lua\""),
      ("[[widget]]\nfile = \"\"", "today.toml:2: file must be a path of 1 to 4096 bytes without control characters"),
      ("[[widget]]\nfile = \"a\"\nfiles = 3", "today.toml:3: unknown key \"files\"; did you mean \"file\"?"),
      ("[[widget]]\nfile = \"a\"\nsettings = {}", "today.toml:3: unknown key \"settings\"; did you mean \"set\"?"),
      ("[[widget]]\nfile = \"a\"\ninterval = 3", "today.toml:3: unknown key \"interval\"; did you mean \"refresh\"?"),
      (
        "[[widget]]\nfile = \"a\"\nzzz = 3",
        "today.toml:3: unknown key \"zzz\"; expected file, id, set, family, full_width, group, refresh, allow, hidden, anchor, margin, monitor or remote_control"
      ),
      (
        "[[widget]]\nfile = \"a\"\nfamily = \"medum\"",
        "today.toml:3: family must be small, medium, large, extra_large, inline, circular or rectangular, got \"medum\"; "
          + "did you mean \"medium\"?"
      ),
      ("[[widget]]\nfile = \"a\"\nrefresh = \"soon\"", "today.toml:3: refresh \"soon\" is not a duration"),
      ("[[widget]]\nfile = \"a\"\nrefresh = \"0 7 * * *\"", "write { cron = \"0 7 * * *\" }"),
      ("[[widget]]\nfile = \"a\"\ngroup = \"\"", "today.toml:3: group must be a name of 1 to 80 bytes on one line"),
      ("[[widget]]\nfile = \"a\"\ngroup = \"a\\nb\"", "today.toml:3: group must be a name"),
      ("[[widget]]\nfile = \"a\"\nheading = \"a\"", "today.toml:3: unknown key \"heading\"; did you mean \"group\"?"),
      ("[[widget]]\nfile = \"a\"\nfull_width = 1", "today.toml:3: full_width must be true or false"),
      (
        "[[widget]]\nfile = \"a\"\nfamily = \"small\"\nfull_width = true",
        "today.toml:4: a card of a family has its own width; remove family or full_width"
      ),
      ("[[widget]]\nfile = \"a\"\nallow = \"notify\"", "today.toml:3: allow must be a list"),
      (
        "[[widget]]\nfile = \"a\"\nallow = [\n  \"notify\",\n  \"nett=x\",\n]",
        "today.toml:5: allow: \"nett=x\" is not a permission; write "
      ),
      (
        "[[widget]]\nfile = \"a\"\nanchor = \"top-left\"",
        "today.toml:3: anchor must be top_left, top, top_right, left, center, right, bottom_left, bottom or bottom_right, got "
          + "\"top-left\"; did you mean \"top_left\"?"
      ),
      (
        "[[widget]]\nfile = \"a\"\nmargin = [1, 2, 3]",
        "today.toml:3: margin must be points from -10000 to 10000: 24, or [24, 48]"
      ),
      ("[[widget]]\nfile = \"a\"\nmargin = 10001", "today.toml:3: margin must be points"),
      ("[[widget]]\nfile = \"a\"\nmargin = 1.5", "today.toml:3: margin must be points"),
      ("[[widget]]\nfile = \"a\"\nmonitor = 0", "today.toml:3: monitor must be a number from 1 to 64, or a name such as"),
      ("[[widget]]\nfile = \"a\"\nmonitor = \"\"", "today.toml:3: monitor must be a number"),
      ("[[widget]]\nfile = \"a\"\ngap = 3", "today.toml:3: unknown key \"gap\"; did you mean \"margin\"?"),
      ("[[widget]]\nfile = \"a\"\nset = 3", "today.toml:3: set must be a table such as { number = \"LY316\" }"),
      ("[[widget]]\nfile = \"a\"\n[widget.set]\nday = 2026-11-05", "today.toml:4: set.day must have quotes: \"2026-11-05\""),
      ("[[widget]]\nfile = \"a\"\nset = { a = [1979-05-27] }", "today.toml:3: dates in set.a must have quotes: \"2026-11-05\""),
      ("[[widget]]\nfile = \"a\"\nhidden = \"yes\"", "today.toml:3: hidden must be true or false"),
      ("[[widget]]\nfile = \"a\"\nid = \"-a\"", "today.toml:3: id must have letters, digits"),
      ("[[widget]]\nfile = \"a\"\nid = \"a b\"", "today.toml:3: id must have letters, digits"),
      (
        "[[widget]]\nfile = \"a\"\nid = \"x\"\n[[widget]]\nid = \"x\"\nfile = \"b\"",
        "today.toml:5: the id \"x\" is already used in line 3; every widget needs its own"
      ),
    ])
  func errors(_ text: String, _ expected: String) {
    let message = message(text)
    #expect(message.contains(expected), "\(message)")
  }

  @Test("a file that is too large, not UTF-8, a folder, or has too many widgets is an error")
  func unusable() throws {
    try withTemporaryFolder { folder in
      let path = folder + "/today.toml"
      func error(_ bytes: [UInt8]) -> String {
        do throws(BoardFileError) {
          try write(bytes, to: path)
          _ = try BoardFile(reading: path)
          return "accepted"
        } catch { return "\(error)" }
      }
      #expect(error([UInt8](repeating: 0x23, count: 2_000_000)) == "\(path): 2000000 bytes; the limit is 1048576")
      #expect(error(Array("[[widget]]\nfile = \"".utf8) + [0xFF, 0x22]).hasPrefix("\(path):2: "))
      let many = String(repeating: "[[widget]]\nfile=\"a\"\n", count: 2001)
      #expect(error(Array(many.utf8)) == "\(path): more than 2000 widgets")
      #expect(error(Array(String(repeating: "[[widget]]\nfile=\"a\"\n", count: 2000).utf8)) == "accepted")
      do throws(BoardFileError) {
        _ = try BoardFile(reading: folder)
        Issue.record("read a folder")
      } catch { #expect(error.problem == .unreadable(reason: "not a regular file")) }
    }
  }

  private func write(_ bytes: [UInt8], to path: String) throws(BoardFileError) {
    do { try writeFile(bytes, to: path) } catch { throw BoardFileError(path: path, .notWritten(reason: "\(error)")) }
  }

  @Test("a relative path is in the folder of the board, then in a folder of widgets, where .lua may be left out")
  func paths() throws {
    try withTemporaryFolder { folder in
      for name in ["boards/near.lua", "widgets/far.lua", "widgets/near.lua", "widgets/package/main.lua", "widgets/far/data.csv"] {
        try writeFile(Array("x".utf8), to: "\(folder)/\(name)")
      }
      let library = WidgetLibrary(home: "/home/ada", folders: ["\(folder)/none", "\(folder)/widgets"])
      let board = BoardFile(path: "\(folder)/boards/today.toml", entries: [])
      func path(_ file: String) -> String { board.path(of: BoardEntry(file: file), in: library) }
      #expect(path("near.lua") == "\(folder)/boards/near.lua" && path("near") == "\(folder)/boards/near.lua")
      #expect(path("far.lua") == "\(folder)/widgets/far.lua" && path("far") == "\(folder)/widgets/far.lua")
      #expect(path("package") == "\(folder)/widgets/package")
      #expect(path("absent.lua") == "\(folder)/boards/absent.lua")
      #expect(path("/x/y.lua") == "/x/y.lua" && path("~/y.lua") == "/home/ada/y.lua")
      #expect(library.items().map(\.name) == ["far", "near", "package"])
    }
  }

  @Test("names of boards, and the boards that have files")
  func locations() throws {
    for name in ["", ".", "a/b", "-x", ".hidden", "a b", String(repeating: "x", count: 65)] {
      #expect(BoardLocation(name: name, environment: ["HOME": "/h"]) == nil, "\(name)")
    }
    #expect(BoardLocation(environment: ["HOME": "/h"])?.path == "/h/.config/luawidget/boards/today.toml")
    #expect(BoardLocation(name: "work", environment: ["XDG_CONFIG_HOME": "/c"])?.path == "/c/luawidget/boards/work.toml")
    try withTemporaryFolder { folder in
      for name in ["work", "today", "home"] { try writeFile([], to: "\(folder)/luawidget/boards/\(name).toml") }
      try writeFile([], to: "\(folder)/luawidget/boards/notes.txt")
      #expect(BoardLocation.all(environment: ["XDG_CONFIG_HOME": folder]).map(\.name) == ["today", "home", "work"])
    }
  }

  @Test("an entry with an id has other stores than the widget itself, and the same ones with other settings")
  func identity() {
    let script = WidgetScript(source: "", name: "flight.lua")
    let own = WidgetIdentity(script: script, assignments: [])
    let first = WidgetIdentity(script: script, assignments: [("number", "LY1")], entryID: "outbound")
    let second = WidgetIdentity(script: script, assignments: [("number", "LY2")], entryID: "outbound")
    let other = WidgetIdentity(script: script, assignments: [], entryID: "return")
    #expect(Set([own.id, first.id, other.id]).count == 3 && first.id == second.id && first.instance != second.instance)
    #expect(first.id.hasPrefix("outbound-") && first.name == "flight")
    #expect(WidgetIdentity.id(in: first.instance) == first.id && WidgetIdentity.id(in: other.id) == other.id)
  }
}

/// Writes a file, creating its folder.
func writeFile(_ bytes: [UInt8], to path: String) throws {
  let file = URL(filePath: path)
  try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
  try Data(bytes).write(to: file)
}
