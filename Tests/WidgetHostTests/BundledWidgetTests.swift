import Foundation
import Testing
import WidgetModel
import WidgetRuntime
import WidgetServices
import WidgetTesting

@testable import WidgetHost

/// Bundled widgets, used as somebody would.
@Suite struct BundledWidgetTests {
  private func source(_ name: String) throws -> String {
    try String(contentsOf: PublishedWidget.root.appending(path: "widgets/\(name).lua"), encoding: .utf8)
  }

  private func press(_ label: String, _ text: String? = nil, _ widget: TestWidget) async throws {
    let view = try #require(await widget.session.snapshot?.view)
    var control = try #require(ViewControls(view).all.first { $0.label == label }, "no control \(label)")
    if let text { control = control.with(FieldInput(text, isFinal: true)) }
    _ = try await widget.session.act(on: control, context: TestWidget.context(.action))
  }

  @Test("todo: what's typed is added, ticked off and cleared; only blanks add nothing; a hundred fit")
  func todo() async throws {
    let widget = TestWidget(try source("todo"))
    await widget.update()
    #expect(await widget.text().contains("Nothing to do"))
    try await press("New thing to do", "  Buy milk ", widget)
    try await press("New thing to do", "   ", widget)
    try await press("New thing to do", "Steuer \u{202E}%d", widget)
    #expect(await widget.text().contains("[ ] Buy milk"))
    try await press("Buy milk", nil, widget)
    let ticked = await widget.text()
    #expect(ticked.contains("[x] Buy milk") && ticked.contains("[ ] Steuer %d") && ticked.contains("Clear 1 done"))
    try await press("Clear 1 done", nil, widget)
    #expect(await !widget.text().contains("milk"))
    for index in 0..<99 { try await press("New thing to do", "Thing \(index)", widget) }
    #expect(await widget.text().contains("The list is full"))
    try await press("Thing 98", nil, widget)
    try await press("Clear 1 done", nil, widget)
    #expect(await !widget.text().contains("The list is full"))
  }

  @Test("ticker: numbers in a field of JSON arrive; what's no number is skipped, and another address starts again")
  func ticker() async throws {
    let folder = TestFolder()
    let streams = FakeStreams()
    func board(_ path: String) -> String {
      """
      [[widget]]
      id = "a"
      file = "\(folder("a.lua"))"
      set = { url = "https://a.example/\(path)", field = "data.1.p", title = "Gold", unit = "€" }
      """
    }
    let test = try TestBoard(["a.lua": try source("ticker")], file: board("gold"), folder: folder, streams: streams)
    await test.start()
    #expect(await test.shows("Waiting for the first number", "a"))
    #expect(await eventually { streams.open == 1 })
    for data in [#"{"data":[{"p":100}]}"#, "no", #"{"data":{}}"#, "nan", "1e999", #"{"data":[{"p":"112.5"}]}"#] {
      streams.send("data: \(data)\n\n")
    }
    #expect(await test.shows("112.5 €", "a"))
    #expect(await test.text("a").contains("+12.5%"))
    try test.writeBoard(board("silver"))
    #expect(await test.shows("Waiting for the first number", "a"))
    await test.board.close()
  }
}
