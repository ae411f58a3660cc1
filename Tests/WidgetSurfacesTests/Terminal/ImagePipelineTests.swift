import Foundation
import Synchronization
import Testing
import WidgetGraphics
import WidgetModel
import WidgetRendering

@testable import WidgetSurfaces

/// An in-memory encoder: the reply names the request.
private final class FakeEncoder: ImageEncoder {
  private let requests = Mutex<[TerminalImageRequest]>([])
  private let result: @Sendable (TerminalImageRequest) -> Result<[UInt8], PaintError>

  init(_ result: @escaping @Sendable (TerminalImageRequest) -> Result<[UInt8], PaintError> = { _ in .success(FakeEncoder.sixel) })
  {
    self.result = result
  }

  static let sixel = Array("\u{1B}Pq#0\u{1B}\\".utf8)
  var count: Int { requests.withLock { $0.count } }

  func encode(_ request: TerminalImageRequest) throws(PaintError) -> Rendering {
    requests.withLock { $0.append(request) }
    return Rendering(bytes: try result(request).get(), width: Double(request.columns), height: Double(request.rows))
  }
}

@Suite struct ImagePipelineTests {
  /// 48 x 32 pixels.
  private static let png = Array(
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAADAAAAAgCAIAAADbtmxLAAAALUlEQVR42u3OQQ0AAAgAoetfWls4H2wEoKlXEhISEhISEhISEhISEhISEhK6tNkO+kyNMhVPAAAAAElFTkSuQmCC"
    ) ?? Data())

  private static func snapshot(_ names: String...) -> Snapshot {
    let images = names.map { ViewNode(.image(.reference($0), mode: .fit), style: Self.alternative("alt \($0)")) }
    return Snapshot(
      widget: WidgetIdentity(id: "w", instance: "w", name: "W"), view: ViewNode(.vstack, children: images), result: .newData,
      reason: .launch, updatedAt: 1)
  }

  private static func alternative(_ text: String) -> ViewStyle {
    var style = ViewStyle()
    style.accessibility = text
    return style
  }

  private static func draw(_ snapshot: Snapshot, _ pipeline: ImagePipeline) -> TerminalDrawing {
    var options = RenderingOptions(columns: 40)
    options.imageSize = pipeline.imageSize
    return TerminalDrawing(snapshot, in: Size(width: 320, height: .infinity), options: options)
  }

  private static func pipeline(
    _ encoder: any ImageEncoder, files: [String: [UInt8]] = ["a.png": png]
  ) -> ImagePipeline {
    let pipeline = ImagePipeline(painter: SharedPainter(encoder: encoder, firstID: 7)) { _ in files }
    pipeline.use(TerminalFeatures(graphics: .sixel, cell: .usual))
    return pipeline
  }

  /// Draws until nothing is in progress.
  private func settle(_ pipeline: ImagePipeline, _ snapshot: Snapshot) async throws -> (TerminalDrawing, [FrameImage]) {
    for _ in 0..<500 {
      pipeline.acknowledgeChange()
      var drawing = Self.draw(snapshot, pipeline)
      let images = pipeline.place(in: &drawing, rows: 0..<100, encoding: .utf8)
      if !pipeline.isBusy { return (drawing, images) }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw PaintError.timeout(seconds: 5)
  }

  @Test("an image is its alternative text until it is encoded, and encoded once")
  func encodes() async throws {
    let encoder = FakeEncoder()
    let pipeline = Self.pipeline(encoder)
    let snapshot = Self.snapshot("a.png")
    #expect(pipeline.show(snapshot, isLive: false))
    #expect(pipeline.isBusy)
    let (_, images) = try await settle(pipeline, snapshot)
    #expect(images.map(\.bytes) == [FakeEncoder.sixel] && images.map(\.columns) == [6] && images.map(\.rows) == [2])
    _ = try await settle(pipeline, snapshot)
    #expect(encoder.count == 1)
  }

  @Test("an image that was loaded since the last drawing counts as work in progress", .timeLimit(.minutes(5)))
  func loadedSinceDrawing() async throws {
    let pipeline = Self.pipeline(FakeEncoder())
    let snapshot = Self.snapshot("a.png")
    pipeline.show(snapshot, isLive: false)
    var changes = pipeline.changes.makeAsyncIterator()
    await changes.next()
    // Nothing is loaded or encoded any more.
    #expect(pipeline.imageSize != nil && pipeline.isBusy)
    pipeline.acknowledgeChange()
    #expect(!pipeline.isBusy)
  }

  @Test("an image that is not completely visible is alternative text")
  func scrolledAway() async throws {
    let pipeline = Self.pipeline(FakeEncoder())
    let snapshot = Self.snapshot("a.png")
    pipeline.show(snapshot, isLive: false)
    let (_, images) = try await settle(pipeline, snapshot)
    let row = try #require(images.first?.row)
    var drawing = Self.draw(snapshot, pipeline)
    #expect(pipeline.place(in: &drawing, rows: (row + 1)..<100, encoding: .utf8).isEmpty)
    var visible = Self.draw(snapshot, pipeline)
    #expect(pipeline.place(in: &visible, rows: row..<(row + 2), encoding: .utf8).count == 1)
  }

  @Test(
    "an image that cannot be encoded is noted once and tried once",
    arguments: [
      (PaintError.image(.damaged), "the image a.png is not shown: it is damaged"),
      (.timeout(seconds: 10), "the image a.png is not shown: the painter exceeded its limit of 10.0 s"),
      (.cannotStart(path: "/p", reason: "no"), "images are not shown: /p could not be started: no"),
    ])
  func fails(_ error: PaintError, _ note: String) async throws {
    let encoder = FakeEncoder { _ in .failure(error) }
    let pipeline = Self.pipeline(encoder)
    let snapshot = Self.snapshot("a.png")
    pipeline.show(snapshot, isLive: false)
    let (drawing, images) = try await settle(pipeline, snapshot)
    #expect(images.isEmpty && pipeline.takeNotes() == [note] && pipeline.takeNotes().isEmpty)
    #expect(drawing.text().contains("alt a.png"))
    _ = try await settle(pipeline, snapshot)
    #expect(encoder.count == 1)
  }

  @Test("a reply with other control sequences never reaches the terminal")
  func invalidReply() async throws {
    let pipeline = Self.pipeline(FakeEncoder { _ in .success(FakeEncoder.sixel + Array("\u{1B}]52;c;AAAA\u{7}".utf8)) })
    let snapshot = Self.snapshot("a.png")
    pipeline.show(snapshot, isLive: false)
    let (_, images) = try await settle(pipeline, snapshot)
    #expect(images.isEmpty)
    #expect(pipeline.takeNotes() == ["the image a.png is not shown: invalid reply from the painter: more than an image"])
  }

  @Test("missing, damaged and unsupported files are noted without an encoder")
  func badFiles() async throws {
    let encoder = FakeEncoder()
    let pipeline = Self.pipeline(encoder, files: ["cut.png": Array(Self.png.prefix(20)), "text.png": Array("hello".utf8)])
    let snapshot = Self.snapshot("none.png", "cut.png", "text.png")
    pipeline.show(snapshot, isLive: false)
    _ = try await settle(pipeline, snapshot)
    #expect(
      pipeline.takeNotes() == [
        "the image none.png is not shown: it is missing", "the image cut.png is not shown: it is damaged",
        "the image text.png is not shown: it is not a PNG, JPEG, GIF or WebP",
      ])
    #expect(encoder.count == 0)
  }
}
