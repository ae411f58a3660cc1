/// Why a text as a whole is not a calendar. Lines count from 1 as they are in the file, folded ones by their first.
///
/// A single event that cannot be read is not an error: it is counted (``CalendarEvents/skipped``).
public enum CalendarError: Error, Sendable, Equatable {
  /// Bytes.
  case tooLarge(Int)
  /// Nothing but white space.
  case empty
  /// Something that stands outside of `BEGIN:VCALENDAR` and its end.
  case outsideCalendar(line: Int)
  /// Not `NAME;PARAMETER=VALUE:VALUE`.
  case unreadableLine(Int)
  /// An end of another component than the innermost one, which began on line `opened`.
  case wrongEnd(line: Int, found: String, expected: String, opened: Int)
  /// The text ends before the component does.
  case missingEnd(String, opened: Int)
  case tooDeep(line: Int)
}

extension CalendarError {
  public var line: Int? {
    switch self {
    case .tooLarge, .empty: nil
    case .outsideCalendar(let line), .unreadableLine(let line), .tooDeep(let line): line
    case .wrongEnd(let line, _, _, _): line
    case .missingEnd(_, let opened): opened
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
    case .tooDeep(let line): "calendar, line \(line): more than \(CalendarComponent.maximumDepth) components inside each other"
    }
  }
}
