import Foundation
import Testing
import WidgetCommands
import WidgetRuntime

/// The documents match the program.
@Suite struct DocumentationTests {
  private func file(_ name: String) throws -> String {
    try String(contentsOf: Command.root.appending(path: name), encoding: .utf8)
  }

  @Test("the reference and the editor types match the declarations (make golden records them)")
  func generated() throws {
    for (name, text) in [
      ("docs/reference.md", APIDocumentation.reference), ("docs/lua.md", APIDocumentation.standardLibrary),
      ("types/luawidget.lua", APIDocumentation.types),
    ] {
      if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
        try text.write(to: Command.root.appending(path: name), atomically: true, encoding: .utf8)
        Issue.record("\(name) was recorded")
      }
      #expect(try file(name) == text, "\(name) is out of date: run make golden")
    }
  }

  @Test("the man page has the declared options (make golden records them)")
  func optionsInManual() throws {
    let manual = try file("docs/luawidget.1")
    let section = ManualSection.options
    let start = try #require(manual.range(of: ".SH OPTIONS OF RUN\n"))
    let end = try #require(manual.range(of: ".SH KEYS\n"))
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
      try manual.replacingCharacters(in: start.lowerBound..<end.lowerBound, with: section)
        .write(to: Command.root.appending(path: "docs/luawidget.1"), atomically: true, encoding: .utf8)
      Issue.record("the options were recorded")
    }
    #expect(manual[start.lowerBound..<end.lowerBound] == section, "docs/luawidget.1 is out of date: run make golden")
  }

  @Test("the man page, docs/errors.md and the help of run have the one table of exit statuses (make golden records the man page)")
  func exitStatuses() async throws {
    let manual = try file("docs/luawidget.1")
    let section = Exit.allCases.reduce(into: ".SH EXIT STATUS\n") {
      $0 += ".TP\n.B \($1.rawValue)\n\($1.meaning.replacing("-", with: "\\-"))\n"
    }
    let start = try #require(manual.range(of: ".SH EXIT STATUS\n"))
    let end = try #require(manual.range(of: ".SH PERMISSIONS\n"))
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] != nil {
      try manual.replacingCharacters(in: start.lowerBound..<end.lowerBound, with: section)
        .write(to: Command.root.appending(path: "docs/luawidget.1"), atomically: true, encoding: .utf8)
      Issue.record("the exit statuses were recorded")
    }
    #expect(manual[start.lowerBound..<end.lowerBound] == section, "docs/luawidget.1 is out of date: run make golden")
    let errors = try file("docs/errors.md")
    for status in Exit.allCases { #expect(errors.contains("| \(status.rawValue) | \(status.meaning) |\n"), "\(status)") }
    try await withCommand { command in
      let help = try command.run("help", "run").output.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(help.contains(Exit.sentence), "\(help)")
    }
  }

  @Test("api prints the editor types, the reference and the page on Lua")
  func api() async throws {
    try await withCommand { command async throws in
      #expect(try command.run("api", "types").output == APIDocumentation.types)
      #expect(try command.run("api", "reference").output == APIDocumentation.reference)
      #expect(try command.run("api", "lua").output == APIDocumentation.standardLibrary)
    }
  }

  @Test("README's widget is the example, and it runs")
  func readme() async throws {
    let readme = try file("README.md")
    let example = try file("examples/uptime.lua")
    #expect(readme.contains("```lua\n" + example + "```"))
    try await withCommand { command in
      let outcome = try command.run("run", Command.root.appending(path: "examples/uptime.lua").path)
      #expect(outcome.status == 0 && outcome.output.contains("Load"))
    }
  }

  @Test("README's commands are targets of the Makefile and options of the program")
  func commands() async throws {
    let readme = try file("README.md")
    let makefile = try file("Makefile")
    for line in readme.split(separator: "\n") where line.hasPrefix("    make ") {
      let target = line.split(separator: " ")[1]
      #expect(makefile.contains("\n\(target):"), "make \(target)")
    }
    try await withCommand { command in
      let help = try command.run("run", "--help").output
      for option in [
        "--watch", "--format", "--output", "--width", "--size", "--appearance", "--text-size", "--redact", "--set", "--allow",
        "--no-snapshot", "--at", "--offline", "--strict",
        "--limit", "--family", "--display-mode", "--size", "--appearance", "--text-size", "--redact",
      ] {
        #expect(help.contains(option))
        #expect(try file("docs/luawidget.1").contains(option.split(separator: "-").joined(separator: "\\-")), "\(option)")
      }
      #expect(try command.run("--version").output.hasPrefix("luawidget \(Program.version) (development build, "))
    }
  }

  private static let pages = [
    "README.md", "ARCHITECTURE.md", "docs/security.md", "docs/protocol.md", "docs/reference.md", "docs/fetch.md",
    "docs/secrets.md", "docs/views.md", "docs/compatibility.md",
    "docs/recordings.md", "docs/lua.md", "docs/configuration.md", "docs/terminal.md", "docs/painter.md",
  ]

  @Test("every command on a page runs", arguments: pages)
  func shownCommands(_ page: String) async throws {
    for part in try file(page).split(separator: "`") where part.hasPrefix("luawidget ") && !part.contains("FILE") {
      let arguments = part.split(whereSeparator: \.isWhitespace).dropFirst().map(String.init)
      try await withCommand { command in
        for folder in ["examples", "widgets"] {
          try FileManager.default.createSymbolicLink(
            at: command.folder.appending(path: folder), withDestinationURL: Command.root.appending(path: folder))
        }
        let isServer = arguments.first == "serve"
        // Any free port: something else on this machine may be using the default one.
        let live = try LiveCommand(command, arguments + (isServer ? ["--port", "0"] : []), columns: 100, rows: 40)
        if isServer {
          _ = try await live.see("Ctrl-C ends it.")
          live.signal(SIGINT)
        } else if arguments.contains("--watch") || arguments.first == "today" {
          _ = try await live.see("q quit")
          try live.type("q")
        }
        #expect(try await live.end() == (isServer ? 128 + SIGINT : 0), "\(part): \(live.text)")
      }
    }
  }

  @Test("every Lua snippet of a page runs", arguments: pages)
  func snippets(_ page: String) async throws {
    for block in try file(page).components(separatedBy: "```lua\n").dropFirst() {
      let source = block.components(separatedBy: "```")[0]
      try await withCommand { command in
        let outcome = try command.run("run", try command.write(source, to: "snippet.lua"))
        // Example hosts don't exist, and most aren't requested: everything up to the request works.
        let status: Int32 = !source.contains("fetch(\"https://") ? 0 : source.contains("permissions") ? 1 : 4
        #expect(outcome.status == status, "\(outcome)")
      }
    }
  }

  @Test("README shows the output of the flight widget")
  func rendering() async throws {
    try await withCommand { command in
      let outcome = try command.run("run", Command.root.appending(path: "widgets/flight.lua").path, "--width", "50")
      #expect(try file("README.md").contains("```\n" + outcome.output + "```"), "\(outcome)")
    }
  }

  @Test("README shows a live flight widget (make images draws it)")
  func terminalImage() async throws {
    let rows = try file("docs/images/terminal.svg").components(separatedBy: "<g class=\"row\"").dropFirst().map { row in
      row.components(separatedBy: "</g>")[0].split(separator: "<").compactMap { $0.split(separator: ">").dropFirst().first }
        .joined()
    }
    #expect(rows.first == "$ luawidget run flight.lua --watch")
    try await withCommand { command in
      let flight = Command.root.appending(path: "widgets/flight.lua").path
      let live = try LiveCommand(command, ["run", flight, "--watch", "--allow", "open_url=myflight"], columns: 64, rows: 24)
      let screen = try await live.see("q quit")
      try live.type("q")
      _ = try await live.end()
      let shown = screen.split(separator: "\n").map { String($0.replacing(#/ +$/#, with: "")) }.filter { !$0.isEmpty }
      #expect(Array(rows.dropFirst()) == shown)
    }
  }

  @Test("links in the installed documents have a target")
  func installedLinks() async throws {
    try await withCommand { command in
      let script =
        """
        cd "$1" && mkdir -p "$2/share/luawidget" && cp -r widgets examples "$2/share/luawidget/" &&
        Scripts/install-documents "$2/share/doc/luawidget" ../../luawidget &&
        rm "$2/share/doc/luawidget/docs/images/serve.png" && test -f "$2/share/doc/luawidget/ARCHITECTURE.md"
        """
      let outcome = try command.start(
        URL(filePath: "/bin/sh"), ["-c", script, "sh", Command.root.path, command.folder.path])
      #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
    }
  }

  @Test("links in the documents have a target")
  func links() throws {
    for name in [
      "README.md", "ARCHITECTURE.md", "docs/security.md", "docs/fetch.md", "docs/configuration.md", "docs/formats.md",
      "docs/views.md", "docs/boards.md",
    ] {
      let folder = name.hasPrefix("docs/") ? "docs/" : ""
      for part in try file(name).split(separator: "](").dropFirst() {
        let target = part.prefix { $0 != ")" }
        guard !target.hasPrefix("http") else { continue }
        #expect(
          FileManager.default.fileExists(atPath: Command.root.appending(path: folder + String(target)).path), "\(name): \(target)"
        )
      }
    }
  }

  @Test("files and folders named in ARCHITECTURE.md and docs exist")
  func paths() throws {
    let pages = try FileManager.default.contentsOfDirectory(atPath: Command.root.appending(path: "docs").path)
      .filter { $0.hasSuffix(".md") && !["reference.md", "lua.md"].contains($0) }.map { "docs/" + $0 }
    let roots = ["Sources", "Tests", "Scripts", "docs", "examples", "packaging"]
    for name in pages + ["ARCHITECTURE.md", "README.md"] {
      for part in try file(name).split(separator: "`") {
        guard roots.contains(where: { part.hasPrefix($0 + "/") }), !part.contains(where: \.isWhitespace), !part.contains("NAME")
        else { continue }
        let path = Command.root.appending(path: String(part)).path
        let exists = [path, path + ".swift"].contains { FileManager.default.fileExists(atPath: $0) }
        #expect(exists, "\(name): \(part)")
      }
    }
  }
}
