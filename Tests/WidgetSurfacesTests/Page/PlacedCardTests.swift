import Foundation
import Testing
import WidgetGraphics
import WidgetModel
import WidgetRendering
import WidgetSystem
import WidgetTesting

@testable import WidgetSurfaces

/// Cards of families on the page, laid out with the painter's measurements.
@Suite struct PlacedCardTests {
  private static let widget = """
    function content() return ui.vstack { "Words on two lines at the least", ui.button { "Go", action = function() end } } end
    """

  @Test func loadsItsFontsFromTheServer() async throws {
    try await withServer(["hello.lua": Self.widget], family: "small") { server in
      let browser = try await server.browser()
      #expect(try await eventually { try await browser.get("/").text.contains(">Go<") })
      let page = try await browser.get("/")
      #expect(page.text.contains("formaction=\"/tap\"") && page.text.components(separatedBy: "class=\"line ").count > 3)
      let policy = try #require(page.field("content-security-policy"))
      #expect(policy.contains("font-src 'self'") && !policy.contains("unsafe-inline"))
      #expect(!page.text.contains(" style=") && !page.text.contains("data:font"))
      let font = try #require(page.text.firstMatch(of: #/url\((\/fonts\/[a-z0-9]+\.otf)\)/#)).1
      let file = try await browser.get(String(font))
      #expect(file.status == 200 && file.field("content-type") == "font/otf" && file.body.starts(with: "OTTO".utf8))
      #expect(file.field("cache-control")?.contains("immutable") == true)
      #expect(try await browser.get("/fonts/f0.otf").status == 404)
      #expect(try await server.get(String(font)).status != 200, "without a session")
      for path in ["/fonts/", "/fonts/.otf", "/fonts/..%2Fa.otf", "/fonts/A.otf", "/fonts/a/b.otf"] {
        #expect(try await browser.get(path).status == 404)
      }
    }
  }

  @Test func isLaidOutByTheBrowserWithoutAPainter() async throws {
    try await withServer(["hello.lua": Self.widget], family: "small", layoutPainter: "/bin/false") { server in
      let browser = try await server.browser()
      #expect(try await eventually { try await browser.get("/").text.contains("Words on two lines at the least") })
      #expect(try await !browser.get("/").text.contains("class=\"stage "))
    }
  }

  @Test func waitsForAStoppedPainterOnlyOnce() async throws {
    let folder = TestFolder()
    let file = folder("stopped")
    try writeScript("#!/bin/sh\necho started >> '\(folder("starts"))'\nexec sleep 600\n", to: file)
    let layouts = PageLayouts(painter: PainterProcess(executable: file), patience: 0.5)
    let snapshot = Snapshot(
      widget: WidgetIdentity(id: "a", instance: "a", name: "A"), view: ViewNode(.text("Hello")), result: .newData,
      reason: .launch,
      updatedAt: 0)
    let request = RenderingRequest(snapshot, as: .html, width: 158, height: 158, family: .small)
    for _ in 0..<20 { #expect(await layouts.card(request) == nil) }
    #expect(try String(contentsOfFile: folder("starts"), encoding: .utf8) == "started\n")
  }

  @Test func waitsOnceForAllCardsOfAPage() async throws {
    let folder = TestFolder()
    let file = folder("stopped")
    try writeScript("#!/bin/sh\necho started >> '\(folder("starts"))'\nexec sleep 600\n", to: file)
    let layouts = PageLayouts(painter: PainterProcess(executable: file), patience: 0.5)
    let deadline = MonotonicTime.now() + layouts.patience
    for id in ["a", "b", "c", "d"] {
      let snapshot = Snapshot(
        widget: WidgetIdentity(id: id, instance: id, name: id), view: ViewNode(.text("Hello")), result: .newData, reason: .launch,
        updatedAt: 0)
      let request = RenderingRequest(snapshot, as: .html, width: 158, height: 158, family: .small)
      #expect(await layouts.card(request, until: deadline) == nil)
    }
    #expect(try String(contentsOfFile: folder("starts"), encoding: .utf8) == "started\n")
  }

  @Test("a card without space for its button says so, and shows everything when asked")
  func showsEverything() async throws {
    let script = """
      function content()
        local rows = {}
        for row = 1, 9 do rows[row] = ui.text { "Row ", row, font = "title" } end
        return ui.vstack { rows, ui.button { "Stop", priority = -1, action = function() end } }
      end
      """
    try await withServer(["hello.lua": script], family: "small") { server in
      let browser = try await server.browser()
      #expect(try await eventually { try await browser.get("/").text.contains("left-out lacking") })
      let page = try await browser.get("/").text
      #expect(page.contains("no space for some controls") && !page.contains(">Stop<"))
      #expect(try await browser.submit("/mode", "card=hello+whole").status == 303)
      let whole = try await browser.get("/").text
      #expect(whole.contains(">Stop<") && whole.contains(">Row 9<") && whole.contains(">Show Less<"))
      #expect(try await browser.submit("/mode", "card=hello+sized").status == 303)
      #expect(try await browser.get("/").text.contains("left-out lacking"))
    }
  }

  @Test func isMeasuredOnceWhileTheTimePasses() async throws {
    let programs = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    let painter = PainterProcess(executable: programs.appending(path: "luawidget-painter").path)
    let layouts = PageLayouts(painter: painter)
    let snapshot = Snapshot(
      widget: WidgetIdentity(id: "a", instance: "a", name: "A"), view: ViewNode(.text("Hello")), result: .newData,
      reason: .launch,
      updatedAt: 0)
    func request(_ now: Double) -> RenderingRequest {
      RenderingRequest(snapshot, as: .html, width: 158, height: 158, family: .small, clock: PaintClock(now: now))
    }
    #expect(await layouts.card(request(1)) != nil)
    painter.stop()
    #expect(await layouts.card(request(2)) != nil && painter.processID == nil)
  }
}
