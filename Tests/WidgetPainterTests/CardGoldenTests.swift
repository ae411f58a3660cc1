import Foundation
import Testing
import WidgetGraphics
import WidgetModel
import WidgetRendering
import WidgetTesting

@testable import WidgetPainter

/// The cards in `examples/cards`, from views kept up to date by a test of the commands.
@Suite struct CardGoldenTests {
  private static let folder = Golden.folder.appending(path: "Snapshots/cards")

  @Test(
    "every card in four families and two appearances",
    arguments: [
      "agenda", "batteries", "clock", "countdown", "dashboard", "departures", "photo", "playing", "rings", "score", "stock",
      "weather",
    ])
  func cards(_ name: String) throws {
    let families = WidgetFamily.allCases.filter { family in
      FileManager.default.fileExists(atPath: Self.folder.appending(path: "\(name)-\(family.rawValue).json").path)
    }
    #expect(families.count >= 4)
    let rows = try ColorScheme.allCases.map { scheme in
      SheetRequest.Row(caption: scheme.rawValue, cells: try families.map { try Self.cell(name, $0, scheme) })
    }
    let images = Golden.folder.appending(path: "../../examples/cards/\(name)")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: images.path)) ?? []
    let resources = try files.sorted().map { file in
      RenderingRequest.Resource(src: file, bytes: [UInt8](try Data(contentsOf: images.appending(path: file))))
    }
    // A photo's noise is most of its file.
    let sheet = SheetRequest(
      title: name, as: .png, scale: name == "photo" ? 0.5 : 1, fonts: .standard, rows: rows, resources: resources)
    try Golden.expect(try Painter().paint(.sheet(sheet)).bytes, "card-\(name).png")
  }

  private static func cell(_ name: String, _ family: WidgetFamily, _ scheme: ColorScheme) throws -> SheetRequest.Cell {
    let file = folder.appending(path: "\(name)-\(family.rawValue).json")
    let recorded = try Snapshot(recordedAt: file)
    let moment = 1_795_340_460.0
    let snapshot = Snapshot(
      widget: recorded.widget, view: recorded.view, insets: recorded.insets, result: .newData, reason: .launch, updatedAt: moment)
    let size = SurfaceSize.size(of: family)
    var rendering = RenderingRequest(
      snapshot, as: .png, width: size?.width ?? 338, scale: 1, colorScheme: scheme, fonts: .standard,
      clock: PaintClock(now: moment))
    rendering.family = family
    rendering.height = size?.height ?? SurfaceSize.inlineCardHeight(at: .large)
    return SheetRequest.Cell(caption: family.rawValue, rendering: rendering)
  }
}
