import WidgetModel

private let text = [HostField("text", .string)]
private let sign = HostField(
  "sign", .choice(SignDisplay.allCases.map(\.rawValue)),
  "\"always\" shows `+` too, \"except_zero\" for all but 0", default: "\"auto\"")

extension HostModule {
  static let format = HostModule(
    "format", "Numbers, dates and lists in the user's language.",
    [
      HostFunction(
        "format.number", "Formats a number, as in `1,234.5`.", HostField("n", .number),
        .options(
          HostField("digits", .integers(0...20), "maximum fraction digits", default: "3"),
          HostField("min_digits", .integers(0...20), "minimum fraction digits", default: "0"),
          HostField("compact", .boolean, "`1.2K`, `3.4M`", default: "false"), sign), returns: text
      ).implemented(using: \.localMoment) { call, moment throws(HostError) in try call.formatNumber(moment) },
      HostFunction(
        "format.percent", "Formats a fraction of 1 as a percentage: `81%`.", HostField("n", .number),
        .options(
          HostField("digits", .integers(0...20), "maximum fraction digits", default: "0"),
          HostField("min_digits", .integers(0...20), "minimum fraction digits", default: "0"), sign), returns: text
      ).implemented(using: \.localMoment) { call, moment throws(HostError) in try call.formatPercent(moment) },
      HostFunction(
        "format.currency", "Formats an amount of money: `€1,234.50`, or `1.234,50 €` in German.", HostField("n", .number),
        HostField("currency", .string, "a code of ISO 4217, such as `\"EUR\"`"),
        .options(HostField("digits", .integers(0...20), "fraction digits", default: "as many as the currency has"), sign),
        returns: text
      ).implemented(using: \.localMoment) { call, moment throws(HostError) in try call.formatCurrency(moment) },
      HostFunction(
        "format.bytes", "Formats an amount of data, as in `1.2 GB`.", HostField("n", .number, "bytes"),
        .options(
          HostField(
            "style", .choice(ByteText.Style.allCases.map(\.rawValue)),
            """
            "decimal" uses powers of 1000, "binary" powers of 1024 (`GiB`), "memory" powers of 1024 with decimal units (`GB`)
            """,
            default: "\"decimal\"")),
        returns: text
      ).implemented(using: \.localMoment) { call, moment throws(HostError) in try call.formatBytes(moment) },
      HostFunction(
        "format.date", "Formats a time in the user's time zone: `5 Nov 2026, 15:04`.", HostField("time", .time),
        .optional(
          "style", .string,
          "\"short\", \"medium\" or \"long\" for date and time, \"date\", \"time\", \"iso\", \"rfc1123\" "
            + "(mail: `Thu, 05 Nov 2026 15:04:09 +0100`), \"http\" (the same in GMT), or a pattern such as "
            + "\"yyyy-MM-dd HH:mm\"", default: "\"medium\""), returns: text
      ).implemented(using: \.localMoment) { call, moment throws(HostError) in try call.formatDate(moment) },
      HostFunction(
        "format.relative",
        """
        Formats the distance from now: `in 5 minutes`, `3 hours ago`, `yesterday`. Calendar days count from a day on, up to 60 days; \
        then months, and years from two on.
        """, HostField("time", .time),
        .optional("now", .time, default: "the current time"), returns: text
      ).implemented(using: \.localMoment) { call, moment throws(HostError) in try call.formatRelative(moment) },
      HostFunction(
        "format.duration", "Formats a length of time, as in `1 h 25 min`.", HostField("seconds", .number),
        .options(
          HostField(
            "style", .choice(DurationWords.Style.allCases.map(\.rawValue)),
            "\"long\" is `1 hour 25 minutes`, \"clock\" is `1:25:00`",
            default: "\"short\""),
          HostField("units", .integers(1...4), "the maximum number of units", default: "2")), returns: text
      ).implemented(using: \.localMoment) { call, moment throws(HostError) in try call.formatDuration(moment) },
      HostFunction(
        "format.list", "Joins texts: `a, b and c`.", HostField("elements", .list(.any), "strings and numbers"), returns: text,
        limits: "1 000 elements"
      ).implemented(using: \.localMoment) { call, moment throws(HostError) in try call.formatList(moment) },
      HostFunction("format.ordinal", "Formats an ordinal number, as in `1st`.", HostField("n", .integer), returns: text)
        .implemented(
          using: \.localMoment
        ) {
          call, moment in call.formatOrdinal(moment)
        },
    ])
}
