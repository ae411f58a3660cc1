import Foundation
import Testing
import WidgetModel
import WidgetTesting

@testable import WidgetRendering

/// `examples/cards/index.html`: all cards of the examples on one page. `RECORD_SNAPSHOTS=1` writes it, and that run fails.
@Suite struct CardSheetTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
  private static let snapshots = root.appending(path: "Tests/WidgetPainterTests/Snapshots/cards")
  private static let page = root.appending(path: "examples/cards/index.html")

  @Test("the page of the example cards has every card in each of its families, light and dark")
  func sheet() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.snapshots.path).filter { $0.hasSuffix(".json") }
    let cards = Dictionary(grouping: files.map { $0.dropLast(5).split(separator: "-") }, by: { String($0[0]) })
    #expect(cards.count == 12)
    let rows = try cards.keys.sorted().map { name in
      let families = WidgetFamily.allCases.filter { family in cards[name]?.contains { $0.last == family.rawValue[...] } == true }
      return HTMLSheet.Row(
        caption: name,
        cells: try ColorScheme.allCases.flatMap { scheme in try families.map { try Self.cell(name, $0, scheme) } })
    }
    if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
      try Data(HTMLSheet(title: "Cards", rows: rows).render()).write(to: Self.page)
      Issue.record("recorded index.html")
      return
    }
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    for row in rows {
      #expect(text.contains("<h2>\(row.caption)</h2>"), "\(row.caption)")
      for cell in row.cells { #expect(text.contains("aria-label=\"\(cell.snapshot.widget.name)\""), "\(cell.caption)") }
    }
    #expect(text.components(separatedBy: "<figure").count - 1 == rows.reduce(0) { $0 + $1.cells.count })
  }

  private static func cell(_ name: String, _ family: WidgetFamily, _ scheme: ColorScheme) throws -> HTMLSheet.Cell {
    let recorded = try Snapshot(recordedAt: snapshots.appending(path: "\(name)-\(family.rawValue).json"))
    var view = recorded.view
    view?.visitImages { source in
      guard case .reference(let file) = source,
        let bytes = try? Data(contentsOf: root.appending(path: "examples/cards/\(name)/\(file)"))
      else { return }
      source = .bytes([UInt8](bytes))
    }
    let snapshot = Snapshot(
      widget: recorded.widget, view: view, insets: recorded.insets, result: .newData, reason: .launch, updatedAt: 1_795_340_460)
    var options = RenderingOptions(colorScheme: scheme, clock: CalendarClock(now: 1_795_340_460))
    options.family = family
    let size = SurfaceSize.size(of: family) ?? Size(width: 338, height: 0)
    return HTMLSheet.Cell(caption: "\(family.rawValue), \(scheme.rawValue)", snapshot: snapshot, size: size, options: options)
  }
}
