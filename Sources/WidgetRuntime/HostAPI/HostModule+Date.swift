import WidgetFormats
import WidgetModel

private let time = HostField("time", .time)
private let zone = HostField("zone", .optional(.string), "a name such as \"Europe/Berlin\"; the user's when not given")

private let components: [HostField] = [
  HostField("year", .integer), HostField("month", .integer), HostField("day", .integer), HostField("hour", .integer),
  HostField("minute", .integer), HostField("second", .integer), HostField("weekday", .integer, "1 is Monday, 7 is Sunday"),
  HostField("yearday", .integer, "1 is 1 January"), HostField("zone", .string, "its abbreviation, such as `CET`"),
  HostField("offset", .integer, "seconds east of UTC"),
]

extension HostModule {
  static let date = HostModule(
    "date", "Moments (seconds since 1970) and the calendar, years 1 to 9999.",
    [
      HostFunction("date.now", "Seconds since 1970, with a fraction.", returns: [time]) { _, session in .number(session.now()) },
      HostFunction(
        "date.parse",
        "The moment that a text names: ISO 8601, RFC 3339, the form of mail and HTTP, or a pattern; nil and an error for any other. "
          + "A text without a zone means the user's, and a date alone its midnight.", HostField("text", .string),
        HostField("pattern", .optional(.string), "such as \"dd.MM.yyyy HH:mm\""),
        returns: [HostField("time", .optional(.time)), HostField("err", .optional(.string))]
      ) { call, session throws(HostError) in
        try call.expectNoZone(2)
        return try call.parseDate(session)
      },
      HostFunction(
        "date.format", "The same as `format.date`.", time,
        HostField("style", .optional(.string), "a style of `format.date`, or a pattern"), returns: [HostField("text", .string)]
      ) { call, session throws(HostError) in
        try call.expectNoZone(2)
        return try call.formatDate(session)
      },
      HostFunction(
        "date.components", "What the calendar and the clock show at a moment.", time, zone,
        returns: [HostField("components", .record(components))]
      ) { call, session throws(HostError) in try call.dateComponents(session) },
      HostFunction(
        "date.add",
        "A moment later, or earlier: years and months first (the last day of a shorter month), then weeks and days by the calendar, "
          + "then hours, minutes and seconds as they pass.", time,
        HostField("amounts", .record(DateAmounts.names.map { HostField($0, .number) })), zone, returns: [time]
      ) { call, session throws(HostError) in try call.addToDate(session) },
      // For os.date and os.time: the worker itself knows no zone.
      HostFunction("date.utc_offset", "", wire: [time]) { call, session in call.utcOffset(session) },
    ])
}
