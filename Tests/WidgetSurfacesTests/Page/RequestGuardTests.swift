import Testing
import WidgetTesting

/// Requests from other sites and programs, over loopback.
@Suite struct RequestGuardTests {
  @Test("a request for another name is refused before routing")
  func misdirected() async throws {
    try await withServer([:]) { server in
      let port = server.port
      let wrong = [
        "evil.example:\(port)", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example:\(port)", "0.0.0.0:\(port)", "[::]:\(port)",
        "127.0.0.2:\(port)", "b-00000000000000000000000000000000.localhost:\(port)", "x.\(server.host)", "2130706433:\(port)",
        "localhost.:\(port)", "a@127.0.0.1:\(port)", "",
      ]
      for host in wrong {
        for path in ["/", "/healthz", "/nothing", "/tap"] {
          let response = try await server.raw("GET \(path) HTTP/1.1\r\nHost: \(host)\r\n\r\n")
          #expect(response.status == 421, "\(host)")
        }
      }
      for host in [
        "127.0.0.1:\(port)", "localhost:\(port)", "LOCALHOST:\(port)", "[::1]:\(port)", server.host, server.host.uppercased(),
      ] {
        #expect(try await server.raw("GET /healthz HTTP/1.1\r\nHost: \(host)\r\n\r\n").status == 200)
      }
    }
  }

  @Test("a form of another origin is refused, with the right cookie and the right token too")
  func crossOrigin() async throws {
    try await withServer(["disk.lua": Sample.counter]) { server in
      let browser = try await server.browser()
      let body = "token=\(try await browser.token())&widget="
      for origin in [
        "Origin: http://evil.example", "Origin: null", "Origin: http://127.0.0.1", "Origin: https://127.0.0.1:\(server.port)",
        "Origin: http://localhost:\(server.port)", "X-No-Origin: 1",
      ] {
        #expect(try await server.post("/refresh", body, browser.cookie, origin).status == 403, "\(origin)")
      }
      for site in ["cross-site", "same-site", "none"] {
        #expect(try await server.post("/refresh", body, browser.cookie, server.origin, "Sec-Fetch-Site: \(site)").status == 403)
      }
      #expect(try await server.get("/", browser.cookie, "Origin: http://evil.example").status == 403)
      #expect(try await server.post("/refresh", body, browser.cookie, server.origin, "Sec-Fetch-Site: same-origin").status == 303)
    }
  }

  @Test("a form needs the token of a page of the same session")
  func pageToken() async throws {
    try await withServer([:]) { server in
      let (browser, other) = (try await server.browser(), try await server.browser())
      let token = try await browser.token()
      for wrong in [
        "", "token=", "token=a.b", "token=\(token)x", "token=\(try await other.token())", "token=\(token)&token=\(token)",
      ] {
        #expect(try await server.post("/refresh", wrong, browser.cookie, server.origin).status == 403, "\(wrong)")
      }
      #expect(try await server.post("/refresh", "token=\(token)", browser.cookie, server.origin).status == 303)
      let twice = try await server.post("/refresh", "token=\(token)&widget=a&widget=b", browser.cookie, server.origin)
      #expect(twice.status == 400 && twice.text == "The form has a field more than once\n", "not all widgets")
      let json = "{\"token\":\"\(token)\"}"
      let response = try await server.raw(
        """
        POST /refresh HTTP/1.1\r\nHost: \(server.host)\r\n\(browser.cookie)\r\n\(server.origin)\r\n\
        Content-Type: application/json\r\nContent-Length: \(json.utf8.count)\r\n\r\n\(json)
        """)
      #expect(response.status == 415)
    }
  }

  @Test("no GET changes anything: the paths of forms refuse it")
  func getChangesNothing() async throws {
    try await withServer([:]) { server in
      let browser = try await server.browser()
      for path in ["/tap", "/refresh", "/move", "/place", "/hide", "/show", "/mode", "/remove", "/permissions", "/logout"] {
        let response = try await browser.get("\(path)?widget=disk&token=\(try await browser.token())")
        #expect(response.status == 405 && response.field("allow") == "POST")
      }
    }
  }

  @Test("every response has the security fields, and none allows another origin")
  func securityFields() async throws {
    try await withServer(["disk.lua": Sample.text]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("the view"))
      var responses = [try await server.get("/"), try await server.get("/healthz"), try await server.get("/nothing")]
      for path in ["/", "/add", "/access", "/settings?widget=disk", "/widgets/disk.html", "/widgets/disk.json", "/metrics"] {
        responses.append(try await browser.get(path))
      }
      for response in responses {
        let policy = try #require(response.field("content-security-policy"))
        #expect(policy.hasPrefix("default-src 'none'"))
        #expect(policy.contains("base-uri 'none'"))
        #expect(!policy.contains("unsafe-eval") && !policy.contains("script-src 'unsafe") && !policy.contains("*"))
        #expect(response.field("x-content-type-options") == "nosniff")
        #expect(response.field("cross-origin-resource-policy") == "same-origin")
        #expect(response.field("cross-origin-opener-policy") == "same-origin")
        #expect(response.field("referrer-policy") == "same-origin")
        #expect(!response.fields.contains { $0.name.hasPrefix("access-control-") })
      }
      let page = try #require(try await browser.get().field("content-security-policy"))
      #expect(page.contains("script-src 'self'; style-src 'self' 'sha256-"))
      #expect(page.contains("form-action 'self'; frame-ancestors 'none'"))
      #expect(try await browser.get().field("cache-control") == "no-store")
    }
  }

  @Test("an unknown path, or an unknown method, is refused without quoting it")
  func quotesNothing() async throws {
    try await withServer([:]) { server in
      let browser = try await server.browser()
      #expect(try await browser.get("/secret-text").status == 404)
      #expect(!(try await browser.get("/secret-text?secret-text").text.contains("secret-text")))
      for (method, status) in [("PUT", 405), ("DELETE", 405), ("OPTIONS", 405), ("SECRET", 501), ("get", 501)] {
        let response = try await server.raw(
          "\(method) / HTTP/1.1\r\nHost: \(server.host)\r\n\(browser.cookie)\r\n\r\n")
        #expect(response.status == status && !response.text.contains(method), "\(method) \(response.status)")
      }
    }
  }
}
