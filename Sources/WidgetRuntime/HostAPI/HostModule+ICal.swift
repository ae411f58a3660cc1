import WidgetFormats
import WidgetModel

private let event: [HostField] = [
  HostField("uid", .optional(.string), "the same for all occurrences"), HostField("title", .optional(.string)),
  HostField("description", .optional(.string)), HostField("location", .optional(.string)), HostField("url", .optional(.string)),
  HostField("starts", .time, "seconds since 1970; midnight in the user's zone for whole days"),
  HostField("ends", .time, "the first moment after it"), HostField("all_day", .boolean, "whole days"),
  HostField("status", .optional(.string), "confirmed, tentative or cancelled"),
  HostField("organizer", .optional(.string), "a name, or an address without one"),
  HostField("categories", .list(.string), "a list of text; empty without any"),
  HostField("recurring", .boolean, "whether it is one of several"),
  HostField("busy", .boolean, "whether it takes up its time"),
]

private func words(_ field: HostField) -> String {
  "`\(field.name)`" + (field.documentation.isEmpty ? "" : " (\(field.documentation))")
}

private let calendar: [HostField] = [
  HostField("name", .optional(.string), "the calendar's"),
  HostField("events", .list(.record(event)), "by their start, each with: \(event.map(words).joined(separator: ", "))"),
  HostField(
    "unknown_zones", .list(.string),
    "names of time zones that are neither known nor defined in the file, 20 at most: times in them are taken as the user's; empty "
      + "as a rule"), HostField("skipped", .integer, "how many events of the file could not be read"),
  HostField("truncated", .boolean, "whether more takes place in the range than the limits let through"),
]

extension HostModule {
  static let ical = HostModule(
    "ical", "Calendars (iCalendar, RFC 5545).",
    [
      HostFunction(
        "ical.parse",
        "What takes place in a range of time, with every occurrence of events that come again. Times of the day stay the same when "
          + "clocks change. To-dos, journals and alarms are left out. nil and an error with a line for text that is no calendar.",
        HostField("text", .string),
        HostField(
          "options",
          .optional(
            .record([
              HostField("from", .time, "events that end after it; now when not given"),
              HostField("to", .time, "events that start before it; 31 days after `from` when not given"),
            ]))),
        returns: [HostField("calendar", .optional(.record(calendar))), HostField("err", .optional(.named("Error")))],
        limits: "4 MiB of text in a call, \(CalendarEvents.maximumEvents) events"
      ) { call, session throws(HostError) in try call.parseCalendar(session) }
    ])
}

extension HostCall {
  /// `{ value = calendar }` or `{ error = text }`: the prelude makes two results of it.
  func parseCalendar(_ user: any LocalMoment) throws(HostError) -> LuaValue {
    let options = try CallOptions(self, 1, ["from", "to"])
    let from = Self.seconds(try options.time("from") ?? user.now())
    let to = Self.seconds(try options.time("to") ?? Double(from) + 31 * 86_400)
    guard from <= to else { throw HostError("\(name): from is after to") }
    do throws(CalendarError) {
      let file = try CalendarFile(self[0].stringBytes ?? [])
      let found = file.events(in: from..<to, zone: user.zone)
      var calendar: [String: LuaValue] = [
        "events": .array(found.events.map(\.value)), "skipped": .integer(Int64(found.skipped)),
        "truncated": .boolean(found.isTruncated), "unknown_zones": .array(found.unknownZones.map { .string($0) }),
      ]
      // A null would be there, in Lua.
      if let name = file.name { calendar["name"] = .string(name) }
      // An event that recurs brings its whole text every time.
      guard MessagePack.size(of: .table(calendar)) <= HostSession.maximumAnswer else {
        return HostSession.undecoded("the calendar's events are too large for one answer; ask for a shorter time")
      }
      return ["value": .table(calendar)]
    } catch {
      return HostSession.undecoded(error.description, line: error.line)
    }
  }

  /// Within the calendar's years.
  private static func seconds(_ time: Double) -> Int {
    Int(min(max(time, CalendarDate.moments.lowerBound), CalendarDate.moments.upperBound).rounded(.down))
  }
}
