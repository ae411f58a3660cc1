import Foundation
import Testing
import WidgetGraphics
import WidgetHelpers
import WidgetModel
import WidgetRendering
import WidgetTesting

/// The program itself, and scripts that imitate it.
@Suite struct PainterProcessTests {
  private static let executable = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    .appending(path: "luawidget-painter").path

  private static func pretender(_ script: String) throws -> (process: PainterProcess, folder: URL) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "painter-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "painter")
    try writeScript("#!/bin/sh\n" + script + "\n", to: file.path)
    return (PainterProcess(executable: file.path), folder)
  }

  @Test("a process serves many requests with the same bytes as this one")
  func warm() throws {
    let process = PainterProcess(executable: Self.executable)
    defer { process.stop() }
    var seen: Set<Int32?> = []
    for format in [OutputFormat.png, .svg, .pdf, .png, .svg, .pdf] {
      let request = request(text("Hello"), as: format)
      #expect(try process.paint(.rendering(request)) == paint(request))
      seen.insert(process.processID)
    }
    #expect(seen.count == 1 && seen.first != .some(nil))
    #expect(throws: PaintError.image(.unknownFormat)) {
      try process.paint(.terminalImage(TerminalImageRequest([1], as: .sixel, columns: 1, rows: 1)))
    }
    #expect(process.processID == seen.first, "an error of a request is not the end of a painter")
  }

  @Test("the painter survives hostile images")
  func hostile() throws {
    let process = PainterProcess(executable: Self.executable)
    defer { process.stop() }
    var request = request(view(.image(.reference("x"), mode: .fit)))
    for (name, bytes, problem) in ImageTests.hostile {
      request.resources = [RenderingRequest.Resource(src: "x", bytes: bytes)]
      #expect(try process.paint(.rendering(request)).notes.map(\.problem) == [problem], "\(name)")
    }
  }

  @Test("a page has the images that the painter draws, and the reason for each of the others")
  func embedded() throws {
    let process = PainterProcess(executable: Self.executable)
    defer { process.stop() }
    let check = ImageCheck(painter: process)
    let snapshot = request(view(.image(.reference("x"), mode: .fit))).snapshot
    func embed(_ bytes: [UInt8]) -> (source: ImageSource?, notes: [String]) {
      var images = EmbeddedImages(files: ["x": bytes], isRedacted: false, check: check.problem)
      guard case .image(let source, _)? = images.embedded(in: snapshot).view?.content else { return (nil, []) }
      return (source, images.notes.map(\.problem))
    }
    for (name, bytes, problem) in ImageTests.hostile {
      let (source, notes) = embed(bytes)
      #expect(source == .reference("x") && notes == [problem.description], "\(name): \(notes)")
    }
    #expect(embed(gradientPNG()).source == .bytes(gradientPNG()))
    let (many, first) = try ImageTests.manyFrames()
    #expect(embed(many).source == .bytes(first), "the first frame of an animation")
  }

  @Test("a painter that dies from an image doesn't put it on a page")
  func embeddedKiller() throws {
    let (process, folder) = try Self.pretender("head -c 1 >/dev/null; kill -9 $$")
    defer {
      process.stop()
      try? FileManager.default.removeItem(at: folder)
    }
    #expect(ImageCheck(painter: process).problem(gradientPNG()) == .damaged)
    #expect(ImageCheck(painter: nil).problem(gradientPNG()) == nil)
  }

  @Test("a painter that was killed is replaced at the next request")
  func killed() throws {
    let process = PainterProcess(executable: Self.executable)
    defer { process.stop() }
    let request = request(text("Hello"))
    let first = try process.paint(.rendering(request))
    let old = try #require(process.processID)
    kill(old, SIGKILL)
    // Waits for the end without reaping it.
    var info = siginfo_t()
    waitid(P_PID, id_t(old), &info, WEXITED | WNOWAIT)
    #expect(try process.paint(.rendering(request)) == first)
    #expect(process.processID != old)
  }

  @Test("a request to a painter that dies while idle is repeated once")
  func diesIdle() throws {
    let request = PaintRequest.rendering(request(text("Hello")))
    let length = FrameBuffer.frame(request.encoded()).count
    // The first one replies once and dies with the next request, the second one is real.
    let (process, folder) = try Self.pretender(
      """
      here=$(dirname "$0")
      [ -e "$here/started" ] && exec \(Self.executable)
      : >"$here/started"
      head -c \(length) >/dev/null
      cat "$here/reply"
      head -c \(length) >/dev/null
      kill -KILL $$
      """)
    defer { try? FileManager.default.removeItem(at: folder) }
    let reply = FrameBuffer.frame(PaintReply(.failure(.badRequest("the first"))).encoded())
    try Data(reply).write(to: folder.appending(path: "reply"))
    defer { process.stop() }
    #expect(throws: PaintError.badRequest("the first")) { try process.paint(request) }
    #expect(try process.paint(request).bytes.isEmpty == false)
  }

  @Test("it cannot write files or dump core, and has a gibibyte of address space")
  func sandboxed() throws {
    let process = PainterProcess(executable: Self.executable)
    defer { process.stop() }
    _ = try process.paint(.rendering(request(text("Hello"))))
    let pid = try #require(process.processID)
    let limits = try String(contentsOfFile: "/proc/\(pid)/limits", encoding: .utf8)
    func limit(_ name: String) -> [Substring] {
      let line = limits.split(separator: "\n").first { $0.hasPrefix(name) } ?? ""
      return Array(line.dropFirst(26).split(separator: " ").prefix(2))
    }
    #expect(limit("Max address space") == ["1073741824", "1073741824"])
    #expect(limit("Max core file size") == ["0", "0"])
    #expect(limit("Max file size") == ["0", "0"])
    #expect(limit("Max open files") == ["64", "64"])
    #expect(try String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8).contains("NoNewPrivs:\t1"))
  }

  @Test("a silent painter is killed at the time limit")
  func silent() throws {
    let (process, folder) = try Self.pretender("exec sleep 100")
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(throws: PaintError.timeout(seconds: 0.2)) { try process.paint(.rendering(request(text("x"))), within: 0.2) }
    #expect(process.processID == nil)
  }

  @Test("a painter that dies, sends garbage, or announces too much")
  func pretenders() throws {
    let cases: [(String, PaintError)] = [
      ("head -c 4 >/dev/null; exit 7", .died(.exited(status: 7))),
      ("head -c 4 >/dev/null; kill -SEGV $$", .died(.signalled(11))),
      ("printf '\\001\\000\\000\\000x'; exec sleep 100", .invalidReply("a frame of 1 bytes")),
      (
        "printf '\\005\\000\\000\\000\\001\\000\\000\\000\\220'; exec sleep 100",
        .invalidReply("neither a rendering nor an error")
      ),
      ("printf '\\377\\377\\377\\177'; exec sleep 100", .invalidReply("2147483647 bytes")),
    ]
    for (script, error) in cases {
      let (process, folder) = try Self.pretender(script)
      defer { try? FileManager.default.removeItem(at: folder) }
      #expect(throws: error, "\(script)") { try process.paint(.rendering(request(text("x")))) }
      #expect(process.processID == nil)
    }
    #expect(throws: PaintError.cannotStart(path: "/nowhere", reason: "No such file or directory")) {
      try PainterProcess(executable: "/nowhere").paint(.rendering(request(text("x"))))
    }
  }
}
