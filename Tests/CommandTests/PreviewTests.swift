import Foundation
import Testing

/// `luawidget preview`: everything on one sheet.
@Suite struct PreviewTests {
  private static let source = """
    widget { name = "Sheet", families = { "small", "inline" } }
    function perform_update(context)
      assert(context.preview, "context.preview is not set")
      return update_result.new_data
    end
    function content(context)
      return ui.text { (context.family or "any") .. " " .. context.display_mode .. " " .. context.text_size .. " " .. context.color_scheme }
    end
    """

  @Test("a page has every shape in both appearances, then text sizes and states of a panel and of one family")
  func page() async throws {
    try await withCommand { command in
      let file = try command.write(Self.source, to: "w.lua")
      let outcome = try command.run("preview", file, "--output", "out.html")
      #expect(outcome.status == 0 && outcome.output == "out.html: 28 cards\n", "\(outcome)")
      let page = try String(contentsOfFile: command.folder.path + "/out.html", encoding: .utf8)
      for words in [
        ">Sheet</h1>", ">compact: 360 points wide, view at most 110 high</h2>", ">small: 158 x 158 points</h2>",
        ">inline: one line, 360 points wide</h2>",
        ">small expanded<", ">xSmall light<", ">small expanded accessibility5 light<", ">any compact large dark<",
        ">light</figcaption>", ">accessibility1</figcaption>", ">expanded: text sizes</h2>", ">small: states</h2>",
        ">stale</figcaption>", ">failed</figcaption>", ">redacted</figcaption>", ">right to left</figcaption>", "2 h ago",
        "the server does not respond", "dir=\"rtl\"",
      ] { #expect(page.contains(words), "\(words)") }
      #expect(!page.contains("large: 338"), "not a family of this widget")
      #expect(page.components(separatedBy: "<article").count - 1 == 28)
      #expect(!page.contains("<script") && !page.contains("style=\""))
    }
  }

  @Test("a sheet contains only the chosen text size and appearance")
  func rendering() async throws {
    try await withCommand { command in
      let file = try command.write(Self.source, to: "w.lua")
      let outcome = try command.run(
        "preview", file, "--text-size", "large", "--appearance", "dark", "--scale", "1", "--at", "2026-01-01T00:00:00Z")
      #expect(outcome.status == 0 && outcome.output == "w.preview.png: 16 cards\n", "\(outcome)")
      let one = try Data(contentsOf: command.folder.appending(path: "w.preview.png"))
      #expect(one.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      // Bytes 16 to 23 are the size: margins and the widest row.
      let width: Int = one[16..<20].reduce(0) { sum, byte in sum * 256 + Int(byte) }
      #expect(width == 5 * 360 + 4 * 20 + 2 * 28)
      _ = try command.run(
        "preview", file, "--text-size", "large", "--appearance", "dark", "--scale", "1", "--at", "2026-01-01T00:00:00Z",
        "--output",
        "again.png")
      #expect(try Data(contentsOf: command.folder.appending(path: "again.png")) == one, "the same input, the same bytes")
    }
  }

  @Test("content that fails in one shape is reported on its card, on standard error and by the status")
  func failing() async throws {
    try await withCommand { command in
      let file = try command.write(
        Self.source.replacing(
          "return ui.text {", with: "if context.family == 'small' then error 'no space' end\n  return ui.text {"),
        to: "w.lua")
      let outcome = try command.run("preview", file, "--output", "out.html", "--text-size", "large")
      let page = try String(contentsOfFile: command.folder.path + "/out.html", encoding: .utf8)
      #expect(outcome.status == 3 && outcome.errors.contains("w.lua:7") && outcome.errors.contains("no space"), "\(outcome)")
      #expect(page.contains("no space") && page.contains(">inline expanded large light<"))
    }
  }

  @Test("after a failed update every card shows the failure, and content is not called")
  func failedUpdate() async throws {
    try await withCommand { command in
      let file = try command.write(
        Self.source.replacing("return update_result.new_data", with: "return update_result.failed('no trains today')"),
        to: "w.lua")
      let outcome = try command.run("preview", file, "--output", "out.html", "--text-size", "large")
      let page = try String(contentsOfFile: command.folder.path + "/out.html", encoding: .utf8)
      #expect(outcome.status == 1 && outcome.errors.contains("no trains today"), "\(outcome)")
      #expect(page.components(separatedBy: "no trains today").count - 1 >= 8 && !page.contains(">small expanded large light<"))
    }
  }

  @Test("nothing is stored, and an invalid file name is reported before anything runs")
  func nothingStored() async throws {
    try await withCommand { command in
      let file = try command.write(Self.source, to: "w.lua")
      #expect(try command.run("preview", file, "--output", "out.html").status == 0)
      #expect(try command.run("snapshot", "list").output == "")
      let wrong = try command.run("preview", file, "--output", "out.bmp")
      #expect(wrong.status == 2 && wrong.errors.contains(".png, .svg, .pdf or .html"), "\(wrong)")
    }
  }
}
