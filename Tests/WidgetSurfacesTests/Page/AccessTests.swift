import Testing
import WidgetServices
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
      let forged = try await server.get("/", "Cookie: luawidget-board-\(server.port)=\(String(repeating: "A", count: 32))")
      #expect(forged.status == 401)
    }
  }

  @Test("the sign-in page says how to get an address; an image's address says it needs a key")
  func hints() async throws {
    try await withServer(["disk.lua": Sample.text]) { server in
      #expect(try await server.get("/", "Accept: text/html").text.contains("luawidget serve --address"))
      let image = try await server.get("/widgets/disk.png", "Accept: image/png,*/*")
      #expect(image.status == 401 && image.text.contains("needs a key"), "\(image.text)")
      #expect(try await server.get("/widgets/disk.png", "Accept: text/html").text.contains("serve --address"))
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
      #expect(cookie.hasPrefix("luawidget-board-\(server.port)="))
      #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict; Max-Age=34560000"))
      let second = try await server.post("/login", "token=\(token)", server.origin)
      #expect(second.status == 403 && second.field("set-cookie") == nil)
      #expect(server.printed.count == 1)
      #expect(server.printed.first?.hasPrefix("http://\(server.host)/login?token=") == true)
    }
  }

  @Test("wrong tokens from other programs don't lock the user out: nobody guesses 192 bits")
  func wrongTokens() async throws {
    try await withServer([:]) { server in
      for _ in 1...100 {
        let response = try await server.post("/login", "token=AAAA", server.origin)
        #expect(response.status == 403)
      }
      let browser = try await server.browser()
      #expect(try await browser.get().status == 200)
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

  @Test("the key for images opens images, nothing else, until it is revoked")
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
    "a session of the file that has no valid times is none; the file can be written again",
    arguments: ["inf", "-inf", "nan", "1e300", "9223372036854775808", "9223372036854775807", "99999999999", "-1", "0x1p2000", ""])
  func damagedFile(_ time: String) {
    let now = 1_700_000_000.0
    let good = "session good \(Int(now) - 60) \(Int(now) - 90)\n"
    let name = "name b-0123456789abcdef0123456789abcdef\n"
    let text = "session digest \(time) 1\nsession digest \(Int(now)) \(time)\n\(good)pictures key 0\n\(name)"
    #expect(AccessKeys(text: text, now: now).text == "\(name)\(good)pictures key 0\n")
  }

  @Test(
    "a name in the file that isn't ours is replaced",
    arguments: ["b-", "b-0123", "evil.example", "b-0123456789abcdef0123456789abcde/", "b-0123456789ABCDEF0123456789ABCDEF"])
  func damagedName(_ name: String) {
    let keys = AccessKeys(text: "name \(name)\n", now: 0)
    #expect(keys.name != name)
    #expect(keys.name.wholeMatch(of: #/b-[0-9a-f]{32}/#) != nil)
  }

  @Test("a board keeps its name, and no two boards have the same")
  func name() {
    let (first, second) = (AccessKeys(), AccessKeys())
    #expect(first.name != second.name)
    #expect(AccessKeys(text: first.text, now: 0).name == first.name)
  }

  @Test("a session ends after seven days without use, and not while it is used; those of earlier versions are invalid")
  func expiry() throws {
    var keys = AccessKeys()
    let day = 86_400.0
    let token = keys.makeToken()
    let redeemed = keys.redeem(token, now: day)
    let session = try #require(redeemed)
    #expect(keys.isSession(session, now: 7.9 * day) && !keys.isSession(session, now: 8 * day))
    #expect(!keys.isSession(session, now: 0), "the clock was set back")
    // The file is written once an hour.
    let changes = [day + 60, 7 * day].map { keys.touch(session, now: $0) }
    #expect(changes == [false, true])
    #expect(keys.isSession(session, now: 13.9 * day) && !keys.isSession(session, now: 14 * day))
    let isChanged = keys.touch(session, now: 14 * day)
    #expect(!isChanged)
    #expect(AccessKeys(text: keys.text, now: 13.9 * day).isSession(session, now: 13.9 * day))
    #expect(AccessKeys(text: keys.text, now: 14 * day).sessions.isEmpty)
    #expect(AccessKeys(text: "session digest \(90 * 86_400)\n", now: day).sessions.isEmpty)
  }

  @Test("a request with the session's cookie twice is refused, and the cookie isn't shown")
  func repeatedCookie() async throws {
    try await withServer(["disk.lua": Sample.text]) { server in
      let browser = try await server.browser()
      let name = "luawidget-board-\(server.port)"
      let value = String(try #require(browser.cookie.split(separator: "=").last))
      let token = try await browser.token()
      for cookies in [
        ["\(browser.cookie); \(name)=\(value)"], ["\(browser.cookie); \(name)=x"], ["Cookie: \(name)=x; \(name)=\(value)"],
        ["Cookie: \(name)=x; a=b;\t\(name)=\(value)"], [browser.cookie, browser.cookie],
      ] {
        let fields = cookies.joined(separator: "\r\n")
        for path in ["/", "/access", "/events", "/widgets/disk.txt"] {
          let response = try await server.get(path, fields)
          #expect(response.status == 400 && response.text.contains("cookie more than once"), "\(fields) \(path)")
          #expect(!response.text.contains(value))
        }
        #expect(try await server.post("/refresh", "token=\(token)", fields, server.origin).status == 400)
      }
      #expect(try await server.get("/", "\(browser.cookie); other=1; other=2").status == 200)
    }
  }

  @Test("a cookie that another server of this machine has received opens nothing")
  func replayedCookie() async throws {
    try await withServer(["disk.lua": Sample.counter]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("count 0"))
      let page = try await browser.token()
      for host in ["127.0.0.1", "localhost", "[::1]"] {
        let fields = "Host: \(host):\(server.port)\r\nOrigin: http://\(host):\(server.port)\r\n\(browser.cookie)\r\n"
        for path in ["/", "/access", "/events", "/widgets/disk.txt", "/add", "/metrics", "/login?token=\(page)"] {
          let response = try await server.raw("GET \(path) HTTP/1.1\r\n\(fields)\r\n")
          #expect(response.status == 401, "\(host)\(path)")
          #expect(!response.text.contains("disk") && !response.text.contains("b-"), "\(response.text)")
          #expect(response.field("location") == nil && response.field("set-cookie") == nil)
        }
        let token = try #require(await server.server.newAddress().split(separator: "=").last)
        for (path, body) in [
          ("/refresh", "token=\(page)&widget="), ("/add", "token=\(page)&file=x"), ("/login", "token=\(token)"),
        ] {
          let response = try await server.raw(
            """
            POST \(path) HTTP/1.1\r\n\(fields)Content-Type: application/x-www-form-urlencoded\r\n\
            Content-Length: \(body.utf8.count)\r\n\r\n\(body)
            """)
          #expect(response.status == 401 && response.field("set-cookie") == nil, "\(host)\(path)")
        }
        #expect(try await server.raw("GET /healthz HTTP/1.1\r\nHost: \(host):\(server.port)\r\n\r\n").status == 200)
      }
      // The cookie from earlier versions, which every port of 127.0.0.1 received.
      let value = try #require(browser.cookie.split(separator: "=").last)
      #expect(try await server.get("/", "Cookie: luawidget-\(server.port)=\(value)").status == 401)
    }
  }

  @Test("a name that the user gives to the page alone opens it; addresses are still shared")
  func givenName() async throws {
    try await withServer([:], names: ["board.example"]) { server in
      let address = await server.server.newAddress()
      #expect(address.hasPrefix("http://board.example:\(server.port)/login?token="))
      let host = "Host: board.example:\(server.port)\r\n"
      let shared = "Host: 127.0.0.1:\(server.port)\r\n"
      let own = try await server.raw("GET /login?token=a HTTP/1.1\r\n\(host)\r\n")
      let other = try await server.raw("GET /login?token=a HTTP/1.1\r\n\(shared)\r\n")
      #expect(own.status == 200 && other.status == 401)
    }
  }

  @Test("allowing a program, or anything for ever, needs a printed code once an hour")
  func confirmation() async throws {
    let clock = ManualClock(1_700_000_000)
    let widget = """
      widget { permissions = { env = { "HOME", "LANG", "USER" } } }
      function content() return ui.text { "the view" } end
      """
    try await withServer(["asks.lua": widget], clock: clock) { server in
      let browser = try await server.browser()
      func always(_ name: String) async throws -> String {
        #expect(try await browser.shows("&quot;\(name)&quot;"))
        let answer = try await browser.answer("Always: reading the environment variable \"\(name)\"")
        // A question counts from half a second after it was drawn.
        clock.advance(by: 0.5)
        return answer
      }
      func asks(_ name: String) async throws -> Bool {
        try await browser.get().text.contains("environment variable &quot;\(name)&quot;")
      }
      #expect(try await browser.submit("/permissions", "decision=\(try await always("HOME"))").status == 303)
      #expect(try await eventually { try await !asks("HOME") })
      clock.advance(by: 3_600)
      let answer = try await always("LANG")
      let encoded = answer.replacing("+", with: "%20")
      let json = try await browser.submit("/permissions", "decision=\(answer)", "Accept: application/json")
      #expect(json.text == "{\"location\":\"/confirm?decision=\(encoded)\"}")
      let page = try await browser.get("/confirm?decision=\(encoded)")
      #expect(page.status == 200 && page.text.contains("reading the environment variable &quot;LANG&quot;"), "\(page.text)")
      for wrong in ["", "AAAA"] {
        let refused = try await browser.submit("/permissions", "decision=\(answer)&code=\(wrong)")
        #expect(refused.status == 403 && refused.text.contains("valid"))
      }
      #expect(try await asks("LANG"))
      let address = await server.server.newAddress().replacing("=", with: "%3D").replacing("?", with: "%3F")
      #expect(try await browser.submit("/permissions", "decision=\(answer)&code=\(address)").status == 303)
      #expect(try await eventually { try await !asks("LANG") })
      let last = try await always("USER")
      #expect(try await browser.submit("/permissions", "decision=\(last)").status == 303)
      #expect(try await browser.get("/confirm?decision=\(last)").status == 404)
    }
  }
}
