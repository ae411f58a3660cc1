import Foundation
import Testing
import WidgetTesting

/// `--record` and `--replay`.
@Suite struct RecordingTests {
  private static let time = ["--at", "2026-11-21T12:00:00Z"]

  private static func source(_ url: String) -> String {
    """
    widget { permissions = { net = { "\(url.split(separator: "/")[1])" } } }
    local line = "nothing yet"
    function perform_update()
      local r, err = fetch("\(url)", { headers = { ["X-Who"] = "me" } })
      if not r then line = err.kind .. ": " .. err.message return update_result.new_data end
      line = r.status .. " " .. #r.body .. " " .. tostring(r.body:match("[%g ]+")) .. " " .. r.url
      return update_result.new_data
    end
    function content() return ui.text { line } end
    """
  }

  @Test(
    "a replayed run is the recorded run, byte for byte, without a server",
    arguments: [
      LoopbackResponse.json(#"{"boarding": "12:05"}"#), .text("no such flight", status: 404),
      .response([0x89, 0x50, 0x4E, 0x47, 0xFF, 0x00], headers: [("Content-Type", "image/png")]), .response([]),
      .bytes(Array("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nshort".utf8)),
    ])
  func identical(_ response: LoopbackResponse) async throws {
    try await withCommand { command in
      var arguments: [String] = []
      let recorded = try await withLoopbackServer { server async throws in
        server.on("/x", response)
        let file = try command.write(Self.source(server.url("/x")), to: "w.lua")
        arguments = ["run", file, "--no-snapshot", "--allow", "net=127.0.0.1:\(server.port)"] + Self.time
        return try command.run(arguments + ["--record", "tapes", "--format", "json"])
      }
      #expect(recorded.status == 0, "\(recorded)")
      #expect(!recorded.output.contains("nothing yet"))
      let replayed = try command.run(arguments + ["--replay", "tapes", "--format", "json"])
      #expect(replayed.status == 0 && replayed.errors == "")
      #expect(replayed.output == recorded.output)
      // A preview sends the same requests.
      let sheet = try command.run(
        ["preview"] + arguments[1...].filter { $0 != "--no-snapshot" } + ["--replay", "tapes", "--output", "s.html"])
      #expect(sheet.status == 0, "\(sheet)")
    }
  }

  @Test("a request without a recording fails, and recordings can be written by hand")
  func byHand() async throws {
    try await withCommand { command in
      let file = try command.write(Self.source("https://api.example.com/x"), to: "w.lua")
      let none = try command.run("run", file, "--replay", "tapes")
      #expect(none.status == 1)
      #expect(none.errors == "luawidget: tapes: no such folder; record one with --record tapes\n")
      try command.write("x", to: "tapes/notes.txt")
      let missing = try command.run("run", file, "--replay", "tapes", "--format", "spoken")
      #expect(missing.status == 0)
      #expect(missing.output.contains("offline"), "\(missing)")
      #expect(missing.output.contains("no recording of GET https://api.example.com/x in tapes"), "\(missing)")
      try command.write("GET https://api.example.com/x\n\nHTTP 200\nbody: mine.txt\n", to: "tapes/mine.http")
      try command.write("by hand", to: "tapes/mine.txt")
      let found = try command.run("run", file, "--replay", "tapes", "--format", "spoken")
      #expect(found.output.contains("200 7 by hand https://api.example.com/x"), "\(found)")
      try command.write("GET https://api.example.com/x\n\nHTTP\n", to: "tapes/mine.http")
      let damaged = try command.run("run", file, "--replay", "tapes", "--format", "spoken")
      let problem = "tapes/mine.http:3: must be `HTTP` and a status, or `FAILED` and a kind of failure"
      #expect(damaged.status == 0 && damaged.output.contains("no recording of GET https://api.example.com/x can be used"))
      #expect(damaged.errors.contains("\(problem); this recording is left out"), "\(damaged)")
    }
  }

  @Test(
    "options that cannot be combined",
    arguments: [["--record", "a", "--replay", "b"], ["--record", "a", "--offline"], ["--record", ""]])
  func exclusive(_ options: [String]) async throws {
    try await withCommand { command in
      let file = try command.write(Self.source("https://api.example.com/"), to: "w.lua")
      for name in ["run", "preview"] {
        let outcome = try command.run([name, file] + options)
        #expect(outcome.status == 2, "\(outcome)")
        #expect(!FileManager.default.fileExists(atPath: command.folder.appending(path: "a").path))
      }
    }
  }

  @Test("an unwritable folder is reported before anything runs")
  func unwritable() async throws {
    try await withCommand { command in
      let file = try command.write(Self.source("https://api.example.com/"), to: "w.lua")
      try command.write("x", to: "file")
      let outcome = try command.run("run", file, "--record", "file")
      #expect(outcome.status == 6)
      #expect(outcome.errors.contains("file: cannot write the recording: Not a directory"), "\(outcome)")
    }
  }

  @Test("--at and --replay neither replace nor show the stored snapshot")
  func storedSnapshot() async throws {
    try await withCommand { command in
      let file = try command.write(
        """
        function perform_update() return update_result.new_data end
        function content() return ui.text { "year " .. os.date("!%Y") } end
        """, to: "w.lua")
      #expect(try command.run("run", file, "--record", "tapes").status == 0)
      let before = try command.run("snapshot", "show", file).output
      #expect(try command.run("run", file, "--at", "1999-01-01").output.contains("year 1999"))
      #expect(try command.run("run", file, "--replay", "tapes", "--at", "1998-01-01").output.contains("year 1998"))
      #expect(try command.run("run", file, "--replay", "tapes").status == 0)
      #expect(try command.run("snapshot", "show", file).output == before && before.contains("year 20"))
    }
  }

  @Test("a link in the place of a folder of recordings is not followed")
  func linkedFolder() async throws {
    try await withCommand { command in
      let file = try command.write(
        "function perform_update() return update_result.new_data end function content() return ui.text 'x' end", to: "w.lua")
      try FileManager.default.createDirectory(at: command.folder.appending(path: "tapes"), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        atPath: command.folder.appending(path: "link").path, withDestinationPath: "tapes")
      for option in ["--record", "--replay"] {
        for name in ["link", "link/"] {
          let outcome = try command.run("run", file, option, name)
          #expect(outcome.errors.contains("a symbolic link is not followed"), "\(outcome)")
          #expect(outcome.status != 0)
        }
      }
      #expect(try command.run("run", file, "--record", "tapes").status == 0)
      #expect(try command.run("run", file, "--replay", "tapes").status == 0)
    }
  }
}
