/// A moment as HTTP writes it (RFC 9110 section 5.6.7).
public enum HTTPDate {
  private static let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
  private static let longDays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
  private static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]

  /// Seconds since 1970 of any of the three forms, in whatever case (RFC 9111 section 4.2); nil for other text, another time zone
  /// among it.
  ///
  /// - Parameter now: A year of two digits is the one that is not more than 50 years after this.
  public static func seconds(_ text: String, now: Double) -> Double? {
    guard (20...64).contains(text.utf8.count), text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let parts = text.lowercased().split(separator: " ", omittingEmptySubsequences: false)
    switch parts.count {
    // Sun, 06 Nov 1994 08:49:37 GMT
    case 6 where parts[0].hasSuffix(","):
      guard days.contains(String(parts[0].dropLast())), parts[5] == "gmt", let day = number(parts[1], 2),
        let year = number(parts[3], 4)
      else { return nil }
      return seconds(year, parts[2], day, parts[4])
    // Sunday, 06-Nov-94 08:49:37 GMT
    case 4:
      let date = parts[1].split(separator: "-", omittingEmptySubsequences: false)
      guard parts[0].hasSuffix(","), longDays.contains(String(parts[0].dropLast())), parts[3] == "gmt", date.count == 3,
        let day = number(date[0], 2), let short = number(date[2], 2)
      else { return nil }
      let present = year(of: now)
      var full = present - present % 100 + short
      if full > present + 50 { full -= 100 }
      return seconds(full, date[1], day, parts[2])
    // Sun Nov 16 08:49:37 1994
    case 5:
      guard days.contains(String(parts[0])), let day = number(parts[2], 2), let year = number(parts[4], 4) else { return nil }
      return seconds(year, parts[1], day, parts[3])
    // Sun Nov  6 08:49:37 1994
    case 6:
      guard days.contains(String(parts[0])), parts[2].isEmpty, let day = number(parts[3], 1), let year = number(parts[5], 4)
      else {
        return nil
      }
      return seconds(year, parts[1], day, parts[4])
    default: return nil
    }
  }

  /// `Sun, 06 Nov 1994 08:49:37 GMT`; a moment outside of the years 1 to 9999 becomes the nearest inside.
  public static func text(_ seconds: Double) -> String {
    let whole = Int(exactly: clamped(seconds).rounded(.down)) ?? 0
    let day = (whole - (whole % 86400 + 86400) % 86400) / 86400
    let time = whole - day * 86400
    let date = civil(day)
    let name = days[((day + 3) % 7 + 7) % 7].capitalizedASCII
    let clock = [time / 3600, time / 60 % 60, time % 60].map { padded($0, 2) }.joined(separator: ":")
    return "\(name), \(padded(date.day, 2)) \(months[date.month - 1].capitalizedASCII) \(padded(date.year, 4)) \(clock) GMT"
  }

  private static func clamped(_ seconds: Double) -> Double {
    seconds.isNaN ? 0 : min(max(seconds, -62_135_596_800), 253_402_300_799)
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  private static func number(_ text: Substring, _ digits: Int) -> Int? {
    text.utf8.count == digits && text.utf8.allSatisfy(isDigit) ? Int(text) : nil
  }

  private static func seconds(_ year: Int, _ monthName: Substring, _ day: Int, _ time: Substring) -> Double? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false)
    guard let month = months.firstIndex(of: String(monthName)), clock.count == 3, let hour = number(clock[0], 2), hour < 24,
      let minute = number(clock[1], 2), minute < 60, let second = number(clock[2], 2), second <= 60, day >= 1, year >= 1
    else { return nil }
    let number = dayNumber(year, month + 1, day)
    guard civil(number).day == day else { return nil }
    return Double(number * 86400 + hour * 3600 + minute * 60 + second)
  }

  private static func year(of seconds: Double) -> Int {
    civil(Int(exactly: (clamped(seconds) / 86400).rounded(.down)) ?? 0).year
  }

  /// Days since 1970-01-01 in the Gregorian calendar, counted in years that begin in March so that a leap day is a year's last.
  private static func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + dayOfYear - 719_468
  }

  private static func civil(_ number: Int) -> (year: Int, month: Int, day: Int) {
    // From the 1st of March of the year 0; all that is asked lies after it.
    let days = max(0, number + 719_468)
    let (era, dayOfEra) = days.quotientAndRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (era * 400 + yearOfEra + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}

extension String {
  fileprivate var capitalizedASCII: String { prefix(1).uppercased() + dropFirst() }
}
