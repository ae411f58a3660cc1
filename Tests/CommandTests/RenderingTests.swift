import Foundation
import Testing

/// PNG, SVG and PDF from the command line.
@Suite struct RenderingTests {
  private static let widget = """
    widget { name = "Picture", icon = "photo" }
    function perform_update() return update_result.new_data end
    function content(context)
      return ui.vstack {
        ui.text { "On a " .. context.surface .. ", " .. context.size.width // 1 },
        ui.image { "dot.gif", width = 20, height = 20 }, ui.private { ui.text { "secret" } },
      }
    end
    """

  private static let missing = "warning: w.lua:6: the image \"dot.gif\" is not shown: there is no file w/dot.gif\n"

  private func written(_ command: Command, _ arguments: String...) throws -> Data {
    let file = command.folder.appending(path: "out")
    let outcome = try command.run(["run", "w.lua", "--at", "2026-11-21T12:00:00Z", "--output", file.path] + arguments)
    #expect(outcome.status == 0 && outcome.errors.isEmpty && outcome.output.isEmpty, "\(outcome)")
    return try Data(contentsOf: file)
  }

  private func prepare(_ command: Command) throws {
    try command.write(Self.widget, to: "w.lua")
    let gif = try #require(Data(base64Encoded: "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"))
    try command.write(gif, to: "w/dot.gif")
  }

  /// Width and height of a PNG.
  private func size(_ png: Data) -> [Int] {
    [16, 20].map { start in png[start..<(start + 4)].reduce(0) { $0 << 8 | Int($1) } }
  }

  @Test("PNG, SVG and PDF are deterministic", arguments: ["png", "svg", "pdf"])
  func formats(_ format: String) async throws {
    try await withCommand { command in
      try prepare(command)
      let first = try written(command, "--format", format)
      #expect(try written(command, "--format", format) == first)
      let signatures: [String: [UInt8]] = [
        "png": [0x89, 0x50, 0x4E, 0x47], "svg": Array("<?xml".utf8), "pdf": Array("%PDF".utf8),
      ]
      #expect(first.starts(with: try #require(signatures[format])))
    }
  }

