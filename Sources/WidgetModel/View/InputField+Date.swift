/// A text that isn't the date that a field expects.
public struct NotADate: Error, Sendable, Equatable {
  public var text: String
  public var style: InputField.DateParts
}

extension InputField {
  /// The parts of a date that the user can change.
  public enum DateParts: String, Sendable, Equatable, CaseIterable, FieldValue {
    case date, time
    case dateTime = "date_time"

    /// A value as the user writes it.
    public var example: String {
      switch self {
      case .date: "2026-11-05"
      case .time: "15:04"
      case .dateTime: "2026-11-05 15:04"
      }
    }
  }

  /// A wall-clock time as ``text`` has it: `2026-11-05T15:04:09`, by ISO 8601.
  public static func text(of date: CalendarDate) -> String {
    func padded(_ number: Int, _ digits: Int = 2) -> String { String(number).padded(to: digits, with: "0") }
    return "\(padded(date.year, 4))-\(padded(date.month))-\(padded(date.day))T"
      + "\(padded(date.hour)):\(padded(date.minute)):\(padded(date.second))"
  }

  /// The part of ``text`` that the user changes, which is also the value of a browser's field: `2026-11-05T15:04`.
  public var dateText: String { dateText(text) }

  /// - Parameter text: A time written by ``text(of:)``.
  public func dateText(_ text: String) -> String {
    switch dateStyle {
    case .date: String(text.prefix(10))
    case .time: String(text.dropFirst(11).prefix(5))
    case .dateTime: String(text.prefix(16))
    }
  }

  /// The wall-clock time of the value; nil in a damaged store.
  private var date: CalendarDate? {
    let parts = text.split { "-T:".contains($0) }.map { Int($0) ?? -1 }
    guard parts.count == 6 else { return nil }
    let date = CalendarDate(
      year: parts[0], month: parts[1], day: parts[2], hour: parts[3], minute: parts[4], second: parts[5])
    return date.isValid ? date : nil
  }

  /// The value after a press of a part: the day before or after (0 and 1), or the hour. A part at the end of the range does nothing.
  func date(ofPart index: Int, _ moment: ((CalendarDate) -> Double)?) -> Double? {
    guard (0...(dateStyle == .dateTime ? 3 : 1)).contains(index), number.isFinite else { return nil }
    let step = index.isMultiple(of: 2) ? -1 : 1
    let next: Double
    if dateStyle == .time || index > 1 {
      next = number + Double(step * 3600)
    } else {
      guard let date else { return nil }
      var day = CalendarDate(days: date.days + step)
      (day.hour, day.minute, day.second) = (date.hour, date.minute, date.second)
      guard day.isValid else { return nil }
      next = moment?(day) ?? number + Double(step * 86_400)
    }
    let clamped = min(to, max(from, next))
    return clamped == number ? nil : clamped
  }

  /// The moment that a text stands for, within the range.
  func date(in typed: String, _ moment: (CalendarDate) -> Double) throws(NotADate) -> Double {
    let problem = NotADate(text: String(Self.accepted(typed, lines: 1).prefix(60)), style: dateStyle)
    let words = typed.utf8.count > 60 ? [] : typed.split { $0 == " " || $0 == "T" }
    guard words.count == (dateStyle == .dateTime ? 2 : 1), var date else { throw problem }
    if dateStyle != .time {
      guard let day = Self.numbers(words[0], "-"), day.count == 3 else { throw problem }
      (date.year, date.month, date.day) = (day[0], day[1], day[2])
    }
    if dateStyle != .date {
      guard let last = words.last, let time = Self.numbers(last, ":"), time.count == 2 || time.count == 3 else { throw problem }
      (date.hour, date.minute, date.second) = (time[0], time[1], time.count == 3 ? time[2] : 0)
    }
    guard date.isValid else { throw problem }
    return min(to, max(from, moment(date)))
  }

  private static func numbers(_ text: Substring, _ separator: Character) -> [Int]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ (1...4).contains($0.utf8.count) && $0.utf8.allSatisfy { (48...57).contains($0) } }) else {
      return nil
    }
    return parts.compactMap { Int($0) }
  }

  /// The styles of the dates that show the value in the reader's language.
  public var dateStyles: [DateStyle] { (dateStyle == .time ? [] : [.date]) + (dateStyle == .date ? [] : [.time]) }

  func dateValue(_ style: DateStyle) -> ViewNode {
    var node = ViewNode(.date(number, style: style))
    node.style.lineLimit = 1
    node.style.setEffect(\.isTabular, to: true)
    return node
  }
}
