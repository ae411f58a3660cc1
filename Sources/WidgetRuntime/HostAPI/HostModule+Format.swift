import WidgetModel

private let text = [HostField("text", .string)]

private func options(_ fields: HostField...) -> HostField { HostField("options", .optional(.record(fields))) }

extension HostModule {
  static let format = HostModule(
    "format", "Numbers, dates and lists as the user's language writes them.",
    [
      HostFunction(
        "format.number", "`1,234.5`: at most three places behind the point.", HostField("n", .number),
        options(
          HostField("digits", .integer, "most places behind the point; 3 when not given"),
          HostField("min_digits", .integer, "least places behind the point; 0 when not given"),
          HostField("compact", .boolean, "`1.2K`, `3.4M`")), returns: text
      ) { call, session throws(HostError) in try call.formatNumber(session) },
      HostFunction(
        "format.percent", "A fraction of one as `81%`.", HostField("n", .number),
        options(HostField("digits", .integer, "places behind the point; 0 when not given")), returns: text
      ) { call, session throws(HostError) in try call.formatPercent(session) },
      HostFunction(
        "format.bytes", "An amount of data as `1.2 GB`.", HostField("n", .number, "bytes"),
        options(
          HostField(
            "style", .string, "\"decimal\": powers of 1000; \"binary\": powers of 1024, `GiB`; \"memory\": powers of 1024, `GB`")),
        returns: text
      ) { call, session throws(HostError) in try call.formatBytes(session) },
      HostFunction(
        "format.date", "A moment in the user's time zone: `5 Nov 2026, 15:04`.", HostField("time", .time),
        HostField(
          "style", .optional(.string),
          "\"short\", \"medium\" (when not given) or \"long\" for date and time, \"date\", \"time\", \"iso\", \"rfc1123\" "
            + "(mail: `Thu, 05 Nov 2026 15:04:09 +0100`), \"http\" (the same in GMT), or a pattern such as "
            + "\"yyyy-MM-dd HH:mm\""), returns: text
      ) { call, session throws(HostError) in try call.formatDate(session) },
      HostFunction(
        "format.relative", "How far a moment is from now: `in 5 minutes`, `3 hours ago`, `yesterday`.", HostField("time", .time),
        HostField("now", .optional(.time)), returns: text
      ) { call, session throws(HostError) in try call.formatRelative(session) },
      HostFunction(
        "format.duration", "A length of time: `1 h 25 min`.", HostField("seconds", .number),
        options(
          HostField("style", .string, "\"short\", \"long\" (`1 hour 25 minutes`) or \"clock\" (`1:25:00`)"),
          HostField("units", .integer, "how many units at most, 1 to 4; 2 when not given")), returns: text
      ) { call, session throws(HostError) in try call.formatDuration(session) },
      HostFunction(
        "format.list", "`a, b and c`.", HostField("elements", .list(.any), "strings and numbers"), returns: text,
        limits: "1 000 elements"
      ) { call, session throws(HostError) in try call.formatList(session) },
      HostFunction("format.ordinal", "A rank: `1st`.", HostField("n", .integer), returns: text) { call, session in
        call.formatOrdinal(session)
      },
    ])
}
