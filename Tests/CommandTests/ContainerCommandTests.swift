import Foundation
import Testing

/// `luawidget container`: files for widgets from other programs.
@Suite struct ContainerCommandTests {
  @Test("a file that another program puts into a container is listed, read and removed")
  func lifecycle() async throws {
    try await withCommand { command in
      let file = try command.write("[1]", to: "numbers.json")
      let none = try command.run("container", "list", "group.x")
      #expect(
        none.status == 1 && none.errors == "luawidget: there is no container \"group.x\"; there are no others either\n", "\(none)"
      )
      let put = try command.run("container", "put", "group.x", "data/numbers.json", file)
      #expect(put.status == 0 && put.output.isEmpty, "\(put)")
      #expect(try command.run("container", "list", "group.x").output == "data/\n")
      #expect(try command.run("container", "list", "group.x", "data").output == "numbers.json\n")
      #expect(try command.run("container", "get", "group.x", "data/numbers.json").output == "[1]")
      // Without a file: standard input, which is empty here.
      #expect(try command.run("container", "put", "group.x", "empty").status == 0)
      #expect(try command.run("container", "get", "group.x", "empty").output.isEmpty)
      #expect(try command.run("container", "remove", "group.x", "data").output == "1 file removed\n")
      #expect(try command.run("container", "list", "group.x").output == "empty\n")
      #expect(try command.run("container", "remove", "group.x").output == "1 file removed\n")
      #expect(try command.run("container", "list", "group.x").output.isEmpty)
    }
  }

  @Test("a widget of the group reads what the command put, and the command reads what the widget wrote")
  func exchange() async throws {
    try await withCommand { command in
      try command.write("from outside", to: "text.txt")
      #expect(try command.run("container", "put", "group.x", "text.txt", "text.txt").status == 0)
      let widget = try command.write(
        """
        widget { permissions = { groups = { "group.x" } } }
        function content()
          local files = container "group.x"
          files:write("reply.txt", "from the widget")
          return ui.text { files:read "text.txt" }
        end
        """, to: "reader.lua")
      #expect(try command.run("run", widget).output.contains("from outside"))
      #expect(try command.run("container", "get", "group.x", "reply.txt").output == "from the widget")
    }
  }

  @Test("what is missing, too large or not a path is an error that names it")
  func errors() async throws {
    try await withCommand { command in
      try command.write(Data(count: (4 << 20) + 1), to: "large")
      try command.write("a", to: "a.txt")
      _ = try command.run("container", "put", "group.x", "notes.txt", "a.txt")
      func failure(_ arguments: String...) throws -> String {
        let outcome = try command.run(["container"] + arguments)
        #expect(outcome.status != 0, "\(arguments)")
        return outcome.errors
      }
      #expect(
        try failure("get", "group.x", "note.txt")
          == "luawidget: the container of group.x has no \"note.txt\"; did you mean \"notes.txt\"?\n")
      #expect(try failure("remove", "group.x", "absent.bin").contains("has no \"absent.bin\"; available: notes.txt"))
      #expect(try failure("put", "group.x", "../up", "a.txt").contains(". and .. are not allowed"))
      #expect(try failure("put", "group x", "a", "a.txt").contains("\"group x\" is not a valid container name"))
      #expect(try failure("put", "group.x", "large", "large").contains("must not exceed 4194304"))
      #expect(try failure("put", "group.x", "a", "absent.txt").contains("absent.txt: "))
      #expect(try failure("put", "group.x", "a", ".").contains("not a regular file"))
    }
  }
}
