import Foundation
import Testing
import WidgetModel
import WidgetTesting

/// Names of resources in place of URLs.
@Suite struct FetchResourceTests {
  /// The value of an expression as shown by an update.
  private func value(of script: String) async throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "luawidget-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("{}".utf8).write(to: folder.appending(path: "a.json"))
    let widget = TestWidget(
      """
      function perform_update()
        local r, err = \(script)
        if r then return update_result.failed(r.status .. " " .. r.body .. " " .. r.source .. " " .. tostring(r.age)) end
        return update_result.failed(err.kind .. ": " .. err.message .. (err.remedy and " (" .. err.remedy .. ")" or ""))
      end
      """, resources: folder.path)
    return await widget.failure()?.message ?? "no failure"
  }

  @Test(
    "a resource is read; for any other name the error explains what is valid",
    arguments: [
      ("a.json", "200 {} cache 0.0"), ("./a.json", "200 {} cache 0.0"),
      ("b", "connect: there is no resource b in test/"),
      ("example.com/x", "connect: there is no resource example.com/x in test/ (begin a URL with https://)"),
      ("", "protocol: cannot fetch: the URL is empty (begin it with https://)"),
      ("//host/x", "protocol: cannot fetch: the URL does not begin with http:// or https:// (begin it with https://)"),
      ("/etc/passwd", "protocol: cannot fetch: the URL does not begin with http:// or https:// (begin it with https://)"),
      ("http:foo", "protocol: cannot fetch: the URL names no host (write it as https://host/path)"),
      (
        "data:text/plain,x",
        "protocol: cannot fetch: the URL has a scheme other than http and https (fetch speaks http and https)"
      ),
      ("mailto:a@b", "protocol: cannot fetch: the URL has a scheme other than http and https (fetch speaks http and https)"),
      (
        "../x",
        #"protocol: "../x" is not the name of a resource (use letters, digits, ".", "_" and "-", in folders of the widget's own; "#
          + "begin a URL with https://)"
      ),
      (
        "https://b\u{FC}cher.example/",
        "protocol: cannot fetch: the URL has a host with a character outside ASCII (write the host in punycode: "
          + "xn--bcher-kva.example for b\u{FC}cher.example)"
      ),
      (
        "https://example.com/\u{E9}",
        "protocol: cannot fetch: the URL has a character outside ASCII at byte 21 (percent-encode it, for example with url.encode)"
      ),
    ])
  func names(_ name: String, _ words: String) async throws {
    let message = try await value(of: "fetch '\(name)'")
    #expect(message.hasSuffix(words), "\(message)")
  }

  @Test(
    "an option that does not apply to a resource is an error, and so is a wrong one",
    arguments: [
      (
        "fetch('a.json', { method = 'POST' })",
        #"fetch: "a.json" is one of the widget's resources, which take no method, body or query"#
      ),
      (
        "fetch('a.json', { body = 'x' })",
        #"fetch: "a.json" is one of the widget's resources, which take no method, body or query"#
      ),
      (
        "fetch('a.json', { query = { a = 1 } })",
        #"fetch: "a.json?a=1" is one of the widget's resources, which take no method, body"#
      ),
      ("fetch('a.json', { timeout = 'bogus' })", "fetch: timeout: "),
      ("fetch.all { 'a.json', { 'a.json', retry = 9 } }", "fetch.all: requests[2]: retry must be an integer from 0 to 5"),
    ])
  func options(_ script: String, _ words: String) async throws {
    let message = try await value(of: script)
    #expect(message.contains(words), "\(message)")
  }

  @Test("an option that only affects the network is accepted")
  func harmless() async throws {
    #expect(try await value(of: "fetch('a.json', { timeout = 5, cache = 'reload', retry = 0 })").hasSuffix("200 {} cache 0.0"))
  }
}
