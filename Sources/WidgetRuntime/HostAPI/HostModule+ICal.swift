import WidgetFormats
import WidgetModel

private let event: [HostField] = [
  HostField("uid", .optional(.string), "the same for all occurrences of an event"), HostField("title", .optional(.string)),
  HostField("description", .optional(.string)), HostField("location", .optional(.string)), HostField("url", .optional(.string)),
  HostField("starts", .time, "seconds since 1970; for whole days, midnight in the user's time zone"),
  HostField("ends", .time, "the end, exclusive"), HostField("all_day", .boolean, "whether it lasts whole days"),
  HostField("status", .optional(.string), "confirmed, tentative or cancelled"),
  HostField("organizer", .optional(.string), "a name, or an address if there's no name"),
  HostField("categories", .list(.string), "may be empty"),
  HostField("recurring", .boolean, "whether it's an occurrence of a recurring event"),
  HostField("busy", .boolean, "whether the time counts as busy"),
]

private func described(_ field: HostField) -> String {
  "`\(field.name)`" + (field.documentation.isEmpty ? "" : " (\(field.documentation))")
}

private let calendar: [HostField] = [
  HostField("name", .optional(.string), "the name of the calendar"),
  HostField("events", .list(.record(event)), "sorted by start; each has: \(event.map(described).joined(separator: ", "))"),
  HostField(
    "unknown_zones", .list(.string),
    "names of time zones neither known nor defined in the file, at most 20; their times are read as the user's"),
  HostField("skipped", .integer, "the number of unreadable events"),
  HostField("truncated", .boolean, "whether the range has more events than the limit"),
]

extension HostModule {
  static let ical = HostModule(
    "ical", "Calendars (iCalendar, RFC 5545).",
    [
      HostFunction(
        "ical.parse",
        """
        Returns the events in a range of time, with every occurrence of recurring ones. Recurring events keep their time of day \
        when clocks change. To-dos, journals and alarms are left out. If the text isn't a calendar, returns nil and an error \
        with a line.
        """,
        HostField("text", .string),
        .options(
          HostField("from", .time, "events ending after this time", default: "now"),
          HostField("to", .time, "events starting before this time", default: "31 days after `from`")),
        returns: [HostField("calendar", .optional(.record(calendar))), .error], long: .argument(1),
        limits: """
          4 MiB of text in a call, \(CalendarFile.maximumLines) properties, \(CalendarFile.maximumDates) dates in RDATE and \
          EXDATE, \(CalendarEvents.maximumEvents) events
          """
      ).implemented(using: \.localMoment) { call, moment throws(HostError) in try call.parseCalendar(moment) }
    ])
}

extension HostCall {
  /// `{ value = calendar }` or `{ error = err }`.
  fileprivate func parseCalendar(_ user: any LocalMoment) throws(HostError) -> LuaValue {
    let options = CallOptions(self, 1)
    let from = Self.seconds(options.time("from") ?? user.now())
    let to = Self.seconds(options.time("to") ?? Double(from) + 31 * 86_400)
    guard from <= to else { throw HostError("\(name): from is after to") }
    do throws(CalendarError) {
      let file = try CalendarFile(self[0].stringBytes ?? [])
      let found = file.events(in: from..<to, zone: user.zone)
      var calendar: [String: LuaValue] = [
        "events": .array(found.events.map(\.value)), "skipped": .integer(Int64(found.skipped)),
        "truncated": .boolean(found.isTruncated), "unknown_zones": .array(found.unknownZones.map { .string($0) }),
      ]
      // A null would arrive as json.null.
      if let name = file.name { calendar["name"] = .string(name) }
      return ["value": .table(calendar)]
    } catch {
      return LuaValue.decodeFailure(error.description, line: error.line, column: error.line.map { _ in 1 })
    }
  }

  /// Clamps to the calendar's years.
  private static func seconds(_ time: Double) -> Int {
    Int(saturating: min(max(time, CalendarDate.moments.lowerBound), CalendarDate.moments.upperBound).rounded(.down))
  }
}
