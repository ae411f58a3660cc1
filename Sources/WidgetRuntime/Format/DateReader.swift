import WidgetFormats
import WidgetModel

/// Parses dates: ISO 8601 with RFC 3339, RFC 5322 and RFC 9110, or a pattern.
struct DateReader: Sendable {
  let locale: LocaleData
  /// The zone for times that name none.
  let zone: TimeZoneData

  /// Seconds since 1970. A date alone is its first moment in ``zone``.
  func moment(_ text: String) throws(DateReadingError) -> Double {
    guard text.utf8.count <= 100 else { throw .unreadable(text.quoted) }
    guard text.contains(where: { !$0.isWhitespace }) else { throw .empty }
    guard let date = InternetDate(text) else { throw .unreadable(text.quoted) }
    return try moment(date, text)
  }

  /// A date's moment in ``zone``, unless it has its own offset.
  func moment(_ date: InternetDate, _ text: String) throws(DateReadingError) -> Double {
    guard let seconds = date.seconds({ zone.moment(localSeconds: $0) }) else { throw .noSuchDate(text.quoted) }
    return seconds
  }
}

/// Why a text couldn't be parsed as a date.
enum DateReadingError: Error, Equatable, CustomStringConvertible {
  case empty
  case unreadable(String)
  case noSuchDate(String)
  case noMatch(String, pattern: String)

  var description: String {
    switch self {
    case .empty: "the text is empty"
    case .unreadable(let text): "\(text) is not a date such as \"2026-11-05T15:04:09Z\" or \"Thu, 05 Nov 2026 15:04:09 GMT\""
    case .noSuchDate(let text): "\(text) doesn't exist"
    case .noMatch(let text, let pattern): "\(text) does not match the pattern \(pattern)"
    }
  }
}
