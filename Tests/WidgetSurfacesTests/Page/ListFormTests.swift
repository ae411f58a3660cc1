import Foundation
import Testing
import WidgetModel
import WidgetTesting

@testable import WidgetSurfaces

/// Lists in the settings form of the page, without its script.
@Suite struct ListFormTests {
  private static let widget = """
    widget { settings = {
      tags = { type = "list", of = "string", label = "Tags", default = { "a" } },
      stops = { type = "list", of = { name = { type = "string" }, walk = { type = "integer", default = 5 } } },
    } }
    function content()
      local names = {}
      for _, stop in ipairs(settings.stops) do names[#names + 1] = stop.name .. stop.walk end
      return ui.text { table.concat(settings.tags, "+") .. " " .. table.concat(names, "+") }
    end
    """

  @Test("elements are added, moved and removed with buttons of the form, and stored when it's saved")
  func editing() async throws {
    try await withServer(["a.lua": Self.widget]) { server in
      let browser = try await server.browser()
      #expect(try await browser.shows("a "))
      let form = try await browser.get("/settings?widget=a").text
      #expect(form.contains("name=\"set.tags.0\"") && form.contains("value=\"tags add 0\""))
      // Enter presses the form's first button.
      let first = try #require(form.range(of: "class=\"fields\"").map { form[$0.upperBound...] }?.firstRange(of: "<button"))
      #expect(form[first.lowerBound...].prefix(60).contains("hidden"))
      var base = "widget=a&family=&set.tags.count=1&set.tags.0=a&set.stops.count=0"
      let added = try await browser.submit("/settings", base + "&list=stops+add+0")
      #expect(added.status == 200 && added.text.contains("name=\"set.stops.0.walk\"") && added.text.contains("value=\"5\""))
      base = "widget=a&family=&set.tags.count=2&set.tags.0=a&set.tags.1=b%22%3C&set.stops.count=1&set.stops.0.name=Home"
      let moved = try await browser.submit("/settings", base + "&list=tags+up+1")
      #expect(moved.text.contains("name=\"set.tags.0\" value=\"b&quot;&lt;\"") && !moved.text.contains("b\"<"))
      #expect(moved.text.contains("value=\"Home\""), "what was typed elsewhere stays")
      #expect(
        try await browser.submit("/settings", base + "&list=tags+remove+0").text.contains("name=\"set.tags.count\" value=\"1\""))
      #expect(try await browser.get().text.contains("a "), "nothing is stored yet")
      #expect(try await browser.submit("/settings", base + "&set.stops.0.walk=7").status == 303)
      #expect(try await browser.shows("a+b&quot;&lt; Home7"))
    }
  }

  @Test(
    "a wrong change of a list is refused, and a wrong element is named",
    arguments: ["stops+add", "stops+add+-1", "stops+burn+0", "stops+add+0+0", "+add+0"])
  func wrong(_ change: String) async throws {
    try await withServer(["a.lua": Self.widget]) { server in
      let browser = try await server.browser()
      let base = "widget=a&set.tags.count=0&set.stops.count=1&set.stops.0.name=x&set.stops.0.walk=many"
      #expect([200, 400].contains(try await browser.submit("/settings", base + "&list=\(change)").status))
      let response = try await browser.submit("/settings", base)
      #expect(response.status == 422 && response.text.contains("stops (element 1, walk) must be an integer."))
      #expect(response.text.contains("value=\"many\""))
    }
  }

  @Test("a form's values become lists, whatever their order and number") func folding() {
    let values = [
      "t.count": "2", "t.1": "b", "t.0": "a", "r.count": "99999", "r.0.x": "1", "r.70.x": "2", "plain": "p", "u.0": "?",
    ]
    let folded = ListChange.folded(values)
    #expect(folded["t"] == #"["a","b"]"# && folded["plain"] == "p" && folded["u.0"] == "?")
    #expect(folded["r"]?.hasPrefix(#"[{"x":"1"},[],"#) == true && folded["r"]?.contains("\"2\"") == false)
    var list = ["t": #"["a","b"]"#]
    for (change, expected) in [
      (ListChange("t", .down), #"["b","a"]"#), (ListChange("t", .up, 0), #"["b","a"]"#),
      (ListChange("t", .down, 1), #"["b","a"]"#),
      (ListChange("t", .remove, 5), #"["b","a"]"#), (ListChange("t", .remove, 0), #"["a"]"#),
      (ListChange("t", .add), #"["a",[]]"#),
    ] {
      change.apply(to: &list)
      #expect(list["t"] == expected)
    }
  }
}
