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

  func request(as format: OutputFormat, scale: Double, fonts: FontSet) -> SheetRequest {
    let clock = CalendarClock(now: clock.now(), locale: locale, timeZone: timeZone)
    return SheetRequest(
      title: title, as: format, scale: scale, fonts: fonts,
      rows: rows.map { row in
        SheetRequest.Row(
          caption: row.caption,
          cells: row.cells.map { cell in
            SheetRequest.Cell(
              caption: cell.caption,
              rendering: RenderingRequest(
                cell.snapshot, as: format, width: row.shape.size.width, height: row.shape.height(cell.textSize),
                family: row.shape.family, scale: scale,
                colorScheme: cell.scheme, textSize: cell.textSize, displayMode: row.shape.mode,
                isRedacted: isRedacted || cell.state == .redacted, isStale: cell.state == .stale, fonts: fonts,
                clock: PaintClock(clock, view: cell.snapshot.view)))
          })
      },
      resources: images.sorted { $0.key < $1.key }.map { RenderingRequest.Resource(src: $0.key, bytes: $0.value) })
  }

  /// - Parameter isQuiet: Whether to hide messages about missing images.
  func page(isQuiet: Bool) -> [UInt8] {
    var embedded = EmbeddedImages(files: images, isRedacted: isRedacted)
    defer { for note in embedded.notes where !isQuiet { PainterOutput.report(note.problem, about: note.src) } }
    let clock = CalendarClock(now: clock.now(), locale: locale, timeZone: timeZone)
    return HTMLSheet(
      title: title,
      rows: rows.map { row in
        HTMLSheet.Row(
          caption: row.caption,
          cells: row.cells.map { cell in
            HTMLSheet.Cell(
              caption: cell.caption, snapshot: embedded.embedded(in: cell.snapshot),
              size: Size(width: row.shape.size.width, height: row.shape.height(cell.textSize) ?? .infinity),
              options: RenderingOptions(
                colorScheme: cell.scheme, textSize: cell.textSize,
                clock: clock, isStale: cell.state == .stale, isRedacted: isRedacted || cell.state == .redacted,
                displayMode: row.shape.mode, family: row.shape.family))
          })
      }
    ).render()
  }
}
