import Foundation
import Testing

/// `luawidget show` and `luawidget popup`: where widgets appear.
@Suite struct ShowTests {
  private static let text = "function content() return ui.text 'x' end"

  @Test("nobody shows the widget, no such widget, and impossible durations")
  func mistakes() async throws {
    try await withCommand { command in
      let file = try command.write(Self.text, to: "a.lua")
      let nobody = try command.run("show", file)
      #expect(nobody.status == 1 && nobody.errors.contains("no running host shows a"), "\(nobody)")
      #expect(try command.run("show", "missing.lua").status == 1)
      for duration in ["0s", "10h", "soon"] {
        let wrong = try command.run("show", file, "--for", duration)
        #expect(wrong.status == 2 && wrong.output.isEmpty, "\(wrong)")
      }
      let long = try command.run("show", file, "--for", "10h")
      #expect(long.errors.contains("from 1s to 1h"), "\(long)")
    }
  }

  @Test("a key for one widget's card")
  func key() async throws {
    try await withCommand { command in
      let file = try command.write(Self.text, to: "a.lua")
      #expect(try command.run("board", "add", file).status == 0)
      #expect(try command.run("key", "add", "door", "--show", "a").status == 0)
      #expect(try command.run("key", "list").output.contains("show:a"))
      #expect(try command.run("key", "add", "other", "--show", "b").status == 1)
      #expect(try command.run("key", "add", "both", "--show", "a", "--push", "a").status == 2)
    }
  }

  @Test("a popup needs a widget, a place that exists, and a display")
  func popup() async throws {
    try await withCommand { command in
      let file = try command.write(Self.text, to: "a.lua")
      let none = try command.run("popup", file)
      #expect(none.status == 2 && none.errors.contains("there is no display"), "\(none)")
      #expect(try command.run("popup", "missing.lua").status == 1)
      let place = try command.run("popup", file, "--at", "topright")
      #expect(place.status == 2 && place.errors.contains("top-right"), "\(place)")
    }
  }
}
