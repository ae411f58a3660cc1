/// The zones that a calendar names. Source: RFC 5545, 3.6.5 and 3.2.19.
///
/// A name of the tz database means its zone, because a calendar's own definition is often cut short; any other name means the
/// definition in the file, and one without a definition the user's zone.
struct CalendarZones {
  let user: TimeZoneData
  private let definitions: [String: CalendarComponent]
  /// Until when definitions are worked out, by the wall clock.
  private let end: Int
  private var known: [String: TimeZoneData] = [:]

  /// A file with more names has the rest in the user's zone: each costs a look at the disk.
  static let maximumNames = 500
  /// Changes of the clock that one definition can bring.
  static let maximumChanges = 10_000
  /// Changes by rule before 1900 are left out: many definitions begin in 1601.
  private static let earliest = CalendarDate(year: 1900, month: 1, day: 1).localSeconds

  init(_ calendars: [CalendarComponent], user: TimeZoneData, end: Int) {
    self.user = user
    self.end = end
    var definitions: [String: CalendarComponent] = [:]
    for zone in calendars.flatMap({ $0.children("VTIMEZONE") }) {
      if let name = zone["TZID"]?.value.trimmed, definitions[name] == nil { definitions[name] = zone }
    }
    self.definitions = definitions
  }

  mutating func zone(_ name: String, steps: inout Int) -> TimeZoneData {
    if let zone = known[name] { return zone }
    guard known.count < Self.maximumNames else { return user }
    let zone =
      TimeZoneData.find(name) ?? definitions[name].flatMap { Self.zone(name, $0, until: end, steps: &steps) } ?? user
    known[name] = zone
    return zone
  }

  /// When clocks change to an offset.
  private struct Change {
    var moment: Int
    var before: Int
    var kind: TimeZoneData.Kind
  }

  /// nil for a definition without a part that can be read.
  private static func zone(_ name: String, _ definition: CalendarComponent, until end: Int, steps: inout Int) -> TimeZoneData? {
    var changes: [Change] = []
    for part in definition.children { changes += Self.changes(part, until: end, steps: &steps) }
    changes.sort { $0.moment < $1.moment }
    guard let first = changes.first else { return nil }
    // Before the first change clocks show what it changes from.
    var kinds = [TimeZoneData.Kind(offset: first.before, isDaylight: false, abbreviation: first.kind.abbreviation)]
    var transitions: [Int] = []
    var transitionKinds: [Int] = []
    for change in changes {
      if transitions.last == change.moment {
        transitions.removeLast()
        transitionKinds.removeLast()
      }
      let index = kinds.dropFirst().firstIndex(of: change.kind) ?? kinds.count
      if index == kinds.count { kinds.append(change.kind) }
      transitions.append(change.moment)
      transitionKinds.append(index)
    }
    return TimeZoneData(name: name, kinds: kinds, transitions: transitions, transitionKinds: transitionKinds)
  }

  private static func changes(_ part: CalendarComponent, until end: Int, steps: inout Int) -> [Change] {
    guard let start = part["DTSTART"].flatMap({ CalendarTime.Literal($0.value.trimmed) }),
      let before = part["TZOFFSETFROM"].flatMap({ offset($0.value.trimmed) }),
      let after = part["TZOFFSETTO"].flatMap({ offset($0.value.trimmed) })
    else { return [] }
    let name = part["TZNAME"].map { String(CalendarText.unescape($0.value.utf8).prefix(10)) } ?? ""
    let kind = TimeZoneData.Kind(offset: after, isDaylight: part.name == "DAYLIGHT", abbreviation: name)
    var locals: [Int] = [start.local]
    for line in part.all("RRULE") {
      guard let rule = RecurrenceRule(line.value) else { continue }
      let last = rule.until.map { $0.isUTC ? $0.local + before : $0.isDate ? $0.local + 86_399 : $0.local } ?? end
      guard max(start.local, earliest) <= min(last, end) else { continue }
      RecurrenceSequence(rule, start: start.local).walk(max(start.local, earliest)...min(last, end), steps: &steps) {
        locals.append($0)
        return locals.count < maximumChanges
      }
    }
    for line in part.all("RDATE") {
      locals += line.value.split(separator: ",").compactMap { CalendarTime.Literal(String($0).trimmed)?.local }
    }
    return Set(locals.prefix(maximumChanges)).map { Change(moment: $0 - before, before: before, kind: kind) }
  }

  /// `+0100`, `-033015` in seconds, less than a day.
  private static func offset(_ text: String) -> Int? {
    let digits = text.utf8.dropFirst()
    guard let sign = text.first, sign == "+" || sign == "-", digits.count == 4 || digits.count == 6,
      digits.allSatisfy({ (48...57).contains($0) }), let number = Int(String(text.dropFirst()))
    else { return nil }
    let all = digits.count == 4 ? number * 100 : number
    guard all / 10_000 < 24, all / 100 % 100 < 60, all % 100 < 60 else { return nil }
    let seconds = all / 10_000 * 3600 + all / 100 % 100 * 60 + all % 100
    return sign == "-" ? -seconds : seconds
  }
}