  @Test("size, scale, appearance, text size, redaction, fonts and family change the rendering")
  func options() async throws {
    try await withCommand { command in
      try prepare(command)
      let plain = try written(command, "--format", "png")
      #expect(size(plain)[0] == 720)
      #expect(size(try written(command, "--format", "png", "--size", "360x169")) == [720, 338])
      #expect(size(try written(command, "--format", "png", "--size", "200x100", "--scale", "1.5")) == [300, 150])
      #expect(size(try written(command, "--format", "png", "--family", "small", "--scale", "1")) == [158, 158])
      for arguments in [["--appearance", "dark"], ["--text-size", "xxxLarge"], ["--redact"]] {
        let other = command.folder.appending(path: "other")
        let outcome = try command.run(["run", "w.lua", "--format", "png", "--output", other.path] + arguments)
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try Data(contentsOf: other) != plain, "\(arguments)")
      }
    }
  }

  @Test("a missing image is reported and drawn as a placeholder")
  func missingImage() async throws {
    try await withCommand { command in
      try command.write(Self.widget, to: "w.lua")
      let outcome = try command.run("run", "w.lua", "--format", "png", "--output", "out.png")
      #expect(outcome.status == 0 && outcome.errors == Self.missing)
      #expect(try command.run("run", "w.lua", "--format", "png", "--output", "out.png", "--quiet").errors == "")
      try command.write("<svg/>", to: "w/dot.gif")
      #expect(
        try command.run("run", "w.lua", "--format", "png", "--output", "out.png").errors.contains("not a PNG, JPEG, GIF or WebP"))
    }
  }

  /// The bytes of its images, as in a page.
  private func sources(_ page: String) -> [String] {
    page.components(separatedBy: " src=\"").dropFirst().compactMap { $0.components(separatedBy: "\"").first }
  }

  @Test("a page contains its images and loads nothing")
  func page() async throws {
    try await withCommand { command in
      try prepare(command)
      let url = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
      let outcome = try command.run("run", "w.lua", "--format", "html")
      #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
      #expect(sources(outcome.output) == [url] && outcome.output.contains("img-src data:;"))
      let sheet = try command.run("preview", "w.lua", "--output", "out.html", "--text-size", "large")
      let page = try String(contentsOf: command.folder.appending(path: "out.html"), encoding: .utf8)
      #expect(sheet.status == 0 && !sources(page).isEmpty && sources(page).allSatisfy { $0 == url }, "\(sheet)")
    }
  }

  @Test(
    "a script is told the colour scheme: dark on a terminal, light elsewhere, or the one that is asked for",
    arguments: [
      ("html", [], "light"), ("svg", [], "light"), ("text", [], "dark"), ("html", ["--appearance", "dark"], "dark"),
      ("text", ["--appearance", "light"], "light"),
    ] as [(String, [String], String)])
  func colorScheme(_ format: String, _ arguments: [String], _ scheme: String) async throws {
    try await withCommand { command in
      let script = """
        widget { name = "Scheme" }
        function perform_update() return update_result.new_data end
        function content(context) print(context.color_scheme); return ui.text "x" end
        """
      try command.write(script, to: "w.lua")
      let outcome = try command.run(["run", "w.lua", "--format", format, "--output", "out"] + arguments)
      #expect(
        outcome.status == 0 && outcome.errors.contains(scheme) && !outcome.errors.contains(scheme == "dark" ? "light" : "dark"),
        "\(outcome)")
    }
  }

  @Test("an image on a page keeps its requested aspect ratio")
  func pageShapes() async throws {
    try await withCommand { command in
      try prepare(command)
      try command.write(
        """
        widget { name = "Shapes" }
        function perform_update() return update_result.new_data end
        function content()
          return ui.vstack {
            ui.image { "dot.gif", width = 20, height = 30, mode = "fill" }, ui.image { "dot.gif", aspect_ratio = 2, width = 80 },
            ui.image { "dot.gif", mode = "fill" }, ui.image { "dot.gif" },
          }
        end
        """, to: "w.lua")
      let page = try command.run("run", "w.lua", "--format", "html").output
      let images = page.components(separatedBy: "<img ").dropFirst().compactMap { $0.components(separatedBy: " src=").first }
      #expect(
        images == [
          #"class="image fill width-20px height-30px flex-shrink-0 clips""#,
          #"class="image fit width-80px aspect-ratio-2""#, #"class="image fill height-1px flex-shrink-0 clips""#,
          #"class="image fit""#,
        ])
    }
  }

  @Test("an image that a page cannot show is reported and replaced by alternative text")
  func pageWithout() async throws {
    try await withCommand { command in
      try command.write(Self.widget, to: "w.lua")
      let missing = try command.run("run", "w.lua", "--format", "html")
      #expect(missing.status == 0 && missing.errors == Self.missing)
      #expect(missing.output.contains(#"aria-label="image dot.gif""#))
      try command.write("<svg/>", to: "w/dot.gif")
      let other = try command.run("run", "w.lua", "--format", "html")
      #expect(other.errors.contains("not a PNG, JPEG, GIF or WebP") && sources(other.output).isEmpty)
      // The header is right and says there are too many pixels.
      try command.write(Data(Array("GIF89a".utf8) + [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0]), to: "w/dot.gif")
      let large = try command.run("run", "w.lua", "--format", "html")
      #expect(large.errors.contains("megapixels") && sources(large.output).isEmpty)
    }
  }

  @Test("the images of a page have a total limit; further ones are alternative text")
  func pageOfManyImages() async throws {
    try await withCommand { command in
      try command.write(
        """
        widget { name = "Many" }
        function perform_update() return update_result.new_data end
        function content()
          local views = {}
          for index = 1, 6 do views[index] = ui.image { "dot.gif" } end
          return ui.vstack(views)
        end
        """, to: "w.lua")
      let gif = try #require(Data(base64Encoded: "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"))
      // With a comment before its frame.
      let blocks = Data((0..<13_800).flatMap { _ in [0xFF] + [UInt8](repeating: 0x41, count: 255) })
      try command.write(gif.prefix(19) + Data([0x21, 0xFE]) + blocks + Data([0]) + gif.dropFirst(19), to: "w/dot.gif")
      let outcome = try command.run("run", "w.lua", "--format", "html")
      #expect(sources(outcome.output).count == 4)
      #expect(outcome.errors == "luawidget: the image dot.gif is not shown: the images of the page have more than 16 MiB\n")
    }
  }

  @Test(
    "a rendering with invalid options is refused",
    arguments: [
      (["--scale", "0"], "0.25 to 8"), (["--scale", "nan"], "0.25 to 8"), (["--size", "10x10"], "16 to 4096"),
      (["--size", "4096x4096", "--scale", "8"], "too large"), (["--width", "40"], "--size"), (["--fonts", "mine"], "mine"),
      (["--watch"], "--watch"),
    ] as [([String], String)])
  func refused(_ arguments: [String], _ words: String) async throws {
    try await withCommand { command in
      try prepare(command)
      let outcome = try command.run(["run", "w.lua", "--format", "png", "--output", "out.png"] + arguments)
      #expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome)")
      #expect(!FileManager.default.fileExists(atPath: command.folder.appending(path: "out.png").path))
    }
  }
}
