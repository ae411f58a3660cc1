import WidgetModel

/// Expands recurring events within a range.
struct CalendarExpansion {
  private let range: Range<Int>
  private var zones: CalendarZones
  private var entries: [CalendarEntry] = []
  private var skipped = 0
  /// The work left for the whole file, whatever the file asks for.
  private var steps = Self.maximumSteps
  private var isTruncated = false

  static let maximumSteps = 500_000

  init(_ range: Range<Int>, _ zones: CalendarZones) {
    self.range = range
    self.zones = zones
  }

  private struct Occurrence {
    /// Index of an entry.
    var entry: Int
    var starts: Int
    var ends: Int
    var isRecurring: Bool
  }

  mutating func read(_ events: [CalendarComponent]) {
    for event in events {
      if let entry = CalendarEntry(event, &zones, steps: &steps) { entries.append(entry) } else { skipped += 1 }
    }
  }

  mutating func result() -> CalendarEvents {
    let changes = changes()
    var occurrences: [Occurrence] = []
    for (index, entry) in entries.enumerated() {
      if entry.replaces != nil {
        let id = entry.details.uid ?? ""
        // An outdated version of the same change.
        guard changes[id]?.isLatest(index, entry) ?? true else { continue }
        take(index, entry.start, entry.length, isRecurring: true, into: &occurrences)
      } else if entry.isRecurring {
        expand(index, changes[entry.details.uid ?? ""], into: &occurrences)
      } else {
        take(index, entry.start, entry.length, isRecurring: false, into: &occurrences)
      }
    }
    // Events starting at the same time keep the order of the file.
    occurrences.sort { ($0.starts, $0.ends, $0.entry) < ($1.starts, $1.ends, $1.entry) }
    if steps <= 0 || occurrences.count > CalendarEvents.maximumEvents { isTruncated = true }
    var remainingText = CalendarEvents.maximumText
    var events: [CalendarEvent] = []
    for occurrence in occurrences.prefix(CalendarEvents.maximumEvents) {
      let entry = entries[occurrence.entry]
      remainingText -= entry.details.size
      guard remainingText >= 0 else {
        isTruncated = true
        break
      }
      events.append(
        CalendarEvent(
          details: entry.details, starts: occurrence.starts, ends: occurrence.ends, isAllDay: entry.start.isDate,
          isRecurring: occurrence.isRecurring))
    }
    return CalendarEvents(events: events, skipped: skipped, isTruncated: isTruncated, unknownZones: zones.unknown)
  }

  private func changes() -> [String: CalendarChanges] {
    var changes: [String: CalendarChanges] = [:]
    for (index, entry) in entries.enumerated() where entry.replaces != nil {
      changes[entry.details.uid ?? "", default: CalendarChanges()].add(index, entry)
    }
    return changes.mapValues { $0.sorted(entries) }
  }

  private func isInRange(_ starts: Int, _ ends: Int) -> Bool {
    starts < range.upperBound && (ends > range.lowerBound || starts >= range.lowerBound)
  }

  private func take(
    _ index: Int, _ time: CalendarTime, _ length: CalendarEntry.Length, isRecurring: Bool, into list: inout [Occurrence]
  ) {
    let starts = time.moment
    let ends = max(starts, entries[index].end(time, length))
    guard isInRange(starts, ends) else { return }
    list.append(Occurrence(entry: index, starts: starts, ends: ends, isRecurring: isRecurring))
  }

  /// The occurrences of an entry that no other entry replaces. An occurrence moved permanently by a change comes from that
  /// change.
  private mutating func expand(_ index: Int, _ changes: CalendarChanges?, into list: inout [Occurrence]) {
    let entry = entries[index]
    let longest = max(entry.length.longest, changes?.longest ?? 0)
    let shift = changes?.largestShift ?? 0
    // In wall-clock time, with two days for differences of offset.
    let lower = range.lowerBound - longest - shift - 2 * 86_400
    let upper = range.upperBound + shift + 2 * 86_400
    var own: [Occurrence] = []
    var left = steps
    defer { steps = left }
    var seen: Set<Int> = []
    func visit(_ time: CalendarTime, _ length: CalendarEntry.Length?) {
      let moment = time.moment
      guard seen.insert(moment).inserted, !entry.excludedMoments.contains(moment), !entry.excludedDays.contains(time.day),
        changes?.replaces(time) != true
      else { return }
      guard let change = changes?.following(time) else {
        return take(index, time, length ?? entry.length, isRecurring: true, into: &own)
      }
      let changed = entries[change]
      guard let replaced = changed.replaces else { return }
      var moved = changed.start
      moved.local += time.local - replaced.local
      take(change, moved, changed.length, isRecurring: true, into: &own)
    }
    for rule in entry.rules {
      let limit = own.count + CalendarEvents.maximumEvents + 1
      RecurrenceSequence(rule, start: entry.start.local).walk(lower...upper, steps: &left) { local in
        var time = entry.start
        time.local = local
        guard rule.includes(time) else { return false }
        visit(time, nil)
        return own.count < limit
      }
    }
    if entry.rules.isEmpty { visit(entry.start, nil) }
    for date in entry.extraDates {
      left -= 1
      guard left > 0 else { break }
      // A date among times means the event's own time that day.
      var time = date.time
      if time.isDate, !entry.start.isDate {
        time = entry.start
        time.local = date.time.local + entry.start.local.modulo(86_400)
      }
      visit(time, date.length)
    }
    list += own
  }
}

extension RecurrenceRule {
  /// Whether a time isn't after UNTIL. A date includes the whole day, whatever the event's zone.
  func includes(_ time: CalendarTime) -> Bool {
    guard let until else { return true }
    if until.isDate || time.isDate { return time.day <= until.local.floorDivided(by: 86_400) }
    return until.isUTC ? time.moment <= until.local : time.local <= until.local
  }
}
