import WidgetHost
import WidgetModel
import WidgetRendering

/// The lines below a live view: an error, the current activity, and the available keys.
struct LiveFooter {
  /// Why an edited script doesn't work. Can have several lines.
  var failure: String?
  /// Denied permissions the script ignored.
  var denials = CardDenials()
  /// Everything the view had to leave out.
  var omissions: [String] = []
  /// Why the next update is delayed.
  var backOff: String?
  /// Whether the program was replaced by another version.
  var needsRestart = false
  /// The spinner's frame while an update is running.
  var spinnerFrame: Int?
  /// nil shows no keys.
  var keys: [String]?
  var isUTF8 = true
  var words = HostWords.english

  /// - Parameters:
  ///   - columns: The width. The last column stays empty, because some terminals wrap a full line.
  ///   - rows: The rows that the card leaves. The keys take no more: they lose their words, then their first line.
  func lines(columns: Int, rows: Int = .max) -> [String] {
    let width = max(1, columns - 1)
    var lines: [String] = []
    for line in failure?.split(separator: "\n") ?? [] { lines += LineWrapping.lines(line, columns: width) }
    if let spinnerFrame {
      let spinner = isUTF8 ? Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏") : Array("|/-\\")
      return lines + LineWrapping.lines("\(spinner[spinnerFrame % spinner.count]) \(words("updating"))", columns: width)
    }
    for denial in denials.lines { lines += LineWrapping.lines(denial, columns: width) }
    if let rest = denials.rest(words) { lines.append(rest) }
    for omission in omissions.prefix(3) { lines += LineWrapping.lines(omission, columns: width) }
    if let backOff { lines += LineWrapping.lines(backOff, columns: width) }
    if needsRestart { lines += LineWrapping.lines(Board.upgraded(.run), columns: width) }
    if let keys {
      let available = max(0, rows - lines.count)
      var hints = Self.lines(of: keys, columns: width)
      if hints.count > available { hints = Self.lines(of: keys.map { String($0.prefix { $0 != " " }) }, columns: width) }
      lines += hints.suffix(available)
    }
    return lines
  }

  /// Distributes hints over lines without breaking any. If a hint is wider than a line, its key remains.
  private static func lines(of hints: [String], columns: Int) -> [String] {
    var lines: [String] = []
    for hint in hints {
      let hint = GraphemeWidth.cells(hint) <= columns ? hint : String(hint.prefix { $0 != " " })
      if GraphemeWidth.cells(hint) > columns { continue }
      if let last = lines.last, GraphemeWidth.cells(last) + 2 + GraphemeWidth.cells(hint) <= columns {
        lines[lines.count - 1] = last + "  " + hint
      } else {
        lines.append(hint)
      }
    }
    return lines
  }
}

/// Breaks plain text into terminal lines.
public enum LineWrapping {
  /// Breaks at spaces, or inside a word without any. Continuation lines keep the indentation if it takes less than half the
  /// width.
  public static func lines(_ text: some StringProtocol, columns: Int) -> [String] {
    let indent = String(text.prefix { $0 == " " })
    let hanging = indent.count * 2 < columns ? indent : ""
    var lines: [String] = []
    var line = ""
    var used = 0
    /// The end of the last space in the line.
    var lastBreak: String.Index?
    for character in text {
      let width = GraphemeWidth.cells(character)
      if used + width > columns, !line.isEmpty {
        var rest = ""
        if character != " ", let end = lastBreak, end > line.startIndex {
          rest = String(line[end...])
          line = String(line[..<end])
        }
        lines.append(trimmed(line))
        line = hanging + rest
        used = GraphemeWidth.cells(line)
        lastBreak = nil
        if character == " " { continue }
      }
      line.append(character)
      used += width
      if character == " ", line.contains(where: { $0 != " " }) { lastBreak = line.endIndex }
    }
    return lines + [trimmed(line)]
  }

  /// Lines for a terminal, each of them broken at its spaces.
  public static func text(_ text: String, columns: Int) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { lines($0, columns: columns) }.joined(separator: "\n")
  }

  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }
}
