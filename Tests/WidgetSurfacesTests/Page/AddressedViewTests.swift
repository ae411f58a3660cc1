import Testing
import WidgetTesting

/// Views a display or another program loads by address, while nobody is looking at the page.
@Suite struct AddressedViewTests {
  @Test("a view that is asked for by its address is made, and updated on schedule, although no page is open")
  func updates() async throws {
    let source = """
      widget { refresh = "1s" }
      function perform_update()
        defaults.set("runs", defaults.get("runs", 0) + 1)
        return update_result.new_data
      end
      function content(context) return ui.text { context.family .. " run " .. defaults.get("runs", 0) .. "." } end
      """
    try await withServer(["count.lua": source]) { server in
      let display = try await server.browser()
      func text() async throws -> String { try await display.get("/widgets/count.txt?family=small").text }
      #expect(try await display.get("/widgets/count.txt?family=small").status == 503)
      // The same view again and again, as a display would ask for it.
      #expect(try await eventually { try await text().contains("small run ") })
      #expect(try await eventually { try await text().contains(/small run [3-9]\./) })
    }
  }
}
