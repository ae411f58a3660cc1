import Foundation
import Testing

/// `luawidget push`: events from other programs.
@Suite struct PushTests {
  private static let inbox = """
    function on_event(events)
      for _, event in ipairs(events) do
        defaults.set("seen", (defaults.get "seen" or "") .. event.source .. " " .. event.name .. "=" .. event.data .. ";")
      end
      return update_result.new_data
    end
    function content(context) return ui.text { context.reason .. " " .. (defaults.get "seen" or "nothing") } end
    """

  @Test("each event reaches on_event and changes the stored view; the widget needn't be running")
  func push() async throws {
    try await withCommand { command in
      let file = try command.write(Self.inbox, to: "inbox.lua")
      #expect(try command.run("push", file, "first").status == 0)
      let named = try command.run("push", file, "second", "--event", "ring")
      #expect(named.status == 0 && named.output.isEmpty && named.errors.isEmpty, "\(named)")
      let shown = try command.run("run", file)
      #expect(shown.output.contains("push push=first;push ring=second;"), "\(shown)")
      // Standard input is empty here.
      let empty = try command.run("push", file)
      #expect(empty.status == 2 && empty.errors.contains("the event has no text"), "\(empty)")
    }
  }

  @Test("what can't be sent says why, with a status of its own")
  func mistakes() async throws {
    try await withCommand { command in
      let file = try command.write("function content() return ui.text 'a' end", to: "deaf.lua")
      let deaf = try command.run("push", file, "a")
      #expect(deaf.status == 2 && deaf.errors.contains("does not define on_event"), "\(deaf)")
      let inbox = try command.write(Self.inbox, to: "inbox.lua")
      let name = try command.run("push", inbox, "a", "--event", "a b")
      #expect(name.status == 2 && name.errors.contains("the name of an event"), "\(name)")
      #expect(try command.run("push", "missing.lua", "a").status == 1)
      let broken = try command.write(
        "function on_event() error 'no' end function content() return ui.text '' end", to: "broken.lua")
      let failed = try command.run("push", broken, "a")
      #expect(failed.status == 3 && failed.errors.contains("no"), "\(failed)")
    }
  }

  @Test("a key for one widget's events opens nothing else")
  func key() async throws {
    try await withCommand { command in
      let file = try command.write(Self.inbox, to: "inbox.lua")
      #expect(try command.run("board", "add", file).status == 0)
      #expect(try command.run("key", "add", "door", "--push", "inbox").status == 0)
      #expect(try command.run("key", "list").output.contains("push:inbox"))
      let missing = try command.run("key", "add", "other", "--push", "inbx")
      #expect(missing.status == 1 && missing.errors.contains("inbox"), "\(missing)")
      #expect(try command.run("key", "add", "both", "--push", "inbox", "--metrics").status == 2)
    }
  }
}
