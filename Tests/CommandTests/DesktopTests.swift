import Foundation
import Testing

/// `luawidget desktop` where there's nothing to show cards on.
@Suite struct DesktopTests {
  @Test("without a display the message names what to do instead")
  func noDisplay() async throws {
    try await withCommand { command in
      let outcome = try command.run("desktop")
      #expect(outcome.status == 2)
      #expect(outcome.output.isEmpty)
      #if os(Linux)
        #expect(
          outcome.errors == """
            luawidget: there is no display: neither WAYLAND_DISPLAY nor DISPLAY is set
              try: this command in a desktop session, luawidget today in a terminal, or luawidget serve for a web page

            """)
      #else
        #expect(outcome.errors.contains("cards on the desktop need Linux"))
      #endif
    }
  }

  @Test("the name of the board and the appearance are checked")
  func arguments() async throws {
    try await withCommand { command in
      let (name, appearance) = (try command.run("desktop", "--board", "../x"), try command.run("desktop", "--appearance", "pink"))
      #expect(name.status == 2 && appearance.status == 2)
    }
  }

  @Test("board set places a card, and board show lists the place")
  func placement() async throws {
    try await withCommand { command in
      let widget = command.folder.appending(path: "a.lua")
      try "function content() return ui.text { \"x\" } end".write(to: widget, atomically: true, encoding: .utf8)
      #expect(try command.run("board", "add", widget.path).status == 0)
      #expect(
        try command.run("board", "set", "a", "--anchor", "top_left", "--margin", "24,48", "--monitor", "HDMI-1").status == 0)
      #expect(try command.run("board", "show").output.contains("at top_left, margin 24,48, on monitor HDMI-1"))
      #expect(try command.run("board", "set", "a", "--margin", "default", "--monitor", "2").status == 0)
      #expect(try command.run("board", "show").output.contains("at top_left, on monitor 2"))
      let wrong = try command.run("board", "set", "a", "--anchor", "top-left")
      #expect(wrong.status == 2 && wrong.errors.contains("--anchor takes top_left, top, ") && wrong.errors.contains("top-left"))
      #expect(try command.run("board", "set", "a", "--margin", "1,2,3").status == 2)
      #expect(try command.run("board", "set", "a", "--monitor", "0").status == 2)
    }
  }
}
