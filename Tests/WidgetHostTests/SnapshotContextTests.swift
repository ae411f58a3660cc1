import Testing
import WidgetHost
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetTesting

/// One widget shown in several contexts: another family, another size.
@Suite struct SnapshotContextTests {
  /// New data once, and again when the default `again` is set; then no data.
  private static let source = """
    function perform_update()
      if defaults.get "broken" then return update_result.failed("no network") end
      local n = defaults.get("n") or 0
      if n > 0 and not defaults.get "again" then return update_result.no_data end
      defaults.set("n", n + 1) defaults.remove "again"
      return update_result.new_data
    end
    function content(context)
      return ui.text { (context.family or "card") .. " " .. context.size.width .. " data " .. (defaults.get "n" or 0) }
    end
    """

  private let snapshots = MemorySnapshotStore()
  private let defaults = MemoryDefaultsStore()

  /// A new process.
  private func run(_ family: WidgetFamily? = nil, width: Double = 320) async throws -> (
    view: String, updatedAt: Double, update: Update
  ) {
    let widget = TestWidget(Self.source, snapshots: snapshots, defaults: defaults)
    let count = try snapshots.list().count
    widget.clock.advance(by: Double(count))
    var context = TestWidget.context()
    context.family = family
    context.size.width = width
    let update = await widget.session.update(context)
    guard let snapshot = await widget.session.snapshot, case .text(let text)? = snapshot.view?.content else {
      return ("none", 0, update)
    }
    return (text, snapshot.updatedAt, update)
  }

  private func set(_ key: String) async throws {
    let id = await TestWidget(Self.source).session.identity.id
    try defaults.apply([.set(suite: id, key: key, value: true)])
  }

  @Test("an inline run leaves the card that a later failure falls back to")
  func inlineRun() async throws {
    #expect(try await run().view == "card 320 data 1")
    #expect(try await run(.inline).view == "inline 320 data 1")
    try await set("broken")
    #expect(try await run().view == "card 320 data 1")
    #expect(try await run(.inline).view == "inline 320 data 1")
  }

  @Test("no_data in a new context requests its view, which has the age of the data")
  func newContext() async throws {
    let first = try await run()
    let narrow = try await run(width: 200)
    #expect(narrow.view == "card 200 data 1")
    #expect(narrow.update.result == .noData)
    #expect(narrow.updatedAt == first.updatedAt)
  }

  @Test("no_data does not make an older view of another context current")
  func olderContext() async throws {
    _ = try await run()
    _ = try await run(.inline)
    try await set("again")
    #expect(try await run(.inline).view == "inline 320 data 2")
    let card = try await run()
    #expect(card.update.result == .noData)
    #expect(card.view == "card 320 data 2")
  }

  @Test("no_data in a context that is up to date requests nothing")
  func current() async throws {
    _ = try await run()
    _ = try await run(.inline)
    for family in [nil, WidgetFamily.inline] {
      let widget = TestWidget(Self.source, snapshots: snapshots, defaults: defaults)
      var context = TestWidget.context()
      context.family = family
      #expect(await widget.session.update(context).result == .noData)
      #expect(widget.counters == Counters.Values())
    }
  }

  @Test("texts have the language, the time zone and the direction of the context, whoever updates the widget")
  func language() async throws {
    /// The process has another language and time zone.
    func view(_ locale: String, _ timeZone: String) async throws -> ViewNode {
      let widget = TestWidget(
        "function content() return ui.text(format.number(1234.5) .. ' ' .. os.date('%H:%M %z', 0)) end")
      var context = TestWidget.context()
      (context.locale, context.timeZone) = (locale, timeZone)
      await widget.session.update(context)
      return try #require(await widget.session.snapshot?.view)
    }
    let german = try await view("de-DE", "Asia/Tokyo")
    #expect(german.text == "1.234,5 09:00 +0900" && german.style.layoutDirection == nil, "\(german.text ?? "")")
    #expect(try await view("en-US", "UTC").text == "1,234.5 00:00 +0000")
    #expect(try await view("ar-EG", "UTC").style.layoutDirection == .rightToLeft)
  }
}
