import WidgetGraphics
import WidgetModel
import WidgetRendering

/// Cards in rows with captions, laid out.
struct Sheet {
  struct Cell {
    var request: RenderingRequest
    var caption: String
    var card: CardLayout
    var captionFrame: Frame
    /// The card's position.
    var x: Double
    var y: Double
  }

  struct Row {
    var caption: String
    var captionFrame: Frame
    var cells: [Cell]
  }

  static let margin = 28.0
  private static let gap = 20.0

  var title: String
  var titleFrame: Frame
  var rows: [Row] = []
  private(set) var size: Size

  let titleFont = ResolvedFont(size: 22, weight: .bold)
  let rowFont = ResolvedFont(size: 15, weight: .semibold)
  let captionFont = ResolvedFont(size: 12)

  /// - Parameter makeCard: Lays out a card.
  init(_ request: SheetRequest, _ shaper: TextShaper, makeCard: (RenderingRequest) -> CardLayout) {
    title = terminalSafe(request.title, limit: 200)
    let cards = request.rows.map { $0.cells.map { makeCard($0.rendering) } }
    // In rows with the same number of cards, a column is as wide as its widest card, so corresponding cards line up.
    var columns: [Int: [Double]] = [:]
    for row in cards {
      for (column, card) in row.enumerated() {
        let known = columns[row.count]?[column] ?? 0
        columns[row.count, default: Array(repeating: 0, count: row.count)][column] = max(known, card.size.width)
      }
    }
    let widest = columns.values.map { $0.reduce(0, +) + Self.gap * Double(max(0, $0.count - 1)) }.max() ?? 0
    let inner = max(widest, shaper.width(title, font: titleFont))
    var y = Self.margin
    titleFrame = Frame(x: Self.margin, y: y, width: inner, height: shaper.lineMetrics(titleFont).height)
    y = titleFrame.maxY + Self.gap
    for (row, cards) in zip(request.rows, cards) {
      let captionFrame = Frame(x: Self.margin, y: y, width: inner, height: shaper.lineMetrics(rowFont).height)
      y = captionFrame.maxY + 6
      let line = shaper.lineMetrics(captionFont).height
      let widths = columns[cards.count] ?? []
      var cells: [Cell] = []
      var x = Self.margin
      for (column, (cell, card)) in zip(row.cells, cards).enumerated() {
        cells.append(
          Cell(
            request: cell.rendering,
            caption: terminalSafe(cell.caption, limit: 200) + (card.report.isEmpty ? "" : " ▲ \(card.report.summary)"),
            card: card,
            captionFrame: Frame(x: x, y: y, width: widths[column], height: line), x: x, y: y + line + 6))
        x += widths[column] + Self.gap
      }
      rows.append(Row(caption: terminalSafe(row.caption, limit: 200), captionFrame: captionFrame, cells: cells))
      y += line + 6 + (cards.map(\.size.height).max() ?? 0) + Self.gap * 1.4
    }
    size = Size(width: (inner + 2 * Self.margin).rounded(.up), height: (y + Self.margin - Self.gap * 1.4).rounded(.up))
  }
}

/// Draws a sheet: a background that shows up both light and dark cards, captions and cards.
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
