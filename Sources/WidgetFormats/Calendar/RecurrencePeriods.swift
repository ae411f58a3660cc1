import WidgetModel

/// A rule's years, months, weeks ..., counted from the one the event starts in.
struct RecurrencePeriods: Sendable {
  private let rule: RecurrenceRule
  private let days: RecurrenceDays
  private let start: Int
  /// The year, the month (counting across years), the first day of the week, the day, hour, minute or second the event starts in.
  private let first: Int

  /// - Parameter start: The start in wall-clock time.
  init(_ rule: RecurrenceRule, start: Int) {
    self.rule = rule
    self.start = start
    days = RecurrenceDays(rule, start: CalendarDate(localSeconds: start))
    first = Self.unit(of: start, rule)
  }

  /// One period's days, and the hours, minutes and seconds of each day, all ascending.
  struct Content: Sendable {
    var days: [Int]
    var hours: [Int]
    var minutes: [Int]
    var seconds: [Int]

    var timesPerDay: Int { hours.count * minutes.count * seconds.count }
    var count: Int { days.count * timesPerDay }

    /// The time of day at an index from 0, in seconds.
    func time(_ index: Int) -> Int {
      hours[index / (minutes.count * seconds.count)] * 3600 + minutes[index / seconds.count % minutes.count] * 60
        + seconds[index % seconds.count]
    }

    /// The period's moment at an index from 0, in wall-clock time.
    func moment(_ index: Int) -> Int { days[index / timesPerDay] * 86_400 + time(index % timesPerDay) }
  }

  /// Whether every period has exactly one moment, so counting needn't visit them.
  var areSingle: Bool {
    let hasNoTimes = rule.hours.isEmpty && rule.minutes.isEmpty && rule.seconds.isEmpty && rule.positions.isEmpty
    switch rule.frequency {
    case .yearly, .monthly: return false
    case .weekly:
      return hasNoTimes && rule.weekdays.isEmpty && rule.months.isEmpty && rule.monthDays.isEmpty && rule.yearDays.isEmpty
        && rule.weekNumbers.isEmpty
    default: return hasNoTimes && days.isUnlimited
    }
  }

  /// The last period beginning at or before a wall-clock time, at least 0.
  func index(at local: Int) -> Int { max(0, (Self.unit(of: local, rule) - first).floorDivided(by: rule.interval * step)) }

  /// The start of a period in wall-clock time; nil beyond the year 9999.
  func begin(_ index: Int) -> Int? {
    let (offset, overflows) = index.multipliedReportingOverflow(by: rule.interval * step)
    guard !overflows, offset < 1 << 40 else { return nil }
    let unit = first + offset
    let begin: Int
    switch rule.frequency {
    case .yearly:
      guard unit <= 9999 else { return nil }
      begin = CalendarDate(year: unit, month: 1, day: 1).localSeconds
    case .monthly:
      guard unit < 120_000 else { return nil }
      begin = CalendarDate(year: unit / 12, month: unit % 12 + 1, day: 1).localSeconds
    default: begin = unit * Self.length(rule.frequency)
    }
    return begin < CalendarDate(year: 10_000, month: 1, day: 1).localSeconds ? begin : nil
  }

  /// The content of a period; nil if it's empty. If a period shorter than a day is excluded by its day, hour or minute, also
  /// gives the time before which all others are excluded.
  func content(_ begin: Int) -> (content: Content?, nothingBefore: Int?) {
    let date = CalendarDate(localSeconds: begin)
    let began = CalendarDate(localSeconds: start)
    var content = Content(
      days: [], hours: rule.hours.isEmpty ? [began.hour] : rule.hours,
      minutes: rule.minutes.isEmpty ? [began.minute] : rule.minutes, seconds: rule.seconds.isEmpty ? [began.second] : rule.seconds
    )
    switch rule.frequency {
    case .yearly: content.days = (1...12).flatMap { days(of: $0, date.year) }
    case .monthly: content.days = days(of: date.month, date.year)
    case .weekly:
      content.days = (date.days..<date.days + 7).filter { days.contains(CalendarDate(localSeconds: $0 * 86_400)) }
    case .daily, .hourly, .minutely, .secondly:
      let day = date.days
      guard days.isUnlimited || days.contains(date) else { return (nil, (day + 1) * 86_400) }
      content.days = [day]
      guard rule.frequency != .daily else { break }
      guard rule.hours.isEmpty || rule.hours.contains(date.hour) else { return (nil, begin - begin.modulo(3600) + 3600) }
      content.hours = [date.hour]
      guard rule.frequency != .hourly else { break }
      guard rule.minutes.isEmpty || rule.minutes.contains(date.minute) else { return (nil, begin - begin.modulo(60) + 60) }
      content.minutes = [date.minute]
      guard rule.frequency != .minutely else { break }
      guard rule.seconds.isEmpty || rule.seconds.contains(date.second) else { return (nil, nil) }
      content.seconds = [date.second]
    }
    return (content.days.isEmpty ? nil : content, nil)
  }

  private func days(of month: Int, _ year: Int) -> [Int] {
    guard days.contains(month: month) else { return [] }
    let first = CalendarDate(year: year, month: month, day: 1)
    var date = first
    var result: [Int] = []
    for day in 1...CalendarDate.days(inMonth: month, of: year) {
      date.day = day
      if days.contains(date) { result.append(first.days + day - 1) }
    }
    return result
  }

  /// The number of units in a period with interval 1. Weeks are counted in days, because they can begin on any day.
  private var step: Int { rule.frequency == .weekly ? 7 : 1 }

  private static func unit(of local: Int, _ rule: RecurrenceRule) -> Int {
    switch rule.frequency {
    case .yearly: return CalendarDate(localSeconds: local).year
    case .monthly:
      let date = CalendarDate(localSeconds: local)
      return date.year * 12 + date.month - 1
    case .weekly:
      let date = CalendarDate(localSeconds: local)
      return date.days - (date.weekday - rule.weekStart).modulo(7)
    default: return local.floorDivided(by: length(rule.frequency))
    }
  }

  private static func length(_ frequency: RecurrenceRule.Frequency) -> Int {
    switch frequency {
    case .secondly: 1
    case .minutely: 60
    case .hourly: 3600
    default: 86_400
    }
  }
}
