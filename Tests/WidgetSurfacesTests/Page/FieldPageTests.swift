import Foundation
import Testing
import WidgetTesting

/// Text fields on the page.
@Suite struct FieldPageTests {
  private static let source = """
    local text = "nothing"
    function content()
      return ui.vstack { ui.text { "got " .. text },
        ui.button { "First", on_tap = function() text = "the button" end },
        ui.text_field { label = "A\\"><script>", value = "</textarea><b>", placeholder = "p\\"", lines = 1,
          on_submit = function(value) text = "[" .. value .. "]" end } }
    end
    """

  @Test("each text field has a form of its own, which works without the script")
  func form() async throws {
    try await withServer(["w.lua": Self.source]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("got nothing"))
      let page = try await browser.get().text
      #expect(!page.contains("<script>") && !page.contains("<b>"))
      let input = try #require(page.firstMatch(of: #/<input type="text"[^>]*form="(field-[^"]+)"[^>]*>/#))
      #expect(page.contains("<form id=\"\(input.1)\" class=\"field-form\" method=\"post\" action=\"/tap\""))
      let control = try #require(page.firstMatch(of: #/type="hidden" form="field-[^"]+" name="control" value="([^"]+)"/#)?.1)
      let fields = "control=\(control.replacing(" ", with: "+"))&text=a%20%26%20b%0A%1B"
      #expect(try await browser.submit("/tap", fields).status == 303)
      #expect(try await browser.shows("got [a &amp; b ]"))
    }
  }

  @Test("a date is the browser's own field, with a form that works without the script") func date() async throws {
    let source = """
      local due = 1793891049
      function content()
        return ui.vstack { ui.text { "due " .. due },
          ui.date_field { label = "A\\"><b>", value = due, style = "date_time", on_change = function(moment) due = moment end } }
      end
      """
    try await withServer(["w.lua": source]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("due 1793891049"))
      let page = try await browser.get().text
      #expect(!page.contains("<b>"))
      let zone = TimeZone(identifier: ProcessInfo.processInfo.environment["TZ"] ?? "UTC") ?? .gmt
      let local = Date(timeIntervalSince1970: 1_793_891_049 + Double(zone.secondsFromGMT())).ISO8601Format().prefix(16)
      #expect(page.contains("<input type=\"datetime-local\" value=\"\(local)\""))
      let control = try #require(page.firstMatch(of: #/type="hidden" form="field-[^"]+" name="control" value="([^"]+)"/#)?.1)
      let base = "control=\(control.replacing(" ", with: "+"))&text="
      #expect(try await browser.submit("/tap", base + "soon%3Cb%3E").status == 303)
      #expect(try await browser.shows("is not a date"))
      #expect(try await !browser.get().text.contains("<b>"))
      #expect(try await browser.submit("/tap", base + "1970-01-02T00:00").status == 303)
      #expect(try await browser.shows("due \(86400 - zone.secondsFromGMT())"))
    }
  }

  @Test("a secure field's text isn't on the page, and a fixed card has fields too")
  func secure() async throws {
    let source = """
      function content()
        return ui.text_field { label = "Key", secure = true, value = "hunter2222", on_submit = function() end }
      end
      """
    try await withServer(["w.lua": source], family: "small") { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("type=\"password\""))
      #expect(try await !browser.get().text.contains("hunter2222"))
    }
  }
}
