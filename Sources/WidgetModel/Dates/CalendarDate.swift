/// A date of the proleptic Gregorian calendar and a time of day, without a zone.
public struct CalendarDate: Sendable, Equatable {
  public var year: Int
  /// 1...12.
  public var month: Int
  public var day: Int
  public var hour: Int
  public var minute: Int
  public var second: Int

  /// The years 1 to 9999 in UTC, in seconds since 1970.
  public static let moments = -62_135_596_800.0...253_402_300_799.999

  /// Accepts any numbers; ``isValid`` tells you whether the date exists.
  public init(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
    self.year = year
    self.month = month
    self.day = day
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// - Parameter localSeconds: Seconds since 1970-01-01 00:00 in wall-clock time, within a few million years.
  public init(localSeconds: Int) {
    self.init(days: localSeconds.floorDivided(by: 86_400))
    let time = localSeconds.modulo(86_400)
    hour = time / 3600
    minute = time / 60 % 60
    second = time % 60
  }

  /// Midnight of a day.
  ///
  /// - Parameter days: Since 1970-01-01.
  public init(days: Int) {
    // Counts from 1 March of year 0 in eras of 400 years, so leap days end their year.
    let days = days + 719_468
    let era = days.floorDivided(by: 146_097)
    let dayOfEra = days - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    month = shifted < 10 ? shifted + 3 : shifted - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    (hour, minute, second) = (0, 0, 0)
  }

  /// Seconds since 1970-01-01 00:00 in wall-clock time. The month must be 1...12; the other parts may be out of range.
  public var localSeconds: Int { days * 86_400 + hour * 3600 + minute * 60 + second }

  /// Days since 1970-01-01.
  public var days: Int {
    let year = month <= 2 ? year - 1 : year
    let era = year.floorDivided(by: 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// 1 is Monday, 7 is Sunday (ISO 8601).
  public var weekday: Int { (days + 3).modulo(7) + 1 }

  /// 1 is the first of January.
  public var dayOfYear: Int { days - CalendarDate(year: year, month: 1, day: 1).days + 1 }

  /// Whether every part is in its range; the year is 1...9999.
  public var isValid: Bool {
    (1...9999).contains(year) && (1...12).contains(month) && day >= 1 && day <= Self.days(inMonth: month, of: year)
      && (0...23).contains(hour) && (0...59).contains(minute) && (0...59).contains(second)
  }

  /// The number of days in a month, which must be 1...12.
  public static func days(inMonth month: Int, of year: Int) -> Int {
    if month == 2 { return year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28 }
    return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31
  }

  /// The same day this many months later, or the last day of that month if it's shorter. At most a million months.
  public func adding(months: Int) -> CalendarDate {
    let count = year * 12 + month - 1 + months
    var result = self
    result.year = count.floorDivided(by: 12)
    result.month = count.modulo(12) + 1
    result.day = min(day, Self.days(inMonth: result.month, of: result.year))
    return result
  }
}

extension Int {
  /// Division that rounds down, also below zero.
  public func floorDivided(by divisor: Int) -> Int { (self - modulo(divisor)) / divisor }

  /// The remainder of a division rounding down: 0 ..< divisor.
  public func modulo(_ divisor: Int) -> Int { ((self % divisor) + divisor) % divisor }
}

/// Writes the dates in views in the user's language.
public protocol LocalDates: Sendable {
  /// A moment as text.
  ///
  /// - Returns: nil for styles that look the same in every language, and beyond the calendar.
  func text(_ moment: Double, style: DateStyle, now: Double) -> String?
}
