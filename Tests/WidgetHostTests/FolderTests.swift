import Foundation
import Testing
import WidgetModel
import WidgetServices
import WidgetTesting

/// `files`: the functions, their permissions and their settings.
@Suite struct FolderTests {
  private let folder = TestFolder()

  private func widget(_ handler: String, access: String = "write", more: String = "", allow: [String]) throws -> TestWidget {
    try FileManager.default.createDirectory(atPath: folder("notes"), withIntermediateDirectories: true)
    return TestWidget(
      """
      widget { settings = { notes = { type = "folder", access = "\(access)" } }, permissions = { \(more) } }
      local result = "nothing"
      local function show(...)
        local parts = {}
        for i = 1, select("#", ...) do
          local part = select(i, ...)
          parts[i] = type(part) == "table" and part.kind .. ": " .. tostring(part.message) or tostring(part)
        end
        result = table.concat(parts, " ")
      end
      function perform_update()
        \(handler)
        return update_result.new_data
      end
      function content() return ui.text { result } end
      """, settings: ["notes": folder("notes")], allow: allow.map { $0.replacing("@", with: folder("notes")) })
  }

  private func result(_ handler: String, access: String = "write", more: String = "", allow: [String]) async throws -> String {
    let widget = try widget(handler, access: access, more: more, allow: allow)
    await widget.update()
    return await widget.words()
  }

  private static let both = ["files=read:@", "files=write:@"]

  @Test("a widget writes, lists and reads the files of its folder, whose path it doesn't get")
  func works() async throws {
    let text = try await result(
      """
      files.write(settings.notes, "a/b.txt", "hello\\0there")
      local list = files.list(settings.notes, "a")
      show(settings.notes, #files.read(settings.notes, "a/b.txt"), list[1].name .. "/" .. list[1].kind, list[1].size, #list,
        files.read(settings.notes, "none"), files.list(settings.notes, "none"))
      """, allow: Self.both)
    #expect(text.contains("folder:notes 11 b.txt/file 11 1 nil nil"))
    #expect(try Data(contentsOf: URL(filePath: folder("notes/a/b.txt"))) == Data("hello\0there".utf8))
  }

