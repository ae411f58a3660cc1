import Foundation
import Testing
import WidgetHost
import WidgetModel
import WidgetServices
import WidgetTesting

/// Settings of type `url`, `file`, `color` and `date`, through the real worker and broker.
@Suite struct SettingTypeTests {
  private static func widget(_ settings: String, _ permissions: String = "", shows expression: String) -> String {
    """
    widget { settings = { it = \(settings) }, permissions = { \(permissions) } }
    function content() return ui.text { tostring(\(expression)) } end
    """
  }

  private func shown(_ source: String, _ value: String?, fetcher: FakeFetcher = FakeFetcher()) async -> String {
    let widget = TestWidget(source, settings: value.map { ["it": $0] } ?? [:], fetcher: fetcher)
    if let failure = await widget.failure() { return "\(failure.kind): \(failure.message)" }
    guard case .text(let text) = await widget.session.snapshot?.view?.content else { return "no text" }
    return text
  }

  @Test(
    "each type gives the script a typed value, or the user an error",
    arguments: [
      ("{ type = 'url' }", "https://a.example/x?y", "settings.it", "https://a.example/x?y"),
      (
        "{ type = 'url' }", "a.example", "settings.it",
        "usage: --set it=a.example: it must be a URL beginning with https:// or http://"
      ),
      ("{ type = 'color', default = 'red' }", nil, "settings.it", "red"),
      ("{ type = 'color' }", "#FF8800", "settings.it", "#FF8800"),
      (
        "{ type = 'color' }", "redd", "settings.it",
        "usage: --set it=redd: it must be a colour such as \"red\" or \"#ff8800\"; did you mean \"red\"?"
      ),
      ("{ type = 'date', default = '2026-11-05' }", nil, "settings.it", "1793836800"),
      ("{ type = 'date' }", "2026-11-05T15:04:09Z", "math.type(settings.it) .. settings.it", "integer1793891049"),
      (
        "{ type = 'date' }", "soon", "settings.it",
        "usage: --set it=soon: it must be a date such as \"2026-11-05\" or \"2026-11-05T15:04:09Z\""
      ),
      ("{ type = 'file' }", nil, "settings.it", "nil"),
      ("{ type = 'list', of = 'integer', default = { 4, 5 } }", nil, "#settings.it .. math.type(settings.it[2])", "2integer"),
      ("{ type = 'list', of = 'string' }", nil, "#settings.it", "0"),
      (
        "{ type = 'list', of = { a = { type = 'string' } } }", #"[{"a":"x"},{}]"#,
        "settings.it[1].a .. tostring(settings.it[2].a)", "xnil"
      ),
      (
        "{ type = 'list', of = 'url' }", #"["x"]"#, "#settings.it",
        "usage: --set it: element 1 must be a URL beginning with https:// or http://"
      ),
      ("{ type = 'location' }", nil, "settings.it", "nil"),
      ("{ type = 'location', default = 'Oslo' }", nil, "settings.it.name .. settings.it.time_zone", "OsloEurope/Oslo"),
      ("{ type = 'location' }", "-33.9,18.4", "settings.it.latitude + settings.it.longitude", "-15.5"),
    ] as [(String, String?, String, String)])
  func values(setting: String, value: String?, expression: String, expected: String) async {
    #expect(await shown(Self.widget(setting, shows: expression), value) == expected)
  }

  @Test(
    "a default of another type, or of a file, is an error of the manifest",
    arguments: [
      (
        "{ type = 'url', default = 'a.example' }",
        "settings.it.default: must be a URL beginning with https:// or http://, got string \"a.example\""
      ),
      (
        "{ type = 'color', default = 'redd' }",
        "settings.it.default: must be a colour such as \"red\" or \"#ff8800\", got string \"redd\""
      ),
      ("{ type = 'date', default = 5 }", "settings.it.default: must be a date such as"),
      (
        "{ type = 'file', default = '/etc/passwd' }",
        "settings.it.default: is not allowed for a file: only the user may choose one"
      ),
    ])
  func defaults(setting: String, message: String) async {
    #expect(await shown(Self.widget(setting, shows: "1"), nil).contains(message))
  }

  @Test("a file that the user chose is read by fetch, and no other")
  func file() async throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "luawidget-file-\(UUID())")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let folder = directory.path
    let path = folder + "/data.txt"
    try Data("from the file".utf8).write(to: URL(filePath: path))
    let source = Self.widget("{ type = 'file' }", shows: "fetch(settings.it).body")
    #expect(await shown(source, path) == "from the file")
    let other = Self.widget("{ type = 'file' }", shows: "(select(2, pcall(fetch, 'file:other')))")
    #expect(await shown(other, path).contains("is not a file of the settings"))
    let absolute = Self.widget("{ type = 'file' }", shows: "(select(2, pcall(fetch, 'file:/etc/passwd')))")
    #expect(await shown(absolute, path).contains("is not a file of the settings"))
    let missing = Self.widget("{ type = 'file' }", shows: "select(2, fetch(settings.it)).message")
    #expect(await shown(missing, path + ".missing").contains("No such file or directory"))
    let notAFile = Self.widget("{ type = 'file' }", shows: "select(2, fetch(settings.it)).message")
    #expect(await shown(notAFile, folder).contains("it is not a regular file"))
  }

  @Test("the host of a URL that the user sets may be private; that of a default may not, and nothing is remembered")
  func hosts() async throws {
    let url = "http://127.0.0.1:8080/x"
    let fetcher = FakeFetcher()
    fetcher.on(url, text: "reached")
    let result = "(function() local r, err = fetch(settings.it) return r and r.body or err.kind end)()"
    let source = Self.widget("{ type = 'url', default = '\(url)' }", "net = { 'a.example', { setting = 'it' } }", shows: result)
    #expect(await shown(source, url, fetcher: fetcher) == "reached")
    #expect(await shown(source, nil, fetcher: fetcher) == "denied")
    let without = Self.widget("{ type = 'url' }", "net = { 'a.example' }", shows: result)
    #expect(await shown(without, url, fetcher: fetcher) == "denied")
    func list(_ index: Int) -> String {
      Self.widget(
        "{ type = 'list', of = 'url', default = { '\(url)' } }", "net = { { setting = 'it' } }",
        shows: result.replacing("settings.it", with: "settings.it[\(index)]"))
    }
    #expect(await shown(list(1), "[\"\(url)\"]", fetcher: fetcher) == "reached")
    #expect(await shown(list(1), nil, fetcher: fetcher) == "denied")
    let other = "http://127.0.0.1:9090/x"
    fetcher.on(other, text: "reached")
    let adding = TestWidget(list(2), settings: ["it+": "[\"\(other)\"]"], fetcher: fetcher)
    await adding.update()
    #expect(await adding.text().contains("reached"))
    let unknown = Self.widget("{ type = 'string' }", "net = { { setting = 'it' } }", shows: "1")
    #expect(await shown(unknown, nil).contains("permissions.net: there is no setting \"it\" of type \"url\""))
    let widget = TestWidget(source, settings: ["it": url], fetcher: fetcher)
    await widget.update()
    #expect(try widget.grants.list().isEmpty)
  }
}
