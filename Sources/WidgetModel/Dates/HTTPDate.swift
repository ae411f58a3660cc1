/// The dates of HTTP header fields (RFC 9110 section 5.6.7).
public enum HTTPDate {
  /// Seconds since 1970 from any of the three formats, in any case (RFC 9111 section 4.2); nil for other text, such as a date in
  /// another time zone.
  ///
  /// - Parameter now: Two-digit years are at most 50 years after this.
  public static func seconds(_ text: String, now: Double) -> Double? {
    guard (20...64).contains(text.utf8.count), text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let parts = text.uppercased().split(separator: " ", omittingEmptySubsequences: false)
    switch parts.count {
    // Sun, 06 Nov 1994 08:49:37 GMT
    case 6 where parts[0].hasSuffix(","):
      guard isShortDay(parts[0].dropLast()), parts[5] == "GMT" else { return nil }
      return seconds(number(parts[3], 4), parts[2], number(parts[1], 2), parts[4])
    // Sunday, 06-Nov-94 08:49:37 GMT
    case 4:
      let date = parts[1].split(separator: "-", omittingEmptySubsequences: false)
      guard parts[0].hasSuffix(","), InternetDate.weekdays.contains(String(parts[0].dropLast())), parts[3] == "GMT",
        date.count == 3, let short = number(date[2], 2)
      else { return nil }
      let present = CalendarDate(localSeconds: clamped(now)).year
      let year = present - present % 100 + short
      return seconds(year > present + 50 ? year - 100 : year, date[1], number(date[0], 2), parts[2])
    // Sun Nov 16 08:49:37 1994
    case 5:
      guard isShortDay(parts[0]) else { return nil }
      return seconds(number(parts[4], 4), parts[1], number(parts[2], 2), parts[3])
    // Sun Nov  6 08:49:37 1994
    case 6:
      guard isShortDay(parts[0]), parts[2].isEmpty else { return nil }
      return seconds(number(parts[5], 4), parts[1], number(parts[3], 1), parts[4])
    default: return nil
    }
  }

  /// `Sun, 06 Nov 1994 08:49:37 GMT`; times outside the years 1 to 9999 are clamped.
  public static func text(_ seconds: Double) -> String {
    let date = CalendarDate(localSeconds: clamped(seconds))
    let day = capitalized(InternetDate.weekdays[date.weekday - 1].prefix(3))
    let month = capitalized(InternetDate.months[date.month - 1])
    let time = [date.hour, date.minute, date.second].map { padded($0, 2) }.joined(separator: ":")
    return "\(day), \(padded(date.day, 2)) \(month) \(padded(date.year, 4)) \(time) GMT"
  }

  private static func seconds(_ year: Int?, _ month: Substring, _ day: Int?, _ time: Substring) -> Double? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false)
    guard let year, let month = InternetDate.month(month), let day, clock.count == 3, let hour = number(clock[0], 2), hour < 24,
      let minute = number(clock[1], 2), let second = number(clock[2], 2)
    else { return nil }
    return InternetDate(CalendarDate(year: year, month: month, day: day, hour: hour, minute: minute, second: second)).seconds()
  }

  private static func isShortDay(_ text: Substring) -> Bool {
    text.utf8.count == 3 && InternetDate.weekdays.contains { $0.hasPrefix(text) }
  }

  private static func number(_ text: Substring, _ digits: Int) -> Int? {
    text.utf8.count == digits && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }

  private static func clamped(_ seconds: Double) -> Int {
    seconds.isNaN ? 0 : Int(saturating: min(max(seconds, -62_135_596_800), 253_402_300_799).rounded(.down))
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  private static func capitalized(_ name: some StringProtocol) -> String { name.prefix(1) + name.dropFirst().lowercased() }
}
