import WidgetModel

/// The days allowed by a rule's BY parts. Source: RFC 5545, 3.3.10, the table of expanding and limiting parts.
struct RecurrenceDays: Sendable {
  private let rule: RecurrenceRule
  /// The rule's parts; missing ones come from the event's start.
  private var months: Set<Int>
  private var monthDays: Set<Int>
  /// The allowed ordinals of each weekday, 0 for any; 1 is Monday. A table, because rules can name hundreds.
  private var weekdays: [Int: Set<Int>]

  /// - Parameter start: The event's first day, which supplies missing parts.
  init(_ rule: RecurrenceRule, start: CalendarDate) {
    self.rule = rule
    (months, monthDays, weekdays) = (rule.months, rule.monthDays, [:])
    for day in rule.weekdays { weekdays[day.weekday, default: []].insert(day.ordinal) }
    let saysNoDay = monthDays.isEmpty && weekdays.isEmpty && rule.yearDays.isEmpty
    let weekday = [start.weekday: Set([0])]
    switch rule.frequency {
    case .yearly where saysNoDay && !rule.weekNumbers.isEmpty: weekdays = weekday
    case .yearly where saysNoDay:
      monthDays = [start.day]
      if months.isEmpty { months = [start.month] }
    case .monthly where saysNoDay && rule.weekNumbers.isEmpty: monthDays = [start.day]
    case .weekly where saysNoDay && rule.weekNumbers.isEmpty: weekdays = weekday
    default: break
    }
  }

  /// Whether every day is allowed, for rules that only count periods.
  var isUnlimited: Bool {
    months.isEmpty && monthDays.isEmpty && weekdays.isEmpty && rule.yearDays.isEmpty && rule.weekNumbers.isEmpty
  }

  func contains(month: Int) -> Bool { months.isEmpty || months.contains(month) }

  /// - Parameter date: A day; its time is ignored.
  func contains(_ date: CalendarDate) -> Bool {
    guard contains(month: date.month) else { return false }
    if !monthDays.isEmpty {
      let fromEnd = date.day - CalendarDate.days(inMonth: date.month, of: date.year) - 1
      guard monthDays.contains(date.day) || monthDays.contains(fromEnd) else { return false }
    }
    if !weekdays.isEmpty {
      guard let ordinals = weekdays[date.weekday], matches(ordinals, date) else { return false }
    }
    if !rule.yearDays.isEmpty {
      let day = date.dayOfYear
      guard rule.yearDays.contains(day) || rule.yearDays.contains(day - Self.length(of: date.year) - 1) else { return false }
    }
    return rule.weekNumbers.isEmpty || matchesWeekNumber(date)
  }

  /// Whether a day is an allowed first, second, last ... of its weekday: in its month, or in its year for yearly rules without
  /// months. Rules of other frequencies have no ordinals; theirs are ignored.
  private func matches(_ ordinals: Set<Int>, _ date: CalendarDate) -> Bool {
    guard !ordinals.contains(0), rule.frequency == .monthly || rule.frequency == .yearly else { return true }
    let isInYear = rule.frequency == .yearly && months.isEmpty
    let day = isInYear ? date.dayOfYear : date.day
    let length = isInYear ? Self.length(of: date.year) : CalendarDate.days(inMonth: date.month, of: date.year)
    return ordinals.contains((day - 1) / 7 + 1) || ordinals.contains(-((length - day) / 7 + 1))
  }

  /// Weeks begin on the rule's day, and a year's first week is the first with at least four days in it.
  private func matchesWeekNumber(_ date: CalendarDate) -> Bool {
    let day = date.days
    let weekBegins = day - (date.weekday - rule.weekStart).modulo(7)
    // The fourth day of a week is in the year the week belongs to.
    let year = CalendarDate(localSeconds: (weekBegins + 3) * 86_400).year
    let first = firstWeek(of: year)
    let number = (weekBegins - first) / 7 + 1
    let count = (firstWeek(of: year + 1) - first) / 7
    return rule.weekNumbers.contains(number) || rule.weekNumbers.contains(number - count - 1)
  }

  private func firstWeek(of year: Int) -> Int {
    let fourth = CalendarDate(year: year, month: 1, day: 4)
    return fourth.days - (fourth.weekday - rule.weekStart).modulo(7)
  }

  private static func length(of year: Int) -> Int { CalendarDate.days(inMonth: 2, of: year) + 337 }
}
