import Testing
import WidgetTesting

@testable import WidgetSurfaces

/// Access to the board, over loopback.
@Suite struct AccessTests {
  @Test("without a session nothing of the board is in any response")
  func needsASession() async throws {
    try await withServer(["disk.lua": Sample.text]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("the view"))
      for path in [
        "/", "/add", "/settings?widget=disk", "/access", "/widgets/disk.txt", "/widgets/disk.png", "/metrics", "/events",
      ] {
        let response = try await server.get(path)
        #expect(response.status == 401, "\(path)")
        #expect(!response.text.contains("the view") && !response.text.contains("disk"), "\(path)")
      }
      let forged = try await server.get("/", "Cookie: luawidget-\(server.port)=\(String(repeating: "A", count: 32))")
      #expect(forged.status == 401)
    }
  }

  @Test("an address opens the board in one browser, which gets a cookie that no script and no other site can use")
  func login() async throws {
    try await withServer([:]) { server in
      let address = await server.server.newAddress()
      let token = try #require(address.split(separator: "=").last)
      #expect(token.utf8.count == 32)
      // A GET changes nothing: it may be repeated.
      for _ in 1...2 {
        let page = try await server.get("/login?token=\(token)")
        #expect(page.status == 200 && page.field("set-cookie") == nil)
        #expect(page.text.contains("value=\"\(token)\""))
      }
      let first = try await server.post("/login", "token=\(token)", server.origin)
      #expect(first.status == 303)
      let cookie = try #require(first.field("set-cookie"))
      #expect(cookie.hasPrefix("luawidget-\(server.port)="))
      #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict; Max-Age=7776000"))
      let second = try await server.post("/login", "token=\(token)", server.origin)
      #expect(second.status == 403 && second.field("set-cookie") == nil)
      #expect(server.printed.count == 1)
      #expect(server.printed.first?.hasPrefix("http://127.0.0.1:\(server.port)/login?token=") == true)
    }
  }

  @Test("guessing tokens is slow")
  func guessing() async throws {
    try await withServer([:]) { server in
      var statuses: Set<Int> = []
      for _ in 1...40 { statuses.insert(try await server.post("/login", "token=AAAA", server.origin).status) }
      #expect(statuses == [403, 429])
    }
  }

  @Test("a session ends when the user ends it")
  func logout() async throws {
    try await withServer([:]) { server in
      let (first, second) = (try await server.browser(), try await server.browser())
      #expect(try await first.submit("/logout", "sessions=this").status == 303)
      #expect(try await first.get().status == 401)
      #expect(try await second.get().status == 200)
      #expect(try await second.submit("/logout", "sessions=all").status == 303)
      #expect(try await second.get().status == 401)
    }
  }

  @Test("the key for images opens images and metrics, nothing else, until it is revoked")
  func pictureKey() async throws {
    try await withServer(["disk.lua": Sample.text]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("the view"))
      let page = try await browser.submit("/access/key", "key=new")
      let key = String(try #require(page.text.firstMatch(of: #/key=([\w-]{32})/#)).1)
      let image = try await server.get("/widgets/disk.txt?key=\(key)")
      #expect(image.status == 200 && image.text.contains("the view"))
      #expect(image.field("cross-origin-resource-policy") == "cross-origin")
      for path in ["/?key=\(key)", "/events?key=\(key)", "/settings?widget=disk&key=\(key)"] {
        #expect(try await server.get(path).status == 401)
      }
      #expect(try await server.get("/widgets/disk.txt?key=wrong").status == 401)
      #expect(try await browser.submit("/access/revoke", "key=revoke").status == 303)
      #expect(try await server.get("/widgets/disk.txt?key=\(key)").status == 401)
    }
  }

  @Test(
    "a session of the file that never ends, or lasts longer than any, is none; the file can be written again",
    arguments: ["inf", "-inf", "nan", "1e300", "9223372036854775808", "99999999999", "0x1p2000", ""])
  func damagedFile(_ end: String) {
    let now = 1_700_000_000.0
    let keys = AccessKeys(text: "session digest \(end)\nsession good \(Int(now) + 60)\npictures key 0\n", now: now)
    #expect(keys.text == "session good 1700000060\npictures key 0\n")
  }
}
