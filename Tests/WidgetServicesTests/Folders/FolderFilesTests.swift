import Foundation
import Testing
import WidgetServices
import WidgetSystem
import WidgetTesting

/// Folders that a user has chosen for a widget, and the files in them.
@Suite struct FolderFilesTests {
  private let folder = TestFolder()

  private var folders: UserFolders {
    UserFolders(environment: ["HOME": folder("home"), "XDG_DATA_HOME": folder("home/data/luawidget")])
  }

  private func make(_ path: String) throws -> String {
    try FileManager.default.createDirectory(atPath: folder(path), withIntermediateDirectories: true)
    return folder(path)
  }

  private func put(_ text: String, _ path: String, mode: Int = 0o644) throws {
    try text.write(toFile: folder(path), atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder(path))
  }

  private func notes() throws -> FolderFiles { try FolderFiles(try make("home/Notes – größer"), folders) }

  @Test("a folder with just some files can be chosen, and no other one")
  func choice() throws {
    _ = try make("home/.ssh/keys")
    _ = try make("home/data/luawidget/x")
    _ = try make("home/notes")
    _ = try make("open")
    try put("", "home/file")
    try FileManager.default.createSymbolicLink(atPath: folder("home/link"), withDestinationPath: folder("home/.ssh"))
    try FileManager.default.createSymbolicLink(atPath: folder("home/good"), withDestinationPath: folder("home/notes"))
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder("open"))
    _ = try make("open/inner")
    func problem(_ path: String) -> String { ChosenFolder.problem(path, folders) ?? "" }
    #expect(problem(folder("home/notes")) == "")
    #expect(problem(folder("home/good")) == "")
    for (path, reason) in [
      ("/", "the root folder"), (folder("home"), "your home folder"), (folder(""), "your home folder"),
      (folder("home/."), "your home folder"), (folder("home/.ssh"), "hidden folders"),
      (folder("home/.ssh/keys"), "hidden folders"),
      (folder("home/link"), "hidden folders"), (folder("home/notes/../.ssh"), "hidden folders"), ("/proc/self", "of the system"),
      ("/dev", "of the system"), ("/etc", "of the system"), ("/usr/share", "of the system"), ("/home", "of the system"),
      (folder("home/data"), "their settings and data"),
      (folder("home/data/luawidget/x"), "their settings and data"), (folder("home/file"), "not a folder"),
      (folder("home/none"), "No such file"), (folder("open/inner"), "others can change"),
    ] { #expect(problem(path).contains(reason), "\(path): \(problem(path))") }
  }

