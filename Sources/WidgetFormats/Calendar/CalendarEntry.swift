import WidgetModel

/// A VEVENT with its parsed times. Source: RFC 5545, 3.6.1.
struct CalendarEntry: Sendable {
  var details: CalendarEvent.Details
  var start: CalendarTime
  var length: Length
  var rules: [RecurrenceRule] = []
  var extraDates: [(time: CalendarTime, length: Length?)] = []
  /// Excluded moments and whole days.
  var excludedMoments: Set<Int> = []
  var excludedDays: Set<Int> = []
  var sequence = 0
  /// The occurrence this entry replaces.
  var replaces: CalendarTime?
  /// Whether it replaces all later occurrences too.
  var replacesFollowing = false

  var isRecurring: Bool { !rules.isEmpty || !extraDates.isEmpty }

  /// From start to end. With DTEND every occurrence has the same elapsed time, with DURATION the same nominal duration.
  enum Length: Sendable, Equatable {
    case exact(Int)
    case nominal(CalendarDuration)

    /// An upper bound in seconds.
    var longest: Int {
      switch self {
      case .exact(let seconds): seconds
      case .nominal(let duration): duration.longest
      }
    }
  }

  /// The end of an occurrence starting at a time.
  func end(_ time: CalendarTime, _ length: Length) -> Int {
    switch length {
    case .exact(let seconds): return time.moment + seconds
    case .nominal(let duration):
      let day = duration.days == 0 ? time.moment : time.zone.moment(localSeconds: time.local + duration.days * 86_400)
      return day + duration.seconds
    }
  }

  /// nil for an event without a valid start, or with a malformed end, rule or date.
  init?(_ event: CalendarComponent, _ zones: inout CalendarZones, steps: inout Int) {
    guard let start = event["DTSTART"].flatMap({ Self.time($0, &zones, &steps) }) else { return nil }
    self.start = start
    details = CalendarEvent.Details(event)
    guard let length = Self.length(event, start, &zones, &steps) else { return nil }
    self.length = length
    for line in event.all("RRULE") {
      guard let rule = RecurrenceRule(line.value) else { return nil }
      rules.append(rule)
    }
    for line in event.all("RDATE") {
      let clock = Clock(line, &zones, &steps)
      for value in line.value.split(separator: ",") {
        guard let date = Self.extraDate(value, clock) else { return nil }
        extraDates.append(date)
      }
    }
    for line in event.all("EXDATE") {
      let clock = Clock(line, &zones, &steps)
      for value in line.value.split(separator: ",") {
        guard let time = clock.time(value) else { return nil }
        // A date alone excludes every occurrence that day, because many calendars write it that way.
        if time.isDate { excludedDays.insert(time.day) } else { excludedMoments.insert(time.moment) }
      }
    }
    sequence = event["SEQUENCE"].flatMap { Int($0.value.trimmed) } ?? 0
    if let line = event["RECURRENCE-ID"] {
      guard let time = Self.time(line, &zones, &steps) else { return nil }
      replaces = time
      replacesFollowing = line["RANGE"]?.uppercased() == "THISANDFUTURE"
    }
  }

  /// A line's parameters, which apply to all of its values. Parsed once, because a line can have any number of values.
  private struct Clock {
    private let isDate: Bool
    private let zone: TimeZoneData
    private let user: TimeZoneData

    init(_ line: ContentLine, _ zones: inout CalendarZones, _ steps: inout Int) {
      isDate = line["VALUE"]?.uppercased() == "DATE"
      user = zones.user
      zone = line["TZID"].map { zones.zone($0.trimmed, steps: &steps) } ?? user
    }

    /// nil for text that isn't a date.
    func time(_ value: Substring) -> CalendarTime? {
      guard var literal = CalendarTime.Literal(String(value).trimmed) else { return nil }
      if isDate, !literal.isDate {
        literal.local -= literal.local.modulo(86_400)
        (literal.isDate, literal.isUTC) = (true, false)
      }
      if literal.isDate { return CalendarTime(local: literal.local, isDate: true, zone: user) }
      return CalendarTime(local: literal.local, isDate: false, zone: literal.isUTC ? .utc : zone)
    }
  }

  private static func time(_ line: ContentLine, _ zones: inout CalendarZones, _ steps: inout Int) -> CalendarTime? {
    Clock(line, &zones, &steps).time(Substring(line.value))
  }

  private static func extraDate(_ value: Substring, _ clock: Clock) -> (CalendarTime, Length?)? {
    let parts = value.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let time = clock.time(parts[0]) else { return nil }
    guard parts.count == 2 else { return (time, nil) }
    if let duration = CalendarDuration(String(parts[1]).trimmed) { return (time, .nominal(duration)) }
    guard let end = clock.time(parts[1]), end.moment >= time.moment else { return nil }
    return (time, .exact(end.moment - time.moment))
  }

  /// Without an end, a date lasts one day and a time has no duration (RFC 5545, 3.6.1). An end before the start is malformed; a
  /// date ending on itself is one day, because many calendars write it that way.
  private static func length(
    _ event: CalendarComponent, _ start: CalendarTime, _ zones: inout CalendarZones, _ steps: inout Int
  ) -> Length? {
    if let line = event["DTEND"] {
      guard let end = time(line, &zones, &steps) else { return nil }
      guard start.isDate, end.isDate else {
        let seconds = end.moment - start.moment
        return seconds >= 0 ? .exact(seconds) : nil
      }
      return end.day >= start.day ? .nominal(CalendarDuration(days: max(1, end.day - start.day))) : nil
    }
    if let line = event["DURATION"] {
      guard var duration = CalendarDuration(line.value.trimmed) else { return nil }
      // Only days and weeks are defined for a date; hours are rounded up to days.
      if start.isDate {
        duration = CalendarDuration(days: max(1, duration.days + (duration.seconds + 86_399) / 86_400))
      }
      return .nominal(duration)
    }
    return .nominal(CalendarDuration(days: start.isDate ? 1 : 0))
  }
}
