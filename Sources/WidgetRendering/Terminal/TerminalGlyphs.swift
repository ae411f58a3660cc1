import WidgetModel

/// The characters for borders, bars and shapes.
struct TerminalGlyphs: Sendable {
  var topLeft: String, topRight: String, bottomLeft: String, bottomRight: String
  var horizontal: String, vertical: String
  var warning: String
  var remedy: String
  /// Marks the card with the keyboard focus.
  var focus: String
  var notice: String
  /// A full cell of a progress bar, then its eighths from one to seven.
  var bar: String, barParts: [String], track: String
  var spinner: [String]
  /// The corners of a border without rounding.
  var squareCorners: [String]
  /// The tick of an axis.
  var tick: String
  /// A cell filled from below, from one eighth to a whole one.
  var columnParts: [String]
  /// The upper eighth and the upper half of a cell.
  var upperEighth: String, upperHalf: String
  /// Fills for the parts of a whole, which you can tell apart without colours.
  var fills: [String]
  /// The colour of a series next to its name.
  var key: String
  /// A line across a chart, and a value on its line.
  var rule: String
  var point: String
  /// The marks for a line chart's series, if there's no braille or no colour.
  var marks: [String] = ["*", "o", "+", "x", "#", "@", "%", "&", "=", "~"]
  /// A small circle.
  var dot: String { hasDots ? "●" : "o" }
  /// Whether there is braille.
  var hasDots: Bool
  /// Replaces private content.
  var redaction: String

  init(_ encoding: OutputEncoding) {
    switch encoding {
    case .utf8:
      (topLeft, topRight, bottomLeft, bottomRight) = ("╭", "╮", "╰", "╯")
      (horizontal, vertical) = ("─", "│")
      (warning, remedy, focus, notice) = ("⚠", "→", "▶", "•")
      (bar, barParts, track) = ("█", ["▏", "▎", "▍", "▌", "▋", "▊", "▉"], "░")
      spinner = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"]
      squareCorners = ["┌", "┐", "└", "┘"]
      tick = "┤"
      columnParts = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
      (upperEighth, upperHalf) = ("▔", "▀")
      fills = ["█", "▓", "▒", "░"]
      key = "■"
      (rule, point) = ("┄", "●")
      hasDots = true
      redaction = "▒"
    case .ascii:
      (topLeft, topRight, bottomLeft, bottomRight) = ("+", "+", "+", "+")
      (horizontal, vertical) = ("-", "|")
      (warning, remedy, focus, notice) = ("!", ">", ">", "*")
      (bar, barParts, track) = ("#", [], "-")
      spinner = ["|", "/", "-", "\\"]
      squareCorners = ["+", "+", "+", "+"]
      tick = "+"
      columnParts = ["_", "_", ".", "-", "=", "+", "*", "#"]
      (upperEighth, upperHalf) = ("'", "\"")
      fills = ["#", "=", "+", ":", "%", "o"]
      key = "#"
      (rule, point) = ("-", "o")
      hasDots = false
      redaction = "#"
    }
  }

  func spinner(at frame: Int) -> String { spinner[Int(frame.magnitude % UInt(spinner.count))] }

  /// A bar of whole cells filled from the right, because there are no characters for right eighths of a cell.
  func barFromRight(_ value: Double, cells: Int) -> (track: String, filled: String) {
    let value = value.isNaN ? 0 : min(1, max(0, value))
    let filled = Int(saturating: (value * Double(max(0, cells))).rounded())
    return (String(repeating: track, count: max(0, cells) - filled), String(repeating: bar, count: filled))
  }

  /// A bar of this many cells.
  func bar(_ value: Double, cells: Int) -> (filled: String, filledCells: Int, track: String) {
    let value = value.isNaN ? 0 : min(1, max(0, value))
    let steps = barParts.count + 1
    let filled = Int(saturating: (value * Double(max(0, cells) * steps)).rounded())
    var bar = String(repeating: self.bar, count: filled / steps)
    if filled % steps > 0 { bar += barParts[filled % steps - 1] }
    let filledCells = (filled + steps - 1) / steps
    return (bar, filledCells, String(repeating: track, count: max(0, cells - filledCells)))
  }
}
