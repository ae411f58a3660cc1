import Testing
import WidgetModel

@testable import WidgetRendering

/// The content of a card in each state, and that every format shows exactly that content.
@Suite struct CardContentTests {
  /// One row of the table: a widget's state, and what its card must and mustn't show.
  struct Row: Sendable, CustomTestStringConvertible {
    var name: String
    var snapshot: Snapshot
    var isStale = false
    var isRedacted = false
    var state: CardContent.State
    var showsView = false
    var note: String?
    var age: ColorName?
    var reason: String?

    var testDescription: String { name }
  }

  private static let view = vstack(text("Boarding at 12:05"), WidgetRenderingTests.view(.private, [text("Seat 12A")]))
  private static let failure = Failure(
    .script, "attempt to call a nil value", at: SourceLocation(file: "flight.lua", line: 12), remedy: "define it first")
  private static let reason = "error in the script: flight.lua:12: attempt to call a nil value"

  private static func flight(_ view: ViewNode?, failure: Failure? = nil, hidesItself: Bool = false) -> Snapshot {
    var snapshot = WidgetRenderingTests.snapshot(view, name: "Flight", icon: "airplane", failure: failure)
    snapshot.hasContent = !hidesItself
    return snapshot
  }

  static let rows = [
    Row(name: "current", snapshot: flight(view), state: .current, showsView: true),
    Row(name: "stale", snapshot: flight(view), isStale: true, state: .stale, showsView: true, age: .orange),
    Row(name: "redacted", snapshot: flight(view), isRedacted: true, state: .current, showsView: true),
    Row(name: "failed", snapshot: flight(view, failure: failure), state: .failed, showsView: true, age: .red, reason: reason),
    Row(name: "failed before the first view", snapshot: flight(nil, failure: failure), state: .failed, reason: reason),
    Row(name: "empty", snapshot: flight(view, hidesItself: true), state: .empty, note: "Nothing to show"),
    Row(
      name: "empty, then failed", snapshot: flight(view, failure: failure, hidesItself: true), state: .failed, age: .red,
      reason: reason),
    Row(name: "never updated", snapshot: flight(nil), state: .neverUpdated, note: "No data yet"),
    Row(
      name: "denied", snapshot: flight(view, failure: Failure(.denied, "example.com")), state: .failed, showsView: true,
      age: .yellow, reason: "not allowed: example.com"),
  ]

  private static let formats: [(any SnapshotFormat)] = [
    TextFormat(), ANSIFormat(), HTMLFormat(), MarkdownFormat(), SpokenFormat(), JSONFormat(),
  ]

  private func options(_ row: Row) -> RenderingOptions {
    RenderingOptions(clock: CalendarClock(now: 1180), isStale: row.isStale, isRedacted: row.isRedacted)
  }

  @Test("each state", arguments: rows)
  func states(_ row: Row) {
    let content = CardContent(row.snapshot, options: options(row))
    #expect(content.state == row.state)
    #expect(content.name == "Flight" && content.icon == "airplane" && content.isRedacted == row.isRedacted)
    #expect(content.view?.text == row.note)
    #expect((content.view == Self.view) == row.showsView)
    #expect(content.age?.color == row.age && content.age?.text == row.age.map { _ in "3 min ago" })
    #expect(content.failure?.reason == row.reason)
  }

  @Test("every state is in the table")
  func completeTable() { #expect(Set(Self.rows.map(\.state)) == Set(CardContent.State.allCases)) }

  @Test("every format shows the same", arguments: rows)
  func formats(_ row: Row) throws {
    for format in Self.formats {
      let name = type(of: format).name
      let bytes = format.render(row.snapshot, in: Size(width: 800, height: 0), options: options(row))
      let output = MarkupText.plain(String(decoding: bytes, as: UTF8.self))
      // JSON is the whole snapshot: only its card has the shown content.
      let shown = name == "json" ? String(output.split(separator: "\"card\":")[1].prefix { $0 != "}" }) : output
      // Text formats print nothing for an empty widget, unless the options request a note.
      if row.state == .empty, name != "json" {
        #expect(!output.contains("Boarding") && !output.contains("Seat"), "\(name)")
        continue
      }
      #expect(shown.contains("Flight"), "\(name)")
      #expect(shown.contains(name == "spoken" ? "3 minutes ago" : "3 min ago") == (row.age != nil), "\(name)")
      if let reason = row.reason { #expect(shown.contains(reason), "\(name): \(shown)") }
      #expect(shown.contains("failed") || row.state != .failed || row.reason != nil, "\(name)")
      if name == "json" {
        #expect(shown.contains("\"state\":\"\(row.state.rawValue)\"") && shown.contains("\"is_redacted\":\(row.isRedacted)"))
      } else {
        #expect(output.contains("Boarding at 12:05") == row.showsView, "\(name)")
        #expect(output.contains("Seat 12A") == (row.showsView && !row.isRedacted), "\(name)")
        if let note = row.note { #expect(output.contains(note), "\(name)") }
      }
      if row.isRedacted { #expect(!output.contains("Seat 12A"), "\(name)") }
    }
  }

  @Test("an empty widget has a note where the options ask for one")
  func emptyNote() throws {
    var options = RenderingOptions(clock: CalendarClock(now: 1180))
    options.showsEmptyNote = true
    for format in [TextFormat(), HTMLFormat(), MarkdownFormat(), SpokenFormat()] as [any SnapshotFormat] {
      let bytes = format.render(Self.flight(Self.view, hidesItself: true), in: Size(width: 800, height: 0), options: options)
      #expect(String(decoding: bytes, as: UTF8.self).contains("Flight: nothing to show"), "\(type(of: format).name)")
    }
  }

  @Test("one line shows the view, else the failure, and no title")
  func oneLine() {
    var options = RenderingOptions(clock: CalendarClock(now: 1180))
    options.family = .inline
    let withView = CardContent(Self.flight(Self.view, failure: Self.failure), options: options)
    #expect(withView.view == Self.view && withView.failure == nil && !withView.showsTitle)
    let withoutView = CardContent(Self.flight(nil, failure: Self.failure), options: options)
    #expect(withoutView.view == nil && withoutView.failure?.reason == Self.reason)
  }

  @Test("an age has the time of its next change")
  func ages() {
    var options = RenderingOptions(clock: CalendarClock(now: 1180))
    options.showsAge = true
    #expect(CardContent(Self.flight(Self.view), options: options).age?.nextChange == 60)
    var unknown = Self.flight(Self.view)
    unknown.updatedAt = 0
    #expect(CardContent(unknown, options: options).age == nil)
  }
}

/// The text of a page or of Markdown without escapes, for comparison.
enum MarkupText {
  static func plain(_ text: String) -> String {
    text.replacing("\\", with: "").replacing("\u{1B}[0m", with: "").replacing("&#39;", with: "'")
  }
}
