import Testing
import WidgetModel

@testable import WidgetRendering

/// Every kind of view and every widget as a page, Markdown and speech. `make golden` records them.
@Suite struct PageGoldenTests {
  private static let options = RenderingOptions(clock: CalendarClock(now: 1_795_262_400))
  private static let size = Size(width: 320, height: 0)

  private func text(_ format: some SnapshotFormat, _ snapshot: Snapshot, _ options: RenderingOptions) throws -> String {
    String(decoding: format.render(snapshot, in: Self.size, options: options), as: UTF8.self)
  }

  private func all(_ snapshot: Snapshot, options: RenderingOptions = options) throws -> String {
    let page = HTMLCard(snapshot, in: Self.size, options: options)
    return """
      === html
      \(page.html)=== rules
      \(page.rules.text)=== markdown
      \(try text(MarkdownFormat(), snapshot, options))=== spoken
      \(try text(SpokenFormat(), snapshot, options))
      """
  }

  @Test("views", arguments: viewGallery.map(\.name))
  func views(name: String) throws {
    let view = try #require(viewGallery.first { $0.name == name }?.view)
    try GoldenFile.expect(all(snapshot(view, name: name, icon: "star")), "view-\(name).txt")
  }

  @Test("widgets", arguments: GoldenFile.widgets)
  func widgets(name: String) throws { try GoldenFile.expect(all(GoldenFile.widget(name)), "widget-\(name).txt") }

  @Test("a whole document")
  func document() throws {
    try GoldenFile.expect(text(HTMLFormat(), GoldenFile.widget("flight"), Self.options), "flight.html")
  }

  @Test("private content is in no redacted format")
  func redacted() throws {
    let secret = view(.private, [WidgetRenderingTests.text("1 234.56 €"), view(.vstack, [WidgetRenderingTests.text("IBAN")])]) {
      $0.accessibility = "1 234 euros"
    }
    let tree = vstack(WidgetRenderingTests.text("Balance"), secret, hstack(WidgetRenderingTests.text("left:"), secret))
    var options = Self.options
    options.isRedacted = true
    let drawn = try all(snapshot(tree), options: options)
    for text in [drawn, try text(JSONFormat(), snapshot(tree), options), try text(HTMLFormat(), snapshot(tree), options)] {
      #expect(!text.contains("1 234") && !text.contains("IBAN") && text.contains("Balance"))
    }
    #expect(try text(JSONFormat(), snapshot(tree), Self.options).contains("1 234.56"))
    try GoldenFile.expect(drawn, "private-redacted.txt")
  }

  @Test("never updated, failed, empty and stale widgets")
  func states() throws {
    let failure = Failure(
      .killedTime, "the update took longer than 1 s", at: SourceLocation(file: "flight.lua", line: 12), remedy: "look for a loop")
    var hidden = snapshot(WidgetRenderingTests.text("x"))
    hidden.hasContent = false
    #expect(HTMLCard(hidden, in: Self.size, options: Self.options).html.isEmpty)
    #expect(try text(MarkdownFormat(), hidden, Self.options).isEmpty && text(SpokenFormat(), hidden, Self.options).isEmpty)
    #expect(try text(HTMLFormat(), hidden, Self.options).contains("<main></main>"))
    var hiddenAndFailed = hidden
    hiddenAndFailed.failure = failure
    var old = Self.options
    old.isStale = true
    try GoldenFile.expect(
      all(snapshot(nil)) + all(snapshot(nil, failure: failure)) + all(hiddenAndFailed)
        + all(snapshot(WidgetRenderingTests.text("old")), options: old), "states.txt")
  }

  @Test("compact, families, and one line")
  func shapes() throws {
    let flight = try GoldenFile.widget("flight")
    var text = ""
    for (mode, family) in [(DisplayMode.compact, nil), (.expanded, .small), (.expanded, .inline)]
      as [(DisplayMode, WidgetFamily?)]
    {
      var options = Self.options
      options.displayMode = mode
      options.family = family
      text +=
        HTMLCard(flight, in: Self.size, options: options).html
        .split(separator: "\n").filter { $0.contains("article") || $0.contains("\"content") || $0.contains("h2") }.joined(
          separator: "\n") + "\n"
    }
    #expect(
      text == """
        <article class="widget width-320px" aria-label="Flight">
          <h2>Flight</h2>
         <div class="content padding-0-16px-5px-16px max-height-115px clips">
        </article>
        <article class="widget width-158px height-158px" aria-label="Flight">
          <h2>Flight</h2>
         <div class="content padding-0-16px-5px-16px grows clips">
        </article>
        <article class="widget width-320px" aria-label="Flight">
         <div class="content padding-0-16px-0-16px height-30px justify-content-safe-center clips">
        </article>

        """)
  }

  @Test("the theme is the reader's unless it is forced")
  func themes() throws {
    let page = snapshot(WidgetRenderingTests.text("x"))
    #expect(try text(HTMLFormat(), page, Self.options).contains("<html lang=\"en\">"))
    #expect(try text(HTMLFormat(theme: .dark), page, Self.options).contains("<html lang=\"en\" data-theme=\"dark\">"))
    #expect(try text(HTMLFormat(theme: .light), page, Self.options).contains("<html lang=\"en\" data-theme=\"light\">"))
  }

  @Test("ASCII readers get ASCII")
  func ascii() throws {
    var options = Self.options
    options.encoding = .ascii
    for name in GoldenFile.widgets {
      let widget = try GoldenFile.widget(name)
      #expect(try text(MarkdownFormat(), widget, options).allSatisfy(\.isASCII))
      #expect(try text(SpokenFormat(), widget, options).allSatisfy(\.isASCII))
    }
  }
}
