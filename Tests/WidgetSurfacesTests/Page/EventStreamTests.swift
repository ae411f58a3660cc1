import Testing
import WidgetHelpers
import WidgetSystem
import WidgetTesting

/// Event streams and taps by the page's script, over loopback.
@Suite struct EventStreamTests {
  /// A connection with an open stream.
  private func open(_ browser: TestBrowser) async throws -> RawConnection {
    let (host, port) = (browser.server.host, browser.server.port)
    nonisolated(unsafe) let connection = try await onOwnThread {
      let connection = try RawConnection(port: port)
      connection.send("GET /events?columns=one&tab=t HTTP/1.1\r\nHost: \(host)\r\n\(browser.cookie)\r\n\r\n")
      _ = try connection.read(until: "retry: 1000")
      return connection
    }
    return connection
  }

  private func read(_ connection: RawConnection, until text: String) async throws -> String {
    nonisolated(unsafe) let connection = connection
    return try await onOwnThread { try connection.read(until: text) }
  }

  @Test("a new view arrives as its card, in every open page")
  func cards() async throws {
    try await withServer(["counter.lua": Sample.counter, "disk.lua": Sample.text]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("count 0"))
      let (first, second) = (try await open(browser), try await open(browser))
      let tap = try await browser.submit("/tap", "control=\(try await browser.control("Add"))", "Accept: application/json")
      #expect(tap.status == 204)
      for connection in [first, second] {
        let text = try await read(connection, until: "count 1")
        #expect(text.contains("event: card"))
        #expect(text.contains("{\"id\":\"counter\",\"html\":\"<article "))
      }
    }
  }

  @Test("a URL that a tap opens goes to the page that tapped, and to no program of this machine")
  func opensURL() async throws {
    let widget = """
      widget { permissions = { open_url = { "https" } } }
      function content() return ui.button { "Go", action = function() open_url("https://example.com/a") end } end
      """
    try await withServer(["go.lua": widget]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows(">Go<"))
      let stream = try await open(browser)
      let tap = try await browser.submit("/tap", "control=\(try await browser.control("Go"))&tab=t", "Accept: application/json")
      #expect(tap.status == 204)
      let text = try await read(stream, until: "event: url")
      #expect(text.contains("example.com"))
      #expect(try await browser.shows("href=\"https://example.com/a\""))
    }
  }

  @Test("a text that a tap copies goes to the page that tapped, and stays on the card for browsers that don't allow it")
  func copies() async throws {
    let widget = """
      widget { permissions = { clipboard = true } }
      function content() return ui.button { "Copy", action = function() clipboard.write("a <b>\\nc") end } end
      """
    try await withServer(["copy.lua": widget]) { server in
      let browser = try await server.browser()
      try await browser.decide("Always: putting text onto your clipboard when you tap")
      #expect(try await browser.shows(">Copy<"))
      let stream = try await open(browser)
      let tap = try await browser.submit("/tap", "control=\(try await browser.control("Copy"))&tab=t", "Accept: application/json")
      #expect(tap.status == 204)
      let text = try await read(stream, until: "event: copy")
      #expect(text.contains(#"{"text":"a \u003cb\u003e\nc"}"#) || text.contains(#"{"text":"a <b>\nc"}"#))
      #expect(try await browser.shows("Copied: "))
      #expect(try await browser.shows("a &lt;b&gt;\nc</textarea>"))
    }
  }

  @Test("a browser that never reads its events costs nothing and holds up no other browser")
  func neverReads() async throws {
    try await withServer(["counter.lua": Sample.counter]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("count 0"))
      let silent = try await open(browser)
      let reader = try await open(browser)
      for _ in 1...12 {
        _ = try await browser.submit("/tap", "control=\(try await browser.control("Add"))", "Accept: application/json")
      }
      _ = try await read(reader, until: "count 12")
      #expect(try await browser.shows("count 12"))
      withExtendedLifetime(silent) {}
    }
  }

  @Test("of 1,000 taps at once most are refused, and the page still responds")
  func tapFlood() async throws {
    try await withServer(["counter.lua": Sample.counter]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("count 0"))
      let control = try await browser.control("Add")
      let body = "token=\(try await browser.token())&control=\(control)"
      let (host, port) = (server.host, server.port)
      let (cookie, origin) = (browser.cookie, server.origin)
      let statuses = try await onOwnThread { () -> [Int] in
        let connection = try RawConnection(port: port)
        return try (0..<1000).map { _ in
          connection.send(
            """
            POST /tap HTTP/1.1\r\nHost: \(host)\r\n\(cookie)\r\n\(origin)\r\nAccept: application/json\r\n\
            Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
            """)
          return try connection.response().status
        }
      }
      #expect(Set(statuses) == [204, 429])
      #expect(statuses.count { $0 == 204 } < 900)
      #expect(try await browser.get().status == 200)
    }
  }

  @Test("500 open pages all receive a new view, and a flood of other connections takes no place of a signed-in browser")
  func manyStreams() async throws {
    try await withServer(["counter.lua": Sample.counter]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("count 0"))
      let (host, port, cookie) = (server.host, server.port, browser.cookie)
      nonisolated(unsafe) let streams = try await onOwnThread { () -> [RawConnection] in
        let streams = try (0..<500).map { _ in
          let connection = try RawConnection(port: port)
          connection.send("GET /events?columns=one HTTP/1.1\r\nHost: \(host)\r\n\(cookie)\r\n\r\n")
          return connection
        }
        for connection in streams { _ = try connection.read(until: "retry: 1000") }
        return streams
      }
      nonisolated(unsafe) let others = try await onOwnThread { () -> [RawConnection] in
        let others = try (0..<300).map { number in
          let connection = try RawConnection(port: port)
          if number % 2 == 0 { connection.send("GET / HTTP/1.1\r\nHost: ") }
          return connection
        }
        #expect(try others[0].isClosed(), "the oldest made room")
        return others
      }
      #expect(try await browser.get().status == 200)
      let tap = try await browser.submit("/tap", "control=\(try await browser.control("Add"))", "Accept: application/json")
      #expect(tap.status == 204)
      try await onOwnThread { for connection in streams { _ = try connection.read(until: "count 1") } }
      #expect(try await server.metrics().contains("luawidget_pages_open 500\n"))
      withExtendedLifetime(others) {}
    }
  }

  @Test("when the server is killed, open pages connect again with the same session")
  func serverKilled() async throws {
    try await withServer(["counter.lua": Sample.counter]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("count 0"))
      let stream = try await open(browser)
      let pid = try #require(server.process.processID)
      kill(pid, SIGKILL)
      nonisolated(unsafe) let closed = stream
      #expect(try await onOwnThread { try closed.isClosed() })
      let again = try await open(browser)
      _ = try await browser.submit("/tap", "control=\(try await browser.control("Add"))", "Accept: application/json")
      _ = try await read(again, until: "count 1")
      #expect(server.process.starts == 2)
    }
  }
}
