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

  @Test("mixer: the volume is shown and set, each output is muted and chosen, and without a sound server it says so")
  func mixer() async throws {
    let sound = AudioWidgetTests.server()
    let widget = TestWidget(try source("mixer"), sound: sound)
    await widget.update()
    let shown = await widget.text()
    for text in ["Speakers", "] 50", "HDMI", "Muted", "Microphone", "] 25"] { #expect(shown.contains(text), "\(shown)") }
    try await press("More", nil, widget)
    #expect(await widget.text().contains("] 55"))
    try await press("Mute Speakers", nil, widget)
    try await press("Unmute HDMI", nil, widget)
    try await press("Use HDMI", nil, widget)
    #expect(sound.commands == ["speakers volume 0.55", "speakers mute", "hdmi unmute", "hdmi default"])
    sound.change(.failure(.failed(reason: "the sound server did not reply")))
    try await press("Mute HDMI", nil, widget)
    #expect(await widget.text().contains("did not reply"))
    sound.change(.failure(.unavailable(reason: "there is no sound server")))
    await widget.update()
    #expect(await widget.text().contains("No sound server here"))
    sound.change(.success([AudioDevice(.sink, name: "a", description: "A", volume: 2, isDefault: true)]))
    await widget.update()
    #expect(await widget.text().contains("200%"))
    sound.change(.success([]))
    await widget.update()
    #expect(await widget.text().contains("No speakers"))
  }

  @Test("services: units of a setting are shown, started, stopped and restarted, and each needs your permission")
  func services() async throws {
    let machine = MemoryMachineServices()
    func set(_ name: String, _ state: String, on bus: BusCall.Bus) {
      machine.set(
        UnitName.path(name), Units.unitInterface,
        ["Id": .string(name), "LoadState": "loaded", "ActiveState": .string(state), "SubState": "running"], on: bus)
    }
    set("sync.service", "active", on: .session)
    set("cups.service", "failed", on: .system)
    let names = ["sync.service", "cups.service", "gone.service", "secret.service"]
    let widget = TestWidget(
      try source("services"), settings: ["units": "[\"\(names.joined(separator: "\", \""))\"]"],
      allow: names.dropLast().map { "units=\($0)" }, machine: machine)
    await widget.update()
    let shown = await widget.text()
    for text in ["sync", "active", "cups", "failed", "gone", "missing", "secret", "not allowed yet"] {
      #expect(shown.contains(text), "\(shown)")
    }
    try await press("Restart sync", nil, widget)
    try await press("Stop sync", nil, widget)
    set("sync.service", "inactive", on: .session)
    await widget.update()
    try await press("Start sync", nil, widget)
    #expect(machine.calls.filter { $0.hasSuffix("replace") } == ["Restart replace", "Stop replace", "Start replace"])
    machine.fail(.failed(reason: "systemd refused"))
    try await press("Start sync", nil, widget)
    #expect(await widget.text().contains("systemd refused"))
    let empty = TestWidget(try source("services"))
    await empty.update()
    #expect(await empty.text().contains("Choose units"))
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
