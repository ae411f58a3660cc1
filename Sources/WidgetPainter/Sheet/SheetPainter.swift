import WidgetModel
import WidgetRendering

/// Draws a sheet: a background on which light and dark cards are visible, captions and cards.
struct SheetPainter {
  let sheet: Sheet
  let shaper: TextShaper

  private static let ground = RGBA(0xC9CCD3)
  private static let ink = RGBA(0x1C1C1E)
  private static let paleInk = RGBA(0x3F4047)

  func draw(on canvas: Canvas, card drawCard: (Sheet.Cell) -> Void) {
    canvas.fill(Frame(x: 0, y: 0, width: sheet.size.width, height: sheet.size.height), Self.ground)
    shaper.draw(sheet.title, font: sheet.titleFont, in: sheet.titleFrame, color: Self.ink, on: canvas)
    for row in sheet.rows {
      shaper.draw(row.caption, font: sheet.rowFont, in: row.captionFrame, color: Self.ink, on: canvas)
      for cell in row.cells {
        shaper.draw(cell.caption, font: sheet.captionFont, in: cell.captionFrame, color: Self.paleInk, on: canvas)
        canvas.translated(x: cell.x, y: cell.y) { drawCard(cell) }
      }
    }
  }
}
