/// A component, from `BEGIN` to `END`. Only events and time zones are kept.
struct CalendarComponent: Sendable, Equatable {
  /// Uppercase.
  var name: String
  var line: Int
  var properties: [ContentLine] = []
  var children: [CalendarComponent] = []

  static let maximumDepth = 32

  /// The first property with a name.
  subscript(name: String) -> ContentLine? { properties.first { $0.name == name } }

  func all(_ name: String) -> [ContentLine] { properties.filter { $0.name == name } }

  func children(_ name: String) -> [CalendarComponent] { children.filter { $0.name == name } }

  /// The calendars in a file: RFC 5545 allows several.
  ///
  /// A line in an event that isn't a property is ignored (long text folded wrongly); anywhere else it's an error.
  static func calendars(_ bytes: [UInt8]) throws(CalendarError) -> [CalendarComponent] {
    var reader = ContentLineReader(bytes)
    var open: [CalendarComponent] = []
    var calendars: [CalendarComponent] = []
    // Components inside an ignored one.
    var ignored = 0
    var lines = 0
    var dates = 0
    while let (number, bytes) = reader.next() {
      lines += 1
      guard lines <= CalendarFile.maximumLines else { throw .tooManyLines(line: number) }
      guard let line = ContentLine(bytes) else {
        if open.isEmpty { throw .outsideCalendar(line: number) }
        if ignored == 0, open.last?.name != "VEVENT" { throw .unreadableLine(number) }
        continue
      }
      let name = line.value.trimmed.uppercased()
      switch line.name {
      case "BEGIN":
        guard !open.isEmpty || name == "VCALENDAR" else { throw .outsideCalendar(line: number) }
        guard open.count < maximumDepth else { throw .tooDeep(line: number) }
        if ignored > 0 || !isKept(name, in: open.last?.name) { ignored += 1 }
        open.append(CalendarComponent(name: name, line: number))
      case "END":
        guard let closed = open.popLast() else { throw .outsideCalendar(line: number) }
        guard closed.name == name else {
          throw .wrongEnd(line: number, found: name, expected: closed.name, opened: closed.line)
        }
        if ignored > 0 {
          ignored -= 1
        } else if open.isEmpty {
          calendars.append(closed)
        } else {
          open[open.count - 1].children.append(closed)
        }
      default:
        guard !open.isEmpty else { throw .outsideCalendar(line: number) }
        guard ignored == 0 else { break }
        if line.name == "RDATE" || line.name == "EXDATE" {
          dates += line.value.utf8.count { $0 == UInt8(ascii: ",") } + 1
          guard dates <= CalendarFile.maximumDates else { throw .tooManyDates(line: number) }
        }
        open[open.count - 1].properties.append(line)
      }
    }
    if let last = open.last { throw .missingEnd(last.name, opened: last.line) }
    guard !calendars.isEmpty else { throw .empty }
    return calendars
  }

  private static func isKept(_ name: String, in parent: String?) -> Bool {
    switch parent {
    case nil: name == "VCALENDAR"
    case "VCALENDAR": name == "VEVENT" || name == "VTIMEZONE"
    case "VTIMEZONE": name == "STANDARD" || name == "DAYLIGHT"
    default: false
    }
  }
}
