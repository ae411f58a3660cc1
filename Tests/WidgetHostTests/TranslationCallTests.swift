import Foundation
import Testing
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetTesting

/// `tr` in a running widget.
@Suite struct TranslationCallTests {
  private let folder = TestFolder()

  private func widget(
    _ body: String, manifest: String = "", files: [String: String] = [:], locale: String = "de-AT"
  ) throws -> (TestWidget, () -> [String]) {
    try FileManager.default.createDirectory(atPath: folder("w/strings"), withIntermediateDirectories: true)
    for (name, text) in files { try text.write(toFile: folder("w/strings/\(name)"), atomically: true, encoding: .utf8) }
    let widget = TestWidget(
      "widget { \(manifest) } function content() return ui.text { \(body) } end", resources: folder("w")
    ) { $0.locale = locale }
    let lines = ConsoleLines()
    widget.session.events.observe { if case .console(let line) = $0 { lines.add(line.text) } }
    return (widget, { lines.texts })
  }

  private func update(_ widget: TestWidget, _ locale: String) async -> String? {
    var context = TestWidget.context()
    context.locale = locale
    _ = await widget.session.update(context)
    return await widget.session.snapshot?.view?.text
  }

  @Test("a file of texts beside the script, with plural forms") func file() async throws {
    let (widget, console) = try widget(
      "tr('left', { n = 3 })", files: ["de.json": #"{"left": {"one": "noch {n} Minute", "other": "noch {n} Minuten"}}"#])
    #expect(await update(widget, "de-AT") == "noch 3 Minuten")
    #expect(console() == [])
  }

  @Test("texts of the manifest win over the file's") func manifest() async throws {
    let (widget, _) = try widget(
      "tr('a') .. tr('b')", manifest: "strings = { de = { a = 'Manifest ' } }",
      files: ["de.json": #"{"a": "File ", "b": "File"}"#])
    #expect(await update(widget, "de") == "Manifest File")
  }

  @Test("a text that's missing falls back, and is on the console once") func missing() async throws {
    let (widget, console) = try widget(
      "tr('a') .. tr('b')", manifest: "strings = { de = { a = 'A' }, en = { b = 'B' } }")
    #expect(await update(widget, "de-AT") == "AB")
    #expect(await update(widget, "de-AT") == "AB")
    #expect(console() == ["tr: there's no text \"b\" in de, so the text in en is shown"])
  }

  @Test("without any text the key is shown, with its values") func key() async throws {
    let (widget, console) = try widget("tr('{n} left', { n = 3 })")
    #expect(await update(widget, "de") == "3 left")
    #expect(console() == [])
  }

  @Test("one widget speaks the language of each view") func contexts() async throws {
    let (widget, _) = try widget("tr('a')", manifest: "language = 'fr', strings = { de = { a = 'A' }, fr = { a = 'F' } }")
    #expect(await update(widget, "de") == "A")
    #expect(await update(widget, "en-US") == "F")
  }

  @Test(
    "a file that can't be used is named, and the widget runs",
    arguments: [
      ("[1]", "test/strings/de.json: must be a table of texts, got a list"),
      ("{\"a\": {\"one\": \"x\"}}", "test/strings/de.json: a: needs a form for other"),
      ("{", "test/strings/de.json: line 1, column 2: the text ends too early"),
      ("large", "test/strings/de.json: it has 1048576 bytes; a file of texts may have 262144"),
    ]) func badFile(text: String, expected: String) async throws
  {
    let (widget, console) = try widget(
      "tr('a')", files: ["de.json": text == "large" ? String(repeating: " ", count: 1 << 20) : text])
    #expect(await update(widget, "de") == "a")
    #expect(console() == [expected])
  }

  @Test("values that aren't texts or numbers, and placeholders without one") func values() async throws {
    let (widget, console) = try widget("tr('{a} {b}', { a = 1 })")
    #expect(await update(widget, "de") == "1 {b}")
    #expect(console() == ["tr: \"{a} {b}\" has {b}, but there's no such value"])
    let (recursive, _) = try self.widget("(function() local t = {} t.t = t return tr('a', t) end)()")
    #expect(await recursive.failure()?.kind == .script)
    let (wrong, _) = try self.widget("tr('a', { b = {} })")
    #expect(await wrong.failure()?.message == "tr: values.b must be a string or a number, got table")
  }

  @Test("the manifest's own texts are translated, and not what it asks for") func ownTexts() async throws {
    let (widget, _) = try widget(
      "'x'",
      manifest: """
        name = 'Departures', settings = { stop = { type = 'string', label = 'Stop' } }, \
        strings = { de = { Departures = 'Abfahrten', Stop = 'Haltestelle' } }
        """)
    _ = await update(widget, "de-AT")
    #expect(await widget.session.snapshot?.widget.name == "Abfahrten")
    #expect(try await widget.session.readManifest().settings.first?.label == "Haltestelle")
  }
}

private final class ConsoleLines: @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []
  func add(_ line: String) { lock.withLock { lines.append(line) } }
  var texts: [String] { lock.withLock { lines } }
}
