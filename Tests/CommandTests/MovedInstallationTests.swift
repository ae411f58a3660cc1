import Foundation
import Testing
import WidgetTesting

/// The widgets of an installation keep their data when it's moved; other files with their names get nothing.
@Suite struct MovedInstallationTests {
  private static let source = """
    widget { settings = { key = { type = "secret" } }, permissions = { env = { "HOME" } } }
    function perform_update() defaults.set("n", defaults.get("n", 0) + 1) return update_result.new_data end
    function content()
      local isAllowed, home = pcall(env.get, "HOME")
      return ui.text { "n " .. defaults.get("n") .. (settings.key and " key" or " -") .. (isAllowed and home and " home" or "") }
    end
    """

  /// Lays out `PREFIX/bin`, `PREFIX/libexec/luawidget` and `PREFIX/share/luawidget/widgets`.
  ///
  /// - Returns: The program.
  private func install(_ command: Command, _ prefix: String, _ files: [String: String]) throws -> URL {
    let folder = command.folder.appending(path: prefix)
    for part in ["bin", "libexec/luawidget", "share/luawidget/widgets"] {
      try FileManager.default.createDirectory(at: folder.appending(path: part), withIntermediateDirectories: true)
    }
    let built = Command.program.deletingLastPathComponent()
    try copyProgram(built.appending(path: "luawidget"), to: folder.appending(path: "bin/luawidget"))
    for name in ["luawidget-worker", "luawidget-commands"] {
      try copyProgram(built.appending(path: name), to: folder.appending(path: "libexec/luawidget/\(name)"))
    }
    for (name, text) in files { try command.write(text, to: "\(prefix)/share/luawidget/widgets/\(name)") }
    return folder.appending(path: "bin/luawidget")
  }

  @Test("decisions, defaults and secrets follow a widget of the installation, and only that one")
  func moved() async throws {
    try await withCommand { command in
      var program = try install(command, "a", ["kept.lua": Self.source])
      try command.write("v4lue-of-key", to: "key")
      chmod(command.folder.appending(path: "key").path, 0o600)
      func run(_ file: String, _ arguments: String...) throws -> Command.Outcome {
        try command.start(program, ["run", file, "--format", "text"] + arguments)
      }
      #expect(try run("kept", "--allow", "env=HOME").output.contains("n 1 - home"))
      let set = try command.start(
        URL(filePath: "/bin/sh"), ["-c", "'\(program.path)' secret set kept key < key"])
      #expect(set.status == 0, "\(set)")
      let first = try run("kept")
      #expect(first.output.contains("n 2 key home"), "\(first)")
      // The whole installation in another folder.
      try FileManager.default.moveItem(at: command.folder.appending(path: "a"), to: command.folder.appending(path: "b"))
      program = command.folder.appending(path: "b/bin/luawidget")
      let doctor = try command.start(program, ["doctor"])
      #expect(!doctor.output.contains("kept.lua does not exist"), "\(doctor)")
      let second = try run("kept")
      #expect(second.output.contains("n 3 key home"), "\(second)")
      // A file elsewhere with the same name and text, also in a folder with the same name.
      for path in ["kept.lua", "share/luawidget/widgets/kept.lua"] {
        try command.write(Self.source, to: path)
        let other = try run(command.folder.appending(path: path).path)
        #expect(other.output.contains("n 1 -") && !other.output.contains("home"), "\(other)")
      }
      // A link is the file that it leads to, wherever it is.
      let link = command.folder.appending(path: "b/share/luawidget/widgets/linked.lua")
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: command.folder.appending(path: "kept.lua"))
      #expect(try run("linked").output.contains("n 2 -"))
    }
  }

  @Test("what an earlier version stored under the path of an installed widget moves to its name, once")
  func adopted() async throws {
    try await withCommand { command in
      let program = try install(command, "a", ["kept.lua": Self.source])
      // For another program it's a file like any other, known by its path, as earlier versions knew all files.
      let path = command.folder.appending(path: "a/share/luawidget/widgets/kept.lua").path
      try command.write("v4lue-of-key", to: "key")
      let set = try command.start(
        URL(filePath: "/bin/sh"), ["-c", "'\(Command.program.path)' secret set '\(path)' key < key"])
      #expect(set.status == 0, "\(set)")
      let before = try command.run("run", path, "--format", "text", "--allow", "env=HOME")
      #expect(before.output.contains("n 1 key home"), "\(before)")
      let after = try command.start(program, ["run", "kept", "--format", "text"])
      #expect(after.output.contains("n 2 key home"), "\(after)")
      #expect(try command.start(program, ["run", "kept", "--format", "text"]).output.contains("n 3 key home"))
      // It has moved: for the other program there's nothing left.
      let left = try command.run("run", path, "--format", "text")
      #expect(left.output.contains("n 1 -") && !left.output.contains("home"), "\(left)")
    }
  }
}
