import Foundation
import Testing
import WidgetGraphics
import WidgetTesting

@testable import WidgetPainter

/// The restrictions on the painter's process, and fonts that would block it.
@Suite struct PainterSandboxTests {
  private static let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "luawidget-painter").path

  private func home() throws -> URL {
    let home = FileManager.default.temporaryDirectory.appending(path: "fonts-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: home.appending(path: ".fonts/pipes/below"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(at: home.appending(path: ".fonts/plain"), withIntermediateDirectories: true)
    #expect(mkfifo(home.appending(path: ".fonts/pipes/font.ttf").path, 0o600) == 0)
    let plain = home.appending(path: ".fonts/plain").path
    try FileManager.default.createSymbolicLink(atPath: plain + "/dangling.ttf", withDestinationPath: "/nowhere.ttf")
    try Data([0, 1, 0, 0]).write(to: URL(filePath: plain + "/huge.ttf"))
    #expect(truncate(plain + "/huge.ttf", 8 << 30) == 0)
    try Data("private".utf8).write(to: home.appending(path: "private.txt"))
    return home
  }

  @Test("a named pipe, a dangling link and a huge file in the user's font folder block no rendering", arguments: FontSet.allCases)
  func namedPipe(_ fonts: FontSet) throws {
    let home = try home()
    defer { try? FileManager.default.removeItem(at: home) }
    let process = PainterProcess(executable: Self.executable, environment: ["HOME": home.path])
    defer { process.stop() }
    var request = request(text("Hello"))
    request.fonts = fonts
    #expect(try !process.paint(.rendering(request)).bytes.isEmpty)
  }

  @Test("folders with a special file are not scanned, their neighbours are")
  func folders() throws {
    let home = try home()
    defer { try? FileManager.default.removeItem(at: home) }
    let fonts = home.path + "/.fonts"
    let folders = FontFolders(below: [fonts, home.path + "/missing"])
    #expect(folders.blocked == [fonts + "/pipes"])
    #expect(Set(folders.scanned) == [fonts, fonts + "/plain", fonts + "/pipes/below", home.path + "/missing"])
    #expect(FontFolders(below: [fonts + "/plain"]) == FontFolders(below: [fonts + "/plain"]))
    #expect(FontFolders(below: [fonts + "/plain"]).scanned == [fonts + "/plain"])
  }

  #if os(Linux)
    @Test("it cannot gain privileges, and a filter refuses other system calls")
    func restrictions() throws {
      let process = PainterProcess(executable: Self.executable)
      defer { process.stop() }
      _ = try process.paint(.rendering(request(text("Hello"))))
      let id = try #require(process.processID)
      let status = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
      #expect(status.contains("NoNewPrivs:\t1") && status.contains("Seccomp:\t2"))
    }

    @Test("it reads fonts, and neither other files, nor does it write, open sockets, start programs or send signals")
    func attempts() throws {
      let home = try home()
      defer { try? FileManager.default.removeItem(at: home) }
      let font = home.appending(path: ".fonts/plain/huge.ttf").path
      let secret = home.appending(path: "private.txt").path
      let text = try ChildProcess.run(
        URL(filePath: Self.executable), ["--sandbox", font, secret, "/etc/passwd", "/proc/self/environ", "/usr/share/fonts"],
        environment: ["HOME": home.path]
      ).output
      #expect(
        text == """
          write a file\trefused
          start a program\trefused
          send a signal\trefused
          open a socket\trefused
          open a local socket\trefused
          read \(font)\tallowed
          read \(secret)\trefused
          read /etc/passwd\trefused
          read /proc/self/environ\trefused
          read /usr/share/fonts\tallowed

          """)
    }
  #endif
}
