import Foundation
import Testing
import WidgetHost
import WidgetTesting

/// Adding a widget on the page.
@Suite struct AddingTests {
  private func encoded(_ path: String) -> String { path.replacing("/", with: "%2F") }

  @Test("a widget that works is added; what is not a widget is not, and none of its text is shown")
  func paths() async throws {
    try await withServer(["a.lua": Sample.counter]) { server in
      let browser = try await server.browser()
      try server.write("function content() return ui.text { \"second\" } end", to: "second.txt")
      try server.write("secret = = token", to: "broken.lua")
      try server.write("root:SECRETTOKEN:0", to: "notes")
      try FileManager.default.createDirectory(atPath: server.folder("empty"), withIntermediateDirectories: true)
      for (name, reason) in [
        ("second.txt", "does not end in .lua"), ("notes", "does not end in .lua"), ("broken.lua", "broken.lua:1"),
        ("empty", "without main.lua"), ("nowhere.lua", "does not exist"),
      ] {
        let response = try await browser.submit("/add", "file=\(encoded(server.folder(name)))")
        #expect(response.text.contains(reason) && !response.text.contains("SECRETTOKEN"), "\(name): \(response.text)")
      }
      #expect(await server.board.widgets.count == 1)
      try server.write("function content() return ui.text { \"second\" } end", to: "second.lua")
      #expect(try await browser.submit("/add", "file=\(encoded(server.folder("second.lua")))").status == 303)
      #expect(try await browser.shows("second"))
    }
  }

  @Test("a name that isn't one stays in the form, with the nearest one; widgets on the board are marked")
  func misspelt() async throws {
    try await withServer([:]) { server in
      let browser = try await server.browser()
      let response = try await browser.submit("/add", "file=flihgt")
      #expect(response.text.contains("did you mean flight?") && response.text.contains("value=\"flihgt\""), "\(response.text)")
      #expect(!(try await browser.get("/add").text.contains("On the board")))
      #expect(try await browser.submit("/add", "file=disk").status == 303)
      #expect(try await browser.get("/add").text.contains("On the board"))
    }
  }

  @Test("a widget that could never be loaded shows the source around its mistake")
  func source() async throws {
    try await withServer(["broken.lua": "local a = 1\nlocal b = = 2\n"]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("local b = = 2"))
      try server.write("function content() return ui.text { \"repaired\" } end", to: "broken.lua")
      #expect(try await browser.shows("repaired"))
      #expect(!(try await browser.get().text).contains("local b"))
    }
  }

  @Test("a family sets the width of an image", arguments: [("small", 316), ("medium", 676), ("circular", 152)])
  func family(_ family: String, _ width: UInt32) async throws {
    try await withServer(["a.lua": Sample.counter]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("count 0"))
      let png = try await browser.get("/widgets/a.png?family=\(family)").body
      #expect(png.count > 24 && png[16..<20].reduce(0) { $0 << 8 | UInt32($1) } == width)
    }
  }

  @Test("HEAD of the events has an end")
  func head() async throws {
    try await withServer(["a.lua": Sample.counter]) { server in
      let browser = try await server.browser()
      let (host, port, cookie) = (server.host, server.port, browser.cookie)
      let bytes = try await onOwnThread {
        let connection = try RawConnection(port: port)
        connection.send("HEAD /events HTTP/1.1\r\nHost: \(host)\r\n\(cookie)\r\nConnection: close\r\n\r\n")
        return try connection.readToEnd()
      }
      #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("HTTP/1.1 200 "))
    }
  }
}
