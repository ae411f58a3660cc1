import WidgetModel

private let time = HostField("time", .time)
private let zone = HostField.optional("zone", .string, "a name such as \"Europe/Berlin\"", default: "the user's")

private let components: [HostField] = [
  HostField("year", .integer), HostField("month", .integer), HostField("day", .integer), HostField("hour", .integer),
  HostField("minute", .integer), HostField("second", .integer), HostField("weekday", .integer, "1 is Monday, 7 is Sunday"),
  HostField("yearday", .integer, "1 is 1 January"), HostField("zone", .string, "its abbreviation, such as `CET`"),
  HostField("offset", .integer, "seconds east of UTC"),
]

extension HostModule {
  static let date = HostModule(
    "date", "Times (seconds since 1970) and the calendar, from year 1 to 9999.",
    [
      HostFunction("date.now", "Seconds since 1970, with a fraction.", returns: [time]).implemented(using: \.localMoment) {
        _, moment in .number(moment.now())
      },
      HostFunction(
        "date.parse",
        """
        Reads a time in ISO 8601, RFC 3339, the date format of mail and HTTP, or a pattern; nil and an error for anything else. \
        A text without a time zone is in `zone`; a date alone is midnight.
        """,
        HostField("text", .string),
        .optional("pattern", .string, "such as \"dd.MM.yyyy HH:mm\""), zone,
        returns: [HostField("time", .optional(.time)), .error], long: .argument(1)
      ).implemented(using: \.localMoment) { call, moment throws(HostError) in try call.parseDate(moment) },
      HostFunction(
        "date.format", "Like `format.date`, in any time zone.", time,
        .optional("style", .string, "a style of `format.date`, or a pattern", default: "\"medium\""), zone,
        returns: [HostField("text", .string)]
      ).implemented(using: \.localMoment) { call, moment throws(HostError) in try call.formatDate(moment) },
      HostFunction(
        "date.components", "The calendar date and the time of day.", time, zone,
        returns: [HostField("components", .record(components))]
      ).implemented(using: \.localMoment) { call, moment throws(HostError) in try call.dateComponents(moment) },
      HostFunction(
        "date.add",
        "Returns a later or, with negative amounts, an earlier time. Years and months are added first (clamped to the last day "
          + "of a shorter month), "
          + "then weeks and days by the calendar, then hours, minutes and seconds as elapsed time.", time,
        HostField("amounts", .record(DateAmounts.units)), zone, returns: [time]
      ).implemented(using: \.localMoment) { call, moment throws(HostError) in try call.addToDate(moment) },
      // For os.date and os.time: the worker itself has no time zone database.
      HostFunction("date.zone", "", wire: [time]).implemented(using: \.localMoment) { call, moment in call.zone(moment) },
    ])
}
