import Foundation
import Testing
import WidgetTesting

/// The process using the network, as seen from outside the program.
@Suite struct FetcherEndTests {
  private static func source(_ server: LoopbackServer, _ path: String) -> String {
    """
    widget { name = "W", permissions = { net = { "127.0.0.1:\(server.port)" } } }
    function perform_update()
      local _, err = fetch("\(server.url(path))", { method = "POST" })
      kind = err and err.kind .. ": " .. err.message or "none"
      return update_result.new_data
    end
    function content() return ui.text { kind } end
    """
  }

  @Test("it ends with luawidget during a request, however that ends", arguments: ["KILL", "TERM"])
  func ends(_ signal: String) async throws {
    let server = try await LoopbackServer.start()
    server.on("/", .silence)
    try await withCommand { command in
      let file = try command.write(Self.source(server, "/"), to: "w.lua")
      let outcome = try command.start(
        URL(filePath: "/bin/bash"),
        [
          "-mc",
          """
          fetcher() { for p in $(cat /proc/$widget/task/*/children); do grep -q luawidget-fetch /proc/$p/comm && echo $p; done; }
          "$0" run "$1" --allow "$3" >/dev/null 2>&1 & widget=$!
          n=0; while id=$(fetcher 2>/dev/null); [ -z "$id" ] && [ $n -lt 400 ]; do sleep 0.05; n=$((n + 1)); done
          [ -n "$id" ] && echo started
          kill -$2 $widget; wait $widget
          n=0; while kill -0 $id && [ $n -lt 400 ]; do sleep 0.05; n=$((n + 1)); done 2>/dev/null
          if kill -0 $id 2>/dev/null; then echo alive; else echo gone; fi
          """, Command.program.path, file, signal, "private_net=127.0.0.1:\(server.port)",
        ])
      #expect(outcome.output == "started\ngone\n", "\(outcome)")
    }
    await server.stop()
  }

  @Test("a script sees the kind and the message when it crashes")
  func crash() async throws {
    let server = try await LoopbackServer.start()
    try await withCommand { command in
      let arrived = command.folder.appending(path: "arrived").path
      server.on("/", .silence.announced { _ = FileManager.default.createFile(atPath: arrived, contents: nil) })
      let file = try command.write(Self.source(server, "/"), to: "w.lua")
      let outcome = try command.start(
        URL(filePath: "/bin/bash"),
        [
          "-mc",
          """
          fetcher() { for p in $(cat /proc/$widget/task/*/children); do grep -q luawidget-fetch /proc/$p/comm && echo $p; done; }
          "$0" run "$1" --allow "$2" --format text & widget=$!
          n=0; while [ ! -e arrived ] && [ $n -lt 400 ]; do sleep 0.05; n=$((n + 1)); done
          kill -9 $(fetcher); wait $widget
          """, Command.program.path, file, "private_net=127.0.0.1:\(server.port)",
        ])
      #expect(outcome.status == 0)
      // Without the card's lines.
      let text = outcome.output.split { $0.isWhitespace || $0 == "│" }.joined(separator: " ")
      #expect(text.contains("fetcher: cannot fetch from 127.0.0.1:\(server.port): luawidget-fetcher was killed by signal 9"))
    }
    #expect(server.requests.count == 1)
    await server.stop()
  }

  @Test("doctor shows what its sandbox refuses")
  func doctor() async throws {
    try await withCommand { command in
      let output = try command.run(["doctor"]).output
      #expect(output.contains("Fetcher: what its sandbox refuses"))
      let section = output.split(separator: "Fetcher:").last?.split(separator: "Painter:").first ?? ""
      for attempt in [
        "write a file", "start a program", "send a signal", "open a local socket", "listen", "outlive luawidget", "read /",
      ] {
        #expect(section.contains(attempt), "\(section)")
      }
    }
  }
}
