import Foundation
import Testing
import WidgetHost
import WidgetModel
import WidgetSystem
import WidgetTesting

@testable import WidgetSurfaces

/// Displays and other programs: their keys, the pages of other sites, and a page that loads itself again.
@Suite struct ProgramKeyTests {
  private func file(_ server: TestServer) throws -> ProgramKeyFile {
    try #require(ProgramKeyFile(board: BoardLocation.defaultName, environment: server.root.environment))
  }

  @Test("a key of its own opens a board's widgets for a program, until it is revoked, and nothing else")
  func bearer() async throws {
    try await withServer(["disk.lua": Sample.text]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("the view"))
      let file = try file(server)
      let key = try #require(try file.edit { $0.add("kindle", now: 1) })
      let other = try #require(try file.edit { $0.add("frame", now: 1) })
      for path in ["/widgets/disk.txt", "/widgets/disk.json"] {
        #expect(try await server.get(path, "Authorization: Bearer \(key)").status == 200, "\(path)")
        #expect(try await server.get(path, "authorization: bearer \(other)").status == 200, "\(path)")
      }
      #expect(try await server.get("/widgets/disk.txt?key=\(key)").status == 200)
      for path in ["/", "/access", "/settings?widget=disk", "/add", "/events"] {
        #expect(try await server.get(path, "Authorization: Bearer \(key)").status == 401, "\(path)")
      }
      #expect(try await server.post("/permissions", "decision=x", server.origin, "Authorization: Bearer \(key)").status == 401)
      #expect(try file.edit { $0.revoke("kindle") })
      #expect(try await server.get("/widgets/disk.txt", "Authorization: Bearer \(key)").status == 401)
      #expect(try await server.get("/widgets/disk.txt", "Authorization: Bearer \(other)").status == 200)
    }
  }

  @Test("a key opens widgets or /metrics, not both; the page lists the keys and revokes them")
  func scopes() async throws {
    try await withServer(["disk.lua": Sample.text]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("the view"))
      let file = try file(server)
      let display = try #require(try file.edit { $0.add("kindle", now: 1) })
      let monitor = try #require(try file.edit { $0.add("prometheus", .metrics, now: 1) })
      let picture = try await browser.submit("/access/key", "key=new")
      let shared = String(try #require(picture.text.firstMatch(of: #/key=([\w-]{32})/#)).1)
      for key in [display, shared] {
        let refused = try await server.get("/metrics", "Authorization: Bearer \(key)")
        #expect(refused.status == 403 && refused.text.contains("opens only widgets") && !refused.text.contains("luawidget_"))
      }
      #expect(try await server.get("/metrics", "Authorization: Bearer \(monitor)").status == 200)
      for path in ["/metrics", "/metrics?key="] {
        let refused = try await browser.get(path, "Accept: text/html")
        #expect(refused.status == 401 && !refused.text.contains("luawidget_updates"), "a session opens \(path)")
      }
      #expect(try await browser.get("/metrics").text.contains("luawidget key add NAME --metrics"))
      #expect(try await browser.get("/metrics", "Authorization: Bearer \(monitor)").status == 200)
      for path in ["/widgets/disk.txt", "/widgets/gone.txt"] {
        #expect(try await server.get(path, "Authorization: Bearer \(monitor)").status == 403)
      }
      let page = try await browser.get("/access").text
      #expect(page.contains("kindle") && page.contains("opens widgets") && page.contains("opens /metrics"))
      #expect(!page.contains(display) && !page.contains(monitor))
      #expect(try await browser.submit("/access/revoke", "program=prometheus").status == 303)
      #expect(try await server.get("/metrics", "Authorization: Bearer \(monitor)").status == 401)
      #expect(try await server.get("/widgets/disk.txt", "Authorization: Bearer \(display)").status == 200)
      #expect(try await !browser.get("/access").text.contains("prometheus"))
      #expect(try await browser.submit("/access/revoke", "program=gone").status == 303)
      #expect(try file.read().keys.map(\.name) == ["kindle"])
    }
  }

  @Test(
    "a wrong key is refused, also with a session",
    arguments: ["Bearer x", "Bearer", "Bearer ", "bearer \(String(repeating: "A", count: 6000))"])
  func wrong(field: String) async throws {
    try await withServer(["disk.lua": Sample.text]) { server in
      let browser = try await server.browser()
      _ = try file(server).edit { $0.add("kindle", now: 1) }
      let response = try await browser.get("/widgets/disk.txt", "Authorization: \(field)")
      #expect(response.status == 401 && response.field("www-authenticate") == "Bearer")
    }
  }

  @Test("a request with two keys is refused, whichever is right")
  func twoKeys() async throws {
    try await withServer(["disk.lua": Sample.text]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("the view"))
      let key = try #require(try file(server).edit { $0.add("kindle", now: 1) })
      let field = "Authorization: Bearer \(key)"
      #expect(try await server.get("/widgets/disk.txt", field).status == 200)
      #expect(try await server.get("/widgets/disk.txt", field, field).status == 400)
      #expect(try await server.get("/widgets/disk.txt?key=x", field).status == 400)
      #expect(try await server.get("/widgets/disk.txt", "Authorization: Basic eA==", field).status == 200, "for a proxy")
    }
  }

  @Test("a key for one widget's card puts it in front, and nothing else")
  func front() async throws {
    try await withServer(["a.lua": Sample.text, "b.lua": Sample.text]) { server in
      let browser = try await server.browser()
      let key = try #require(try file(server).edit { $0.add("door", .show(id: "b"), now: 1) })
      let push = try #require(try file(server).edit { $0.add("bell", .push(id: "b"), now: 1) })
      let field = "Authorization: Bearer \(key)"
      func cards() async throws -> [String] {
        try await browser.get().text.matches(of: /id="card-(\w+)"/).map { String($0.output.1) }
      }
      #expect(try await cards() == ["a", "b"])
      #expect(try await server.post("/show/b?for=1h", "").status == 401)
      #expect(try await server.post("/show/b?for=1h", "", "Authorization: Bearer x").status == 401)
      #expect(try await server.post("/show/b?for=1h", "", "Authorization: Bearer \(push)").status == 403)
      #expect(try await server.post("/show/a?for=1h", "", field).status == 403)
      #expect(try await server.post("/push/b", "x", field).status == 403)
      #expect(try await server.get("/widgets/b.txt", field).status == 403)
      for wrong in ["0s", "10h", "x", ""] {
        #expect(try await server.post("/show/b?for=\(wrong)", "", field).status == 400, "\(wrong)")
      }
      #expect(try await cards() == ["a", "b"])
      #expect(try await server.post("/show/b?for=1h", "", field).status == 202)
      #expect(try await cards() == ["b", "a"])
      #expect(try await browser.get().text.contains("front"))
      // A browser can't be made to send it.
      #expect(try await server.post("/show/b", "", field, "Origin: https://evil.example").status == 403)
    }
  }

  @Test("a key belongs to the widget it was made for, not to another file that has got its id")
  func otherFile() async throws {
    let inbox = Sample.text + "\nfunction on_event() end\n"
    try await withServer(["a.lua": inbox, "b.lua": inbox]) { server in
      let widgets = await server.board.widgets
      let own = try #require(widgets.first { $0.id == "a" }?.identity.id)
      let other = try #require(widgets.first { $0.id == "b" }?.identity.id)
      for (name, scope, path) in [("bell", ProgramKeys.Scope.push(id: "a"), "/push/a"), ("door", .show(id: "a"), "/show/a")] {
        // Before the board's file gave the id to another file.
        let old = try #require(try file(server).edit { $0.add(name, scope, of: other, now: 1) })
        let refused = try await server.post(path, "", "Authorization: Bearer \(old)")
        #expect(refused.status == 403 && refused.text.contains("made for another widget"), "\(path)")
        #expect(refused.text.contains("luawidget key add NAME --"))
        for widget in [own, nil] {
          #expect(try file(server).edit { $0.revoke(name) })
          let key = try #require(try file(server).edit { $0.add(name, scope, of: widget, now: 1) })
          let status = try await server.post(path, "x", "Authorization: Bearer \(key)").status
          #expect(status != 401 && status != 403, "\(path) \(widget ?? "nil"): \(status)")
        }
      }
    }
  }

  @Test("the file has digests only, for the user alone; names are unique")
  func stored() throws {
    let folder = TestFolder()
    let environment = ["HOME": folder("home"), "XDG_STATE_HOME": folder("state")]
    let file = try #require(ProgramKeyFile(board: "today", environment: environment))
    let key = try #require(try file.edit { $0.add("kindle", now: 5) })
    #expect(try file.edit { $0.add("kindle", now: 6) } == nil)
    let path = folder("state/luawidget/serve/today.keys")
    #expect(try FileStatus(path: path).permissions == 0o600)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.hasPrefix("kindle ") && text.hasSuffix(" 5\n") && !text.contains(key))
    #expect(try file.read().key(of: key)?.scope == .widgets && file.read().key(of: String(key.dropLast())) == nil)
    let metrics = try #require(try file.edit { $0.add("prometheus", .metrics, now: 5) })
    #expect(try file.read().key(of: metrics)?.scope == .metrics)
    let door = try #require(try file.edit { $0.add("door", .push(id: "a b"), of: "inbox-1", now: 5) })
    let read = try #require(try file.read().key(of: door))
    #expect(read.scope == .push(id: "a b") && read.widget == "inbox-1" && read.scope.text == "push:a%20b")
    #expect(try file.edit { $0.revoke("door") })
    let unknown = ProgramKeys(text: try file.read().text.replacing("metrics", with: "everything"))
    #expect(unknown.keys.map(\.name) == ["kindle"])
    for name in ["", "a b", "a\n", "é", String(repeating: "a", count: 65)] { #expect(!ProgramKeys.isName(name), "\(name)") }
  }

  @Test("scripts of a named origin read widgets with a key; of no other one, and never with a session")
  func origins() async throws {
    let origin = "https://dashboard.example"
    try await withServer(["disk.lua": Sample.text], origins: [origin]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("the view"))
      let key = try #require(try file(server).edit { $0.add("dashboard", now: 1) })
      let allowed = try await server.get("/widgets/disk.json", "Authorization: Bearer \(key)", "Origin: \(origin)")
      #expect(allowed.status == 200 && allowed.field("access-control-allow-origin") == origin)
      #expect(allowed.field("vary")?.contains("origin") == true && allowed.field("access-control-allow-credentials") == nil)
      let preflight = try await server.raw(
        "OPTIONS /widgets/disk.json HTTP/1.1\r\nHost: \(server.host)\r\nOrigin: \(origin)\r\n\r\n")
      #expect(preflight.status == 204 && preflight.field("access-control-allow-headers") == "Authorization")
      for foreign in ["https://evil.example", "http://dashboard.example", "https://dashboard.example.evil.org", "null"] {
        let refused = try await server.get("/widgets/disk.json", "Authorization: Bearer \(key)", "Origin: \(foreign)")
        #expect(refused.status == 403 && refused.field("access-control-allow-origin") == nil, "\(foreign)")
      }
      #expect(try await server.get("/", browser.cookie, "Origin: \(origin)").status == 401)
      #expect(try await server.get("/widgets/disk.json", browser.cookie, "Origin: \(origin)").status == 401)
      let form = try await server.post("/refresh", "token=\(try await browser.token())", browser.cookie, "Origin: \(origin)")
      #expect(form.status == 403)
    }
  }

  @Test("a page in a frame loads itself again, also while there is no view")
  func refresh() async throws {
    try await withServer(["disk.lua": Sample.text]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("the view"))
      let page = try await browser.get("/widgets/disk.html?refresh=60")
      #expect(page.status == 200 && page.field("refresh") == "60")
      let policy = try #require(page.field("content-security-policy"))
      #expect(policy.contains("default-src 'none'") && !policy.contains("script-src") && !policy.contains("frame-ancestors"))
      #expect(policy.contains("sandbox allow-scripts"))
      #expect(try await browser.get("/widgets/disk.html").field("refresh") == nil)
      #expect(try await browser.get("/widgets/gone.html?refresh=60").field("refresh") == "60")
      for wrong in ["0", "4", "86401", "60;url=http://a", "x"] {
        let response = try await browser.get("/widgets/disk.html?refresh=\(wrong)")
        #expect(response.status == 400 && response.field("refresh") == nil, "\(wrong)")
      }
    }
  }
}
