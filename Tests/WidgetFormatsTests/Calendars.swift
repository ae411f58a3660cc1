import WidgetFormats
import WidgetModel

/// A calendar from lines, and its events as text.
struct Calendars {
  var text: String
  var zone = "Europe/Berlin"
  var from = CalendarDate(year: 2026, month: 1, day: 1)
  var to = CalendarDate(year: 2027, month: 1, day: 1)

  /// - Parameter events: The lines between BEGIN:VEVENT and END:VEVENT of each.
  init(_ events: String..., zones: String = "") {
    let body = events.map { "BEGIN:VEVENT\n\($0)\nEND:VEVENT\n" }.joined()
    text = "BEGIN:VCALENDAR\nVERSION:2.0\n\(zones)\(body)END:VCALENDAR\n"
  }

  init(text: String) { self.text = text }

  func events() throws(CalendarError) -> CalendarEvents {
    let zone = TimeZoneData.named(zone)
    let range = zone.moment(localSeconds: from.localSeconds)..<zone.moment(localSeconds: to.localSeconds)
    return try CalendarFile(Array(text.utf8)).events(in: range, zone: zone)
  }

  /// `2026-03-29 10:00 1h00 Title`, by the user's wall clock; `2026-03-29 2d Title` for whole days.
  func lines() throws(CalendarError) -> [String] {
    let zone = TimeZoneData.named(zone)
    return try events().events.map { event in
      let length = event.ends - event.starts
      let title = event.details.title.map { " \($0)" } ?? ""
      let start = Self.text(event.starts, zone)
      if event.isAllDay {
        let days = (event.ends - event.starts + 43_200) / 86_400
        return start.prefix(10) + " \(days)d" + title
      }
      return start + " \(length / 3600)h\(Self.two(length / 60 % 60))" + title
    }
  }

  static func text(_ moment: Int, _ zone: TimeZoneData) -> String {
    guard let date = zone.date(at: Double(moment)) else { return "?" }
    return "\(date.year)-\(two(date.month))-\(two(date.day)) \(two(date.hour)):\(two(date.minute))"
  }

  static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}

func moment(_ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0) -> Int {
  CalendarDate(year: year, month: month, day: day, hour: hour, minute: minute).localSeconds
}
