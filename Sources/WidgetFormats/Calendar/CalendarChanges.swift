/// The entries replacing single occurrences of an event. Source: RFC 5545, 3.8.4.4.
struct CalendarChanges {
  /// The entry's index and version by moment, or by day if the RECURRENCE-ID is a date.
  private var moments: [Int: (entry: Int, sequence: Int)] = [:]
  private var days: [Int: (entry: Int, sequence: Int)] = [:]
  /// Entries for all occurrences from a moment on, in ascending order once sorted.
  private var following: [(moment: Int, entry: Int)] = []
  /// The furthest an occurrence is moved, in seconds.
  private(set) var largestShift = 0
  /// The longest of the entries applying to all later occurrences, in seconds.
  private(set) var longest = 0

  mutating func add(_ index: Int, _ entry: CalendarEntry) {
    guard let time = entry.replaces else { return }
    // The later version wins; for equal versions, the later one in the file.
    if time.isDate {
      if days[time.day].map({ $0.sequence <= entry.sequence }) ?? true { days[time.day] = (index, entry.sequence) }
    } else if moments[time.moment].map({ $0.sequence <= entry.sequence }) ?? true {
      moments[time.moment] = (index, entry.sequence)
    }
    if entry.replacesFollowing { following.append((time.moment, index)) }
  }

  func sorted(_ entries: [CalendarEntry]) -> CalendarChanges {
    var sorted = self
    for change in following {
      sorted.largestShift = max(sorted.largestShift, abs(entries[change.entry].start.local - change.moment))
      sorted.longest = max(sorted.longest, entries[change.entry].length.longest)
    }
    sorted.following.sort { ($0.moment, $0.entry) < ($1.moment, $1.entry) }
    return sorted
  }

  /// Whether there's no later version of the same change.
  func isLatest(_ index: Int, _ entry: CalendarEntry) -> Bool {
    guard let time = entry.replaces else { return true }
    return (time.isDate ? days[time.day] : moments[time.moment])?.entry == index
  }

  /// Whether an occurrence has its own entry.
  func replaces(_ time: CalendarTime) -> Bool { moments[time.moment] != nil || days[time.day] != nil }

  /// The entry that applies to this occurrence and all later ones.
  func following(_ time: CalendarTime) -> Int? {
    guard !following.isEmpty else { return nil }
    let moment = time.moment
    var low = 0
    var high = following.count
    while low < high {
      let middle = (low + high) / 2
      if following[middle].moment <= moment { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : following[low - 1].entry
  }
}
