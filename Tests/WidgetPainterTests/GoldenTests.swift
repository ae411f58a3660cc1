import Foundation
import Testing
import WidgetGraphics
import WidgetModel
import WidgetRendering
import WidgetTesting

@Suite struct GoldenTests {
  private static let resources = [RenderingRequest.Resource(src: "gradient.png", bytes: gradientPNG())]

  @Test("each kind of view, as pixels and as SVG", arguments: Gallery.views.map(\.name))
  func views(_ name: String) throws {
    let node = try #require(Gallery.views.first { $0.name == name }).view
    var request = request(node)
    request.resources = Self.resources
    request.isRedacted = name == "private"
    try Golden.expect(try paint(request).bytes, "view-\(name).png")
    request.colorScheme = .dark
    request.scale = 2
    try Golden.expect(try paint(request).bytes, "view-\(name)-dark.png")
    request.format = .svg
    request.colorScheme = .light
    try Golden.expect(try paint(request).bytes, "view-\(name).svg")
  }

  @Test(
    "the bundled widgets, light and dark",
    arguments: ["disk", "flight", "geoip", "github", "quote"], [ColorScheme.light, .dark])
  func widgets(_ name: String, _ scheme: ColorScheme) throws {
    let file = Golden.folder.appending(path: "Snapshots/\(name).json")
    let snapshot = try Snapshot(recordedAt: file)
    let request = RenderingRequest(
      snapshot, as: .png, width: 360, scale: 2, colorScheme: scheme, fonts: .standard, clock: clock)
    try Golden.expect(try paint(request).bytes, "widget-\(name)-\(scheme.rawValue).png")
  }

  @Test("the comparison detects a missing digit and another colour, but not a softer edge")
  func comparison() throws {
    func image(_ words: String, _ color: Color = .named(.label)) throws -> [UInt8] {
      try paint(
        request(
          text(words) {
            $0.font = .style(.caption)
            $0.color = color
          })
      ).bytes
    }
    let golden = try image("12 and 5")
    #expect(try Golden.pixelDifference(golden, golden) == nil)
    #expect(try Golden.pixelDifference(try image("12 and"), golden) != nil)
    #expect(try Golden.pixelDifference(try image("12 and 5", .named(.red)), golden) != nil)
    #expect(try Golden.pixelDifference(try image("12 and 5", .rgb(0x080808)), golden) == nil)
  }

  @Test("a card of one line with nothing but a failure shows the reason", arguments: [22.0, 34, 60])
  func failedLine(_ height: Double) throws {
    var card = request(nil, width: 200)
    card.height = height
    let empty = try paint(card).bytes
    card.snapshot.failure = Failure(.script, "attempt to index a nil value")
    let failed = try paint(card).bytes
    card.snapshot.failure = Failure(.script, "no such host")
    let other = try paint(card).bytes
    #expect(failed != empty && other != failed)
  }

  @Test("a failure, a stale view, an empty widget, a fixed size")
  func states() throws {
    let failure = Failure(
      .script, "attempt to index a nil value (field 'list')", at: SourceLocation(file: "flight.lua", line: 12),
      remedy: "see what fetch answered before you use it")
    var failed = request(text("The last good view"), width: 300)
    failed.snapshot.failure = failure
    try Golden.expect(try paint(failed).bytes, "state-failed.png")

    var onlyFailure = failed
    onlyFailure.snapshot.view = nil
    onlyFailure.snapshot.failure = Failure(.denied, "it may not speak to example.com")
    onlyFailure.colorScheme = .dark
    try Golden.expect(try paint(onlyFailure).bytes, "state-only-failure.png")

    var stale = request(text("Some hours old"), width: 300)
    stale.isStale = true
    stale.clock.now = noon + 7300
    stale.snapshot.widget.name = "A widget with rather a long name, longer than its bar"
    try Golden.expect(try paint(stale).bytes, "state-stale.png")

    var empty = request(nil, width: 300)
    empty.snapshot.hasContent = false
    try Golden.expect(try paint(empty).bytes, "state-empty.png")

    var small = request(column(text("Small") { $0.font = .style(.title) }, spacer(), text("at the bottom")), width: 158)
    small.height = 158
    let rendering = try paint(small)
    #expect(rendering.width == 158 && rendering.height == 158)
    try Golden.expect(rendering.bytes, "state-small.png")
  }
}
