import WidgetCommands
import WidgetGraphics
import WidgetHost
import WidgetModel
import WidgetRendering
import WidgetServices

/// A preview's cards as a sheet for the painter or as a page.
struct PreviewSheet {
  var title: String
  var rows: [PreviewCards.Row]
  var images: [String: [UInt8]]
  var clock: any WidgetClock
  var locale: String
  var timeZone: String
  var isRedacted: Bool

  private var calendar: CalendarClock { CalendarClock(now: clock.now(), locale: locale, timeZone: timeZone) }

  func request(as format: OutputFormat, scale: Double, fonts: FontSet) -> SheetRequest {
    return SheetRequest(
      title: title, as: format, scale: scale, fonts: fonts,
      rows: rows.map { row in
        SheetRequest.Row(
          caption: row.caption,
          cells: row.cells.map { cell in
            SheetRequest.Cell(
              caption: cell.caption, rendering: rendering(cell.snapshot, cell, row, as: format, scale: scale, fonts: fonts))
          })
      },
      resources: images.sorted { $0.key < $1.key }.map { RenderingRequest.Resource(src: $0.key, bytes: $0.value) })
  }

  private func rendering(
    _ snapshot: Snapshot, _ cell: PreviewCards.Cell, _ row: PreviewCards.Row, as format: OutputFormat, scale: Double = 2,
    fonts: FontSet
  ) -> RenderingRequest {
    RenderingRequest(
      snapshot, as: format, width: row.shape.size.width, height: row.shape.height(cell.textSize), family: row.shape.family,
      scale: scale, colorScheme: cell.scheme, textSize: cell.textSize, displayMode: row.shape.mode,
      isRedacted: isRedacted || cell.state == .redacted, isStale: cell.state == .stale, fonts: fonts,
      clock: PaintClock(calendar, view: snapshot.view))
  }

  /// - Parameters:
  ///   - output: Lays out the cards of families.
  ///   - isQuiet: Whether to hide messages about missing images.
  func page(_ output: PlacedOutput, fonts: FontSet, isQuiet: Bool) -> [UInt8] {
    var embedded = EmbeddedImages(files: images, isRedacted: isRedacted, check: output.images.problem)
    // The layout of a family's card decides its images' sizes.
    var placed = EmbeddedImages(files: images, isRedacted: isRedacted, isPlaced: true, check: output.images.problem)
    defer {
      var seen: Set<String> = []
      for note in embedded.notes + placed.notes where !isQuiet && seen.insert(note.src + note.problem).inserted {
        PainterOutput.report(note.problem, about: note.src)
      }
    }
    let clock = calendar
    return HTMLSheet(
      title: title,
      rows: rows.map { row in
        HTMLSheet.Row(
          caption: row.caption,
          cells: row.cells.map { cell in
            var card: PlacedCard?
            var snapshot = placed.embedded(in: cell.snapshot)
            if row.shape.family != nil { card = output.card(rendering(snapshot, cell, row, as: .html, fonts: fonts)) }
            if card == nil { snapshot = embedded.embedded(in: cell.snapshot) }
            var shown = HTMLSheet.Cell(
              caption: cell.caption, snapshot: snapshot,
              size: Size(width: row.shape.size.width, height: row.shape.height(cell.textSize) ?? .infinity),
              options: RenderingOptions(
                colorScheme: cell.scheme, textSize: cell.textSize,
                clock: clock, isStale: cell.state == .stale, isRedacted: isRedacted || cell.state == .redacted,
                displayMode: row.shape.mode, family: row.shape.family))
            shown.placed = card
            return shown
          })
      }
    ).render()
  }
}