  @Test("files are written with the folders they're in, listed by name and read again")
  func roundTrip() throws {
    let files = try notes()
    #expect(try files.list(nil)?.isEmpty == true)
    try files.write(Array("one".utf8), to: "2026/November/28 – heute.md")
    try files.write(Array("two".utf8), to: "b.txt")
    try files.write([], to: "a.txt")
    try put("secret", "home/Notes – größer/.hidden")
    #expect(
      try files.list(nil)?.map { "\($0.name) \($0.isFolder) \($0.size)" } == ["2026 true 0", "a.txt false 0", "b.txt false 3"])
    #expect(try files.list("2026/November")?.map(\.name) == ["28 – heute.md"])
    #expect(try files.read("2026/November/28 – heute.md") == Array("one".utf8))
    try files.write(Array("three".utf8), to: "b.txt")
    #expect(try files.read("b.txt") == Array("three".utf8))
    #expect(try files.read("none.txt") == nil && files.read("none/none.txt") == nil && files.list("none") == nil)
  }

  @Test(
    "a path that could lead elsewhere, or to a hidden file, is an error",
    arguments: [
      "", "/etc/passwd", "../x", "a/../../x", "a//b", "a/", ".ssh", "a/.git/config", "a\u{0}b", "a\nb", "a\u{202E}b", "./a",
    ])
  func badPaths(path: String) throws {
    let files = try notes()
    for operation in [{ _ = try files.read(path) }, { try files.write([1], to: path) }] {
      #expect { try operation() } throws: { error in
        if case .badPath? = error as? FolderFileProblem { true } else { false }
      }
    }
  }

  @Test("links, pipes, folders and files with several names are neither read nor replaced")
  func noLinks() throws {
    let files = try notes()
    let place = "home/Notes – größer/"
    try put("private", "home/private.txt")
    _ = try make("home/elsewhere")
    try put("other", "home/elsewhere/x.txt")
    for (name, target) in [("link.txt", "home/private.txt"), ("out", "home/elsewhere")] {
      try FileManager.default.createSymbolicLink(atPath: folder(place + name), withDestinationPath: folder(target))
    }
    #expect(link(folder("home/private.txt"), folder(place + "hard.txt")) == 0)
    #expect(mkfifo(folder(place + "pipe"), 0o600) == 0)
    _ = try make(place + "folder")
    for path in ["link.txt", "out/x.txt", "hard.txt", "pipe", "folder"] {
      for operation in [{ _ = try files.read(path) }, { try files.write([1], to: path) }] {
        #expect(throws: FolderFileProblem.self, "\(path)") { try operation() }
      }
    }
    #expect(throws: FolderFileProblem.self) { _ = try files.list("out") }
    #expect(try files.list(nil)?.map(\.name) == ["folder", "hard.txt"])
    #expect(try String(contentsOfFile: folder("home/private.txt"), encoding: .utf8) == "private")
    #expect(try String(contentsOfFile: folder("home/elsewhere/x.txt"), encoding: .utf8) == "other")
  }

  @Test(
    "nothing that could be run is written",
    arguments: [
      ("deploy.sh", "x"), ("DEPLOY.SH", "x"), ("widget.lua", "x"), ("app.desktop", "x"), ("Makefile", "x"), ("a.service", "x"),
      ("a.sh.", "x"), ("a.lua ", "x"), ("package.json", "{}"), ("libx.so.1", "x"), ("x.txt", " #!/bin/sh"),
      ("x.txt", "[Service]\n"), ("x.txt", "\u{1B}Lua"),
      ("notes.txt", "#!/bin/sh\n"), ("notes", "\u{7F}ELF"), ("notes", "[Desktop Entry]\n"),
    ])
  func noPrograms(name: String, text: String) throws {
    let files = try notes()
    #expect(throws: FolderFileProblem.refused(path: name, reason: "programs and scripts can't be written")) {
      try files.write(Array(text.utf8), to: name)
    }
    #expect(try files.list(nil)?.isEmpty == true)
  }

  @Test("a program, a read-only file and what's too large stay as they are")
  func keeps() throws {
    let files = try notes()
    let place = "home/Notes – größer/"
    try put("run me", place + "tool", mode: 0o755)
    try put("keep", place + "kept.txt", mode: 0o444)
    #expect(throws: FolderFileProblem.refused(path: "tool", reason: "it's a program")) { try files.write([1], to: "tool") }
    #expect(throws: FolderFileProblem.refused(path: "kept.txt", reason: "it's read-only")) {
      try files.write([1], to: "kept.txt")
    }
    #expect(throws: FolderFileProblem.tooLarge(path: "big", bytes: FolderFiles.maximumSize + 1)) {
      try files.write([UInt8](repeating: 0, count: FolderFiles.maximumSize + 1), to: "big")
    }
    try put("", place + "big")
    #expect(truncate(folder(place + "big"), off_t(FolderFiles.maximumSize + 1)) == 0)
    #expect(throws: FolderFileProblem.tooLarge(path: "big", bytes: FolderFiles.maximumSize + 1)) { _ = try files.read("big") }
    try put("group", place + "shared.txt", mode: 0o664)
    try files.write(Array("new".utf8), to: "shared.txt")
    let mode = try FileManager.default.attributesOfItem(atPath: folder(place + "shared.txt"))[.posixPermissions] as? Int
    #expect(mode == 0o664 & ~0o022 || mode == 0o664)
  }

  @Test("a folder that is gone is an error that says so")
  func gone() throws {
    let path = try make("home/notes")
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: FolderFileProblem.unavailable(reason: "No such file or directory")) { _ = try FolderFiles(path, folders) }
  }
}
