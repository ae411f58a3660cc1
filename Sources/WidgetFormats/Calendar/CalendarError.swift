/// Why a text couldn't be parsed as a calendar. Lines are the file's, from 1; a folded line counts by its first.
///
/// A single malformed event isn't an error: it's counted (``CalendarEvents/skipped``).
public enum CalendarError: Error, Sendable, Equatable {
  /// Bytes.
  case tooLarge(Int)
  /// There's nothing but white space.
  case empty
  /// A line is outside `BEGIN:VCALENDAR` and its end.
  case outsideCalendar(line: Int)
  /// A line isn't `NAME;PARAMETER=VALUE:VALUE`.
  case unreadableLine(Int)
  /// An `END` doesn't match the innermost component, which began on line `opened`.
  case wrongEnd(line: Int, found: String, expected: String, opened: Int)
  /// The text ends before the component does.
  case missingEnd(String, opened: Int)
  case tooDeep(line: Int)
  /// More than ``CalendarFile/maximumLines`` properties.
  case tooManyLines(line: Int)
  /// More than ``CalendarFile/maximumDates`` dates listed by RDATE and EXDATE.
  case tooManyDates(line: Int)
}

extension CalendarError {
  /// nil if the error concerns the whole text. Otherwise the line is wrong from its first column.
  public var line: Int? {
    switch self {
    case .tooLarge, .empty: nil
    case .outsideCalendar(let line), .unreadableLine(let line), .wrongEnd(let line, _, _, _), .missingEnd(_, let line),
      .tooDeep(let line), .tooManyLines(let line), .tooManyDates(let line):
      line
    }
  }
}

extension CalendarError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .tooLarge(let size): "calendar of \(size) bytes is larger than \(CalendarFile.maximumSize)"
    case .empty: "calendar: the text is empty"
    case .outsideCalendar(let line): "calendar, line \(line): a calendar begins with BEGIN:VCALENDAR"
    case .unreadableLine(let line): "calendar, line \(line): not a line of the form NAME:VALUE"
    case .wrongEnd(let line, let found, let expected, let opened):
      "calendar, line \(line): END:\(found), but \(expected) of line \(opened) is still open"
    case .missingEnd(let name, let opened): "calendar, line \(opened): \(name) has no END"
    case .tooDeep(let line):
      "calendar, line \(line): components are nested deeper than the limit of \(CalendarComponent.maximumDepth)"
    case .tooManyLines(let line): "calendar, line \(line): more than \(CalendarFile.maximumLines) properties"
    case .tooManyDates(let line): "calendar, line \(line): more than \(CalendarFile.maximumDates) dates in RDATE and EXDATE"
    }
  }
}
