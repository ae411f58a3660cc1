import Testing
import WidgetTesting

/// One widget in one format, over loopback.
@Suite struct RenderedCardTests {
  @Test(arguments: [
    ("png", "image/png", "\u{89}PNG"), ("svg", "image/svg+xml", "<svg"), ("html", "text/html; charset=utf-8", "<!doctype html>"),
    ("json", "application/json", "{"), ("txt", "text/plain; charset=utf-8", ""), ("md", "text/markdown; charset=utf-8", "#"),
  ])
  func formats(_ format: String, _ type: String, _ start: String) async throws {
    try await withServer(["disk.lua": Sample.text]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("the view"))
      // The first request shows the nearest view, and the host makes the requested one.
      let path = "/widgets/disk.\(format)?family=medium&appearance=dark&text-size=xLarge"
      let nearest = try await browser.get(path).field("etag")
      #expect(try await eventually { try await browser.get(path).field("etag") != nearest })
      let response = try await browser.get(path)
      #expect(response.status == 200)
      #expect(response.field("content-type") == type)
      if format == "png" {
        #expect(response.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
      } else {
        #expect(response.text.contains(start))
      }
      let (tag, modified) = (try #require(response.field("etag")), try #require(response.field("last-modified")))
      #expect(modified.hasSuffix(" GMT"))
      // The same snapshot isn't drawn or sent again.
      #expect(try await browser.get(path, "If-None-Match: \(tag)").status == 304)
      #expect(try await browser.get(path, "If-None-Match: \"a\" , \(tag) , \"b\"").status == 304)
      #expect(try await browser.get(path, "If-Modified-Since: \(modified)").status == 304)
      #expect(try await browser.get("/widgets/disk.\(format)", "If-None-Match: \(tag)").status == 200)
    }
  }

  @Test(arguments: [
    "size=0", "size=99999", "size=a", "family=huge", "appearance=pink", "text-size=1", "scale=9", "other=1", "size=32%00",
    "scale=%ff", "%00=1", "%zz",
  ])
  func refusesOddQueries(_ query: String) async throws {
    try await withServer(["disk.lua": Sample.text]) { server in
      let browser = try await server.browser()
      #expect(try await browser.get("/widgets/disk.txt?\(query)").status == 400)
    }
  }

  @Test(
    "a query that says something twice is refused, and which part",
    arguments: ["size=32x32&size=64x64", "family=small&family=small", "text-size=large&text-size=large", "key=a&key=b"])
  func repeatedQueries(_ query: String) async throws {
    try await withServer(["disk.lua": Sample.text]) { server in
      let name = query.split(separator: "=")[0]
      let response = try await server.browser().get("/widgets/disk.txt?\(query)")
      #expect(response.status == 400 && response.text == "The query has \(name) more than once\n", "\(response.text)")
    }
  }

  @Test func knowsOnlyWidgetsOfTheBoard() async throws {
    try await withServer(["disk.lua": Sample.text]) { server in
      let browser = try await server.browser()
      for name in ["other", "disk.lua", "..%2Fdisk", "%2e%2e"] {
        #expect(try await browser.get("/widgets/\(name).txt").status == 404)
      }
    }
  }

  @Test func metrics() async throws {
    try await withServer(["disk.lua": Sample.text]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("the view"))
      func text() async throws -> String { try await server.metrics() }
      #expect(try await eventually { try await text().contains("luawidget_updates_total 1\n") })
      #expect(try await text().contains("# TYPE luawidget_updates_total counter\n"))
      #expect(try await eventually { try await text().contains("luawidget_workers 0\n") })
      #expect(try await text().contains("luawidget_fetches_total{source=\"cache\"} 0\n"))
      #expect(try await server.get("/healthz").text == "ok\n")
    }
  }
}
