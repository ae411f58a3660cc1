import WidgetModel
import WidgetSystem

/// The zones a calendar names. Source: RFC 5545, 3.6.5 and 3.2.19.
///
/// A tz database name means that zone, because a calendar's own definition is often truncated; the same goes for a name after a
/// prefix (`/mozilla.org/20070129_1/Europe/Berlin`) and for Windows names. Any other name means the definition in the file or,
/// without one, the user's zone.
struct CalendarZones {
  let user: TimeZoneData
  private let definitions: [String: CalendarComponent]
  /// The end of expanded definitions, in wall-clock time.
  private let end: Int
  private var known: [String: TimeZoneData] = [:]
  /// The first unknown names, in file order.
  private(set) var unknown: [String] = []

  static let maximumUnknown = 20

  /// Further names in a file mean the user's zone: each lookup reads the disk.
  static let maximumNames = 500
  /// The most transitions of one definition.
  static let maximumChanges = 10_000
  /// Transitions by rule before 1900 are ignored: many definitions begin in 1601.
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
    guard known.count < Self.maximumNames else {
      note(name)
      return user
    }
    let zone = Self.find(name) ?? definitions[name].flatMap { Self.zone(name, $0, until: end, steps: &steps) }
    if zone == nil { note(name) }
    known[name] = zone ?? user
    return zone ?? user
  }

  private mutating func note(_ name: String) {
    let name = name.shown
    if unknown.count < Self.maximumUnknown, !unknown.contains(name) { unknown.append(name) }
  }

  /// Looks up a tz database name, a Windows name, or the last segments of a globally unique name.
  private static func find(_ name: String) -> TimeZoneData? {
    if let zone = TimeZoneData.find(name) ?? WindowsZones.name(name).flatMap({ TimeZoneData.find($0) }) { return zone }
    guard name.utf8.count <= 256, name.hasPrefix("/") || name.contains("://") else { return nil }
    let parts = name.split(separator: "/")
    // The tz database has names of up to three parts.
    for count in [3, 2, 1] where parts.count > count {
      let end = parts.suffix(count).joined(separator: "/")
      if let zone = TimeZoneData.find(end) { return zone }
    }
    return parts.last.flatMap { WindowsZones.name(String($0)) }.flatMap { TimeZoneData.find($0) }
  }

  /// A transition to a kind, and the offset before it.
  private struct Change {
    var moment: Int
    var before: Int
    /// The index of a kind.
    var kind: Int
  }

  /// nil for a definition without a valid part.
  private static func zone(_ name: String, _ definition: CalendarComponent, until end: Int, steps: inout Int) -> TimeZoneData? {
    var changes: [Change] = []
    var kinds: [TimeZoneData.Kind] = []
    for part in definition.children.prefix(maximumChanges) where changes.count < maximumChanges {
      guard let start = part["DTSTART"].flatMap({ CalendarTime.Literal($0.value.trimmed) }),
        let before = part["TZOFFSETFROM"].flatMap({ offset($0.value.trimmed) }),
        let after = part["TZOFFSETTO"].flatMap({ offset($0.value.trimmed) })
      else { continue }
      let abbreviation = part["TZNAME"].map { String(CalendarText.unescape($0.value.utf8).prefix(10)) } ?? ""
      kinds.append(TimeZoneData.Kind(offset: after, isDaylight: part.name == "DAYLIGHT", abbreviation: abbreviation))
      for local in onsets(part, start.local, before, until: end, steps: &steps) {
        changes.append(Change(moment: local - before, before: before, kind: kinds.count))
      }
    }
    changes.sort { $0.moment < $1.moment }
    guard let first = changes.first else { return nil }
    // Before the first transition, its previous offset applies.
    kinds.insert(TimeZoneData.Kind(offset: first.before, isDaylight: false, abbreviation: ""), at: 0)
    var transitions: [Int] = []
    var transitionKinds: [Int] = []
    for change in changes {
      if transitions.last == change.moment {
        transitionKinds[transitionKinds.count - 1] = change.kind
      } else {
        transitions.append(change.moment)
        transitionKinds.append(change.kind)
      }
    }
    return TimeZoneData(name: name, kinds: kinds, transitions: transitions, transitionKinds: transitionKinds)
  }

  /// The transitions to a part, in the wall-clock time before them.
  private static func onsets(
    _ part: CalendarComponent, _ start: Int, _ before: Int, until end: Int, steps: inout Int
  ) -> Set<Int> {
    var onsets: Set<Int> = [start]
    for line in part.all("RRULE") {
      guard let rule = RecurrenceRule(line.value) else { continue }
      let last = rule.until.map { $0.isUTC ? $0.local + before : $0.isDate ? $0.local + 86_399 : $0.local } ?? end
      guard max(start, earliest) <= min(last, end) else { continue }
      RecurrenceSequence(rule, start: start).walk(max(start, earliest)...min(last, end), steps: &steps) {
        onsets.insert($0)
        return onsets.count < maximumChanges
      }
    }
    for line in part.all("RDATE") {
      for value in line.value.split(separator: ",") where onsets.count < maximumChanges {
        // A period counts by its start.
        let date = value.prefix { $0 != "/" }
        if let literal = CalendarTime.Literal(String(date).trimmed) { onsets.insert(literal.local) }
      }
    }
    return onsets
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
