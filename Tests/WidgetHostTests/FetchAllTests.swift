import Testing
import WidgetModel
import WidgetServices
import WidgetTesting

/// Several responses at once.
@Suite struct FetchAllTests {
  /// The line an update prints for each of these URLs.
  private func outcome(_ sizes: [Int], headers: Int = 0, _ summary: String = "table.concat(lines, ' | ')") async -> String {
    let fetcher = FakeFetcher()
    let fields = (0..<headers).map { HeaderField("x-\($0)", "y") }
    for (index, size) in sizes.enumerated() {
      let url = "https://a.example/\(index)"
      fetcher.on(url, .success(FetchResponse(url: url, headers: fields, body: [UInt8](repeating: 65, count: size))))
    }
    let widget = TestWidget(
      """
      widget { permissions = { net = { "a.example" } } }
      function perform_update()
        local list = {}
        for i = 1, \(sizes.count) do list[i] = "https://a.example/" .. i - 1 end
        local lines, count = {}, 0
        for i, result in ipairs(fetch.all(list)) do
          if result.response then count = count + 1 end
          lines[i] = result.response and #result.response.body or result.error.kind .. ": " .. result.error.message
        end
        return update_result.failed(\(summary))
      end
      """, allow: ["net=a.example"], fetcher: fetcher)
    return await widget.failure()?.message ?? "no failure"
  }

  private static let full =
    "too_large: cannot fetch from a.example:443: the responses together exceed 7340032 bytes"

  @Test(
    "responses that exceed one message together: those that do not fit are errors, later ones that fit are not",
    arguments: [
      ([4_000_000, 3_000_000], "4000000 | 3000000"),
      ([4 << 20, 4 << 20], "4194304 | \(full)"),
      ([4_000_000, 4_000_000, 3_000_000, 0], "4000000 | \(full) | 3000000 | 0"),
    ])
  func together(_ sizes: [Int], _ words: String) async {
    #expect(await outcome(sizes) == words)
  }

  @Test("header fields count toward the size of the responses")
  func headers() async {
    #expect(await outcome([Int](repeating: 1, count: 20), headers: 2000, "count .. ' of ' .. #lines") == "15 of 20")
  }
}
