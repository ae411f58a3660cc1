import Foundation
import Testing
import WidgetTesting

@testable import WidgetServices

/// mimeapps.list and the desktop entry.
@Suite struct LinkHandlersTests {
  private static let mine = """
    # mine
    [Added Associations]
    x-scheme-handler/a=editor.desktop;

    [Default Applications]
    text/html=browser.desktop
    x-scheme-handler/b = old.desktop;older.desktop
    """

  @Test("only the line of the scheme changes, and the programs of before stay behind luawidget")
  func lines() {
    let a = LinkHandlers.setting("a", to: ["luawidget.desktop"], in: Self.mine)
    #expect(a == Self.mine.replacing("Applications]\n", with: "Applications]\nx-scheme-handler/a=luawidget.desktop\n"))
    #expect(LinkHandlers.setting("a", to: [], in: a) == Self.mine)
    let b = LinkHandlers.setting("b", to: ["luawidget.desktop", "old.desktop"], in: Self.mine)
    #expect(b == Self.mine.replacing("b = old.desktop;older.desktop", with: "b=luawidget.desktop;old.desktop;"))
    #expect(LinkHandlers.setting("c", to: [], in: Self.mine) == Self.mine)
    #expect(
      LinkHandlers.setting("c", to: ["x.desktop"], in: "") == "[Default Applications]\nx-scheme-handler/c=x.desktop\n")
    #expect(
      LinkHandlers.setting("c", to: ["x.desktop"], in: "[Other]\nd=1")
        == "[Other]\nd=1\n\n[Default Applications]\nx-scheme-handler/c=x.desktop\n")
  }

  @Test("a scheme is registered and given back; an entry whose program exists stays")
  func register() throws {
    let folder = TestFolder()
    let handlers = try LinkHandlers(environment: ["HOME": folder(""), "XDG_DATA_DIRS": folder("system")])
    #expect(try handlers.schemes().isEmpty)
    #expect(try !handlers.unregister("a"))
    try FileManager.default.createDirectory(atPath: folder(".config"), withIntermediateDirectories: true)
    try Self.mine.write(toFile: folder(".config/mimeapps.list"), atomically: true, encoding: .utf8)
    #expect(try handlers.register("a", program: "/bin/sh") == nil)
    #expect(try handlers.register("b", program: "/bin/ls") == "old.desktop")
    #expect(try handlers.register("b", program: "/bin/ls") == "old.desktop")
    #expect(try handlers.schemes() == ["a", "b"])
    let entry = folder(".local/share/applications/luawidget.desktop")
    #expect(try String(contentsOfFile: entry, encoding: .utf8).contains("Exec=/bin/sh open --quiet -- %u\n"))
    // One that was uninstalled is replaced.
    try LinkHandlers.desktopEntry("/nowhere/luawidget").write(toFile: entry, atomically: true, encoding: .utf8)
    _ = try handlers.register("a", program: "/bin/ls")
    #expect(try String(contentsOfFile: entry, encoding: .utf8).contains("Exec=/bin/ls open"))
    #expect(try handlers.unregister("a") && handlers.unregister("b"))
    let text = try String(contentsOfFile: folder(".config/mimeapps.list"), encoding: .utf8)
    #expect(text == Self.mine.replacing("b = old.desktop;older.desktop", with: "b=old.desktop;older.desktop;"))
  }

  @Test("with the last scheme, the entry and a list with nothing else in it are gone; an entry of your own stays")
  func lastScheme() throws {
    let folder = TestFolder()
    let handlers = try LinkHandlers(environment: ["HOME": folder(""), "XDG_DATA_DIRS": folder("system")])
    let entry = folder(".local/share/applications/luawidget.desktop")
    for scheme in ["a", "b"] { _ = try handlers.register(scheme, program: "/bin/sh") }
    #expect(try handlers.unregister("a") && FileManager.default.fileExists(atPath: entry))
    #expect(try handlers.unregister("b"))
    for path in [entry, folder(".config/mimeapps.list")] { #expect(!FileManager.default.fileExists(atPath: path), "\(path)") }
    try "[Desktop Entry]\nExec=/bin/sh mine %u\n".write(toFile: entry, atomically: true, encoding: .utf8)
    _ = try handlers.register("a", program: "/bin/sh")
    #expect(try handlers.unregister("a") && FileManager.default.fileExists(atPath: entry))
  }

  @Test("the entry is the one that is installed, without its schemes")
  func entry() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    for path in ["/usr/local/bin/luawidget", "/home/a b/100%/$x/luawidget", #"/a\b"`/luawidget"#] {
      let process = Process()
      let pipe = Pipe()
      process.executableURL = root.appending(path: "Scripts/desktop-entry")
      process.arguments = [path]
      process.standardOutput = pipe
      try process.run()
      let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      let lines = text.split(separator: "\n").filter { !$0.hasPrefix("MimeType=") }
      #expect(lines.joined(separator: "\n") + "\n" == LinkHandlers.desktopEntry(path))
    }
  }
}
