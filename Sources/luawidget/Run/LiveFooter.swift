import WidgetRendering

/// The lines beneath a live view: what went wrong, what goes on, which keys do something.
struct LiveFooter {
  /// Of an edit that does not work; lines with line breaks.
  var failure: String?
  /// Why the next update is late.
  var backOff: String?
  /// Which picture of the spinner, while an update runs.
  var spinnerFrame: Int?
  /// nil offers no keys.
  var keys: [String]?
  var isUTF8 = true

  /// - Parameter columns: The last one stays free: a terminal that breaks lines early must not.
  func lines(columns: Int) -> [String] {
    let room = max(1, columns - 1)
    var lines: [String] = []
    for line in failure?.split(separator: "\n") ?? [] { lines += Self.wrapped(line, cells: room) }
    if let spinnerFrame {
      let spinner = isUTF8 ? Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏") : Array("|/-\\")
      return lines + Self.wrapped("\(spinner[spinnerFrame % spinner.count]) updating", cells: room)
    }
    if let backOff { lines += Self.wrapped(backOff[...], cells: room) }
    if let keys { lines += Self.lines(of: keys, cells: room) }
    return lines
  }

  /// Whole hints in as many lines as they need.
  private static func lines(of hints: [String], cells: Int) -> [String] {
    var lines: [String] = []
    for hint in hints {
      if let last = lines.last, GraphemeWidth.cells(last) + 2 + GraphemeWidth.cells(hint) <= cells {
        lines[lines.count - 1] = last + "  " + hint
      } else {
        lines.append(hint)
      }
    }
    return lines
  }

  /// A line broken at blanks; inside words where there is no blank. What follows keeps the indentation, when there is room for it.
  static func wrapped(_ text: some StringProtocol, cells: Int) -> [String] {
    let indent = String(text.prefix { $0 == " " })
    let hanging = indent.count * 2 < cells ? indent : ""
    var lines: [String] = []
    var line = ""
    var used = 0
    /// Where the newest blank of the line ends.
    var lastBreak: String.Index?
    for character in text {
      let width = GraphemeWidth.cells(character)
      if used + width > cells, !line.isEmpty {
        var rest = ""
        if character != " ", let end = lastBreak, end > line.startIndex {
          rest = String(line[end...])
          line = String(line[..<end])
        }
        lines.append(Self.trimmed(line))
        line = hanging + rest
        used = GraphemeWidth.cells(line)
        lastBreak = nil
        if character == " " { continue }
      }
      line.append(character)
      used += width
      if character == " ", line.contains(where: { $0 != " " }) { lastBreak = line.endIndex }
    }
    return lines + [Self.trimmed(line)]
  }

  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }
}