  @Test("what no widget gets is an error for the script; a path that leads elsewhere is the author's mistake")
  func errors() async throws {
    #expect(try await result("show(files.write(settings.notes, 'x.sh', ''))", allow: Self.both).contains("nil denied: "))
    #expect(
      try await result("local _, e = pcall(files.read, settings.notes, '../x') show(e)", allow: Self.both)
        .contains(". and .. are not allowed"))
    #expect(
      try await result("local _, e = pcall(files.read, 'folder:other', 'x') show(e)", allow: Self.both)
        .contains("the folder must be a setting of type folder"))
    #expect(
      try await result("local _, e = pcall(files.write, settings.notes, 'x', '') show(e)", access: "read", allow: Self.both)
        .contains("add access = \"write\""))
  }

  @Test("reading needs no question while nothing can leave; writing always needs one")
  func questions() async throws {
    let read = "local ok, e = pcall(files.list, settings.notes) show(ok, not ok and e)"
    #expect(try await result(read, access: "read", allow: []).contains("true"))
    #expect(
      try await result(read, access: "read", more: "net = { 'a.example' }", allow: []).contains("permission denied: files."))
    let write = "local ok, e = pcall(files.write, settings.notes, 'x', 'y') show(ok, not ok and e)"
    #expect(try await result(write, allow: []).contains("permission denied: files."))
    #expect(try await result(write, allow: Self.both).contains("true"))
    #expect(try await result(write, allow: ["files=read:@"]).contains("permission denied: files."))
  }

  @Test("what the script gets names no path")
  func hidesPath() async throws {
    let widget = try widget("local ok, e = pcall(files.write, settings.notes, 'x', 'y') show(ok, e)", allow: [])
    await widget.update()
    #expect(await !widget.words().contains(folder("notes")))
  }

  @Test("a link in place of the folder isn't followed: it's another folder")
  func replaced() async throws {
    let widget = try widget(
      "local list, err = files.list(settings.notes) show(list and #list or err.kind)", access: "read", allow: Self.both)
    await widget.update()
    #expect(await widget.words().contains("0"))
    try FileManager.default.createDirectory(atPath: folder("other"), withIntermediateDirectories: true)
    try FileManager.default.removeItem(atPath: folder("notes"))
    try FileManager.default.createSymbolicLink(atPath: folder("notes"), withDestinationPath: folder("other"))
    await widget.update()
    #expect(await widget.words().contains("unavailable"))
  }

  @Test("the user may allow the folder by a link to it, or with a slash at the end, and no other one")
  func allowsByLink() throws {
    try FileManager.default.createDirectory(atPath: folder("notes"), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: folder("link"), withDestinationPath: folder("notes"))
    let requested = [Permission.files(.write, folder("notes"))]
    for path in ["notes", "notes/", "link", "link/.", "notes/../link"] {
      #expect(Permission.files(.write, folder(path)).parts(of: requested) == requested, "\(path)")
    }
    for path in ["", "notes/sub", "other"] {
      #expect(Permission.files(.write, folder(path)).parts(of: requested) == [], "\(path)")
    }
    #expect(Permission.files(.read, folder("notes")).parts(of: requested) == [])
  }

  @Test("a rule denies a folder however it's reached: by a link, or as part of the chosen one")
  func deniedParts() async throws {
    try FileManager.default.createDirectory(atPath: folder("notes/private"), withIntermediateDirectories: true)
    try "s".write(toFile: folder("notes/private/s.txt"), atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(atPath: folder("link"), withDestinationPath: folder("notes/private"))
    var rules = DenyRules()
    let isRule = rules.deny(.files, folder("link"))
    #expect(isRule)
    let widget = TestWidget(
      """
      widget { settings = { a = { type = "folder" }, b = { type = "folder" } } }
      function content()
        local _, first = files.read(settings.a, "private/s.txt")
        local ok, second = pcall(files.list, settings.b)
        return ui.text { first.kind, " ", tostring(ok), " ", tostring(files.list(settings.a) ~= nil) }
      end
      """, settings: ["a": folder("notes"), "b": folder("notes/private")], rules: rules)
    await widget.update()
    #expect(await widget.words().contains("denied false true"))
  }

  @Test("permission for one folder is none for another one")
  func otherFolder() async throws {
    let write = "local ok, e = pcall(files.write, settings.notes, 'x', 'y') show(ok, not ok and e)"
    #expect(
      try await result(write, allow: ["files=write:/srv/other", "files=read:/srv/other"]).contains("permission denied: files."))
  }

  @Test(
    "permissions of folders are read and written",
    arguments: [
      ("files=read:/srv/notes", true), ("files=write:/srv/a b", true), ("files=/srv", false), ("files=read:srv", false),
      ("files=own:/srv", false), ("files", false),
    ])
  func syntax(text: String, isValid: Bool) {
    #expect(Permission(text)?.description == (isValid ? text : nil))
  }

  @Test("a rule for a folder denies what's in it, whoever allows it")
  func rules() {
    var rules = DenyRules()
    #expect(rules.deny(.files, "/srv/private") && !rules.deny(.files, "private"))
    #expect(rules.denies(.files(.read, "/srv/private")) && rules.denies(.files(.write, "/srv/private/a")))
    #expect(!rules.denies(.files(.read, "/srv")) && !rules.denies(.files(.read, "/srv/private2")))
  }

  @Test(
    "a folder that can't be chosen is refused with the reason",
    arguments: [("/", "the root folder"), ("/none", "No such file"), ("/proc", "of the system")])
  func refusedSetting(path: String, reason: String) async throws {
    let widget = TestWidget(
      "widget { settings = { notes = { type = 'folder' } } } function content() return ui.text { 'x' } end",
      settings: ["notes": path])
    await widget.update()
    #expect(await widget.failure()?.message.contains(reason) == true)
  }
}
