import WidgetModel
import WidgetSystem

/// A language's named date styles, as patterns.
struct DatePatterns: Sendable {
  private let row: [String]

  init(_ locale: LocaleData) { row = locale.row(.dates) }

  var time: String { row.column(3) }
  /// `5 Nov 2026`.
  var date: String { row.column(1) }
  /// `05/11/2026, 15:04`.
  var short: String { joined(row.column(0), 4) }
  /// `5 Nov 2026, 15:04`.
  var medium: String { joined(date, 5) }
  /// `5 November 2026 at 15:04`.
  var long: String { joined(row.column(2), 6) }

  /// A date with the time, which some languages write first.
  private func joined(_ date: String, _ column: Int) -> String {
    var result = ""
    for part in row.column(column).split(separator: "{", omittingEmptySubsequences: false) {
      switch part.prefix(2) {
      case "0}": result += time + quoted(part.dropFirst(2))
      case "1}": result += date + quoted(part.dropFirst(2))
      default: result += quoted(part)
      }
    }
    return result
  }

  private func quoted(_ text: Substring) -> String {
    text.isEmpty ? "" : "'" + text.replacing("'", with: "''") + "'"
  }
}
