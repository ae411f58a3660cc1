import Testing
import WidgetModel
import WidgetTesting

@testable import WidgetRuntime

/// A user with a language, a zone and a time.
private struct TestUser: LocalMoment {
  var locale = "en-GB"
  var timeZone = "Europe/Berlin"
  /// 2026-11-05 15:04:09 UTC.
  func now() -> Double { DateWriterTests.moment }
}

/// Calls a function like the broker: checks the declaration, then runs the body.
private func call(_ name: String, _ arguments: LuaValue..., user: TestUser = TestUser()) throws(HostError) -> LuaValue {
  guard let function = (HostModule.format.functions + HostModule.date.functions).first(where: { $0.name == name }) else {
    throw HostError("no function \(name)")
  }
  try function.check(arguments)
  let call = HostCall(name: name, arguments: arguments)
  switch name {
  case "format.number": return try call.formatNumber(user)
  case "format.percent": return try call.formatPercent(user)
  case "format.currency": return try call.formatCurrency(user)
  case "format.bytes": return try call.formatBytes(user)
  case "format.date", "date.format": return try call.formatDate(user)
  case "format.relative": return try call.formatRelative(user)
  case "format.duration": return try call.formatDuration(user)
  case "format.list": return try call.formatList(user)
  case "format.ordinal": return call.formatOrdinal(user)
  case "date.parse": return try call.parseDate(user)
  case "date.components": return try call.dateComponents(user)
  case "date.add": return try call.addToDate(user)
  case "date.zone": return call.zone(user)
  default: throw HostError("no function \(name)")
  }
}

private func problem(_ name: String, _ arguments: [LuaValue]) -> String? {
  do throws(HostError) {
    switch arguments.count {
    case 1: _ = try call(name, arguments[0])
    case 2: _ = try call(name, arguments[0], arguments[1])
    default: _ = try call(name, arguments[0], arguments[1], arguments[2])
    }
    return nil
  } catch {
    return error.message
  }
}

@Suite struct FormatCallTests {
  private let moment = LuaValue.number(DateWriterTests.moment)

  @Test("every function uses the user's language and zone") func userLocale() throws {
    let german = TestUser(locale: "de-DE")
    #expect(try call("format.number", 1234.5) == "1,234.5")
    #expect(try call("format.number", 1234.5, user: german) == "1.234,5")
    #expect(try call("format.number", 2, ["min_digits": 2]) == "2.00")
    #expect(try call("format.number", 2.345, ["digits": 1]) == "2.3")
    #expect(try call("format.number", 2.3456, ["min_digits": 4]) == "2.3456")
    #expect(try call("format.number", 12_345, ["compact": true]) == "12K")
    #expect(try call("format.number", 12_345, ["compact": true, "digits": 2]) == "12.35K")
    #expect(try call("format.number", 5, nil) == "5")
    #expect(try call("format.number", 5, []) == "5")
    #expect(try call("format.percent", 0.813) == "81%")
    #expect(try call("format.percent", 0.813, ["digits": 1], user: german) == "81,3\u{A0}%")
    #expect(try call("format.percent", 0.5, ["min_digits": 1]) == "50.0%")
    #expect(try call("format.percent", 0.5039, ["digits": 1, "min_digits": 2]) == "50.39%")
    #expect(try call("format.currency", 1234.5, "EUR") == "€1,234.50")
    #expect(try call("format.currency", 1234.5, "eur", user: german) == "1.234,50\u{A0}€")
    #expect(try call("format.currency", 1234.5, "JPY") == "JP¥1,235")
    #expect(try call("format.currency", 5, "USD", ["digits": 0]) == "US$5")
    #expect(try call("format.bytes", 1_200_000_000) == "1.2 GB")
    #expect(try call("format.bytes", 1_073_741_824, ["style": "binary"]) == "1 GiB")
    #expect(try call("format.date", moment) == "5 Nov 2026, 16:04")
    #expect(try call("format.date", moment, "date", user: german) == "05.11.2026")
    #expect(try call("format.date", moment, "iso") == "2026-11-05T16:04:09+01:00")
    #expect(try call("date.format", moment, "EEEE HH:mm", user: german) == "Donnerstag 16:04")
    #expect(try call("format.relative", .number(DateWriterTests.moment + 300)) == "in 5 minutes")
    #expect(try call("format.relative", 300, 0) == "in 5 minutes")
    #expect(try call("format.duration", 5100) == "1 h 25 min")
    #expect(try call("format.duration", 5100.9, ["style": "clock"]) == "1:25:00")
    #expect(try call("format.duration", 5100, ["style": "long", "units": 1]) == "1 hour")
    #expect(try call("format.list", ["a", 2, "c"]) == "a, 2 and c")
    #expect(try call("format.list", []) == "")
    #expect(try call("format.ordinal", 2) == "2nd")
  }

  @Test(
    "a wrong argument is raised at the call",
    arguments: [
      ("format.number", ["x"], #"format.number: n must be a number, got string "x""#),
      ("format.number", [.number(.nan)], "format.number: n must be a finite number, got number nan"),
      ("format.number", [1, 5], "format.number: options must be a table, got number 5"),
      ("format.number", [1, ["digit": 2]], #"format.number has no option "digit"; did you mean "digits"?"#),
      (
        "format.number", [1, ["places": 2]],
        #"format.number has no option "places"; options are digits, min_digits, compact, sign"#
      ),
      ("format.number", [1, ["digits": 21]], "format.number: digits must be an integer from 0 to 20, got number 21"),
      ("format.number", [1, ["compact": 1]], "format.number: compact must be true or false, got number 1"),
      (
        "format.number", [1, ["sign": "plus"]],
        #"format.number: sign must be "auto", "always", "except_zero" or "never", got "plus""#
      ),
      (
        "format.currency", [1, "€"],
        #"format.currency: currency must be a code of three letters, such as "EUR", got "€"; did you mean "EUR"?"#
      ),
      ("format.currency", [1, ""], #"format.currency: currency must be a code of three letters, such as "EUR", got """#),
      ("format.currency", [1], #"format.currency: currency must be a string, got nil"#),
      ("format.currency", [.number(.nan), "EUR"], "format.currency: n must be a finite number, got number nan"),
      ("format.percent", [.number(.infinity)], "format.percent: n must be a finite number, got number inf"),
      ("format.bytes", [1, ["style": "si"]], #"format.bytes: style must be "decimal", "binary" or "memory", got "si""#),
      ("format.date", [.number(.nan)], "format.date: time must be a time in seconds since 1970, got number nan"),
      ("format.date", [1e18], "format.date: the time is outside of the years 1 to 9999"),
      ("format.date", [0, "shrot"], #"format.date: "shrot" is not a style; did you mean "short"?"#),
      (
        "format.date", [0, "Y"],
        #"format.date: "Y" is neither a style (short, medium, long, time, date, iso, rfc1123, http) nor a pattern: "Y" is not a pattern "#
          + "letter; the letters are y M L d E H h a m s S z Z X, and other text goes in 'quotes'"
      ),
      ("format.date", [0, "%d.%m.%Y"], #"format.date: "%d.%m.%Y" is a strftime pattern; write "dd.MM.yyyy""#),
      ("format.date", [0, "%H:%M o'clock"], #"format.date: "%H:%M o'clock" is a strftime pattern; write "HH:mm 'o''clock'""#),
      (
        "format.date", [0, "week %V"],
        #"format.date: "week %V" is a strftime pattern; patterns have letters such as "yyyy-MM-dd HH:mm""#
      ),
      (
        "format.date", [1_795_262_400_000],
        "format.date: the time is outside of the years 1 to 9999; it looks like milliseconds: divide it by 1000"
      ),
      ("format.relative", [1e18], "format.relative: the time is outside of the years 1 to 9999"),
      ("format.relative", [0, 1e18], "format.relative: the time is outside of the years 1 to 9999"),
      ("format.duration", [.number(.nan)], "format.duration: seconds must be a number up to 1e15, got number nan"),
      ("format.duration", [1e300], "format.duration: seconds must be a number up to 1e15, got number 1e+300"),
      ("format.duration", [1, ["units": 0]], "format.duration: units must be an integer from 1 to 4, got number 0"),
      ("format.list", ["a"], #"format.list: elements must be a list, got string "a""#),
      ("format.list", [["a", true]], "format.list: element 2 must be a string or a number, got boolean true"),
      ("format.ordinal", [1.5], "format.ordinal: n must be an integer, got number 1.5"),
    ] as [(String, [LuaValue], String)])
  func problems(_ name: String, _ arguments: [LuaValue], _ expected: String) { #expect(problem(name, arguments) == expected) }

  @Test("every declared function has a body") func bodies() {
    for function in HostModule.format.functions + HostModule.date.functions { #expect(function.body != nil, "\(function.name)") }
  }
}

@Suite struct DateCallTests {
  @Test("dates are parsed in the user's zone, and errors are returned as values") func parse() throws {
    #expect(try call("date.parse", "2026-11-05") == ["value": 1_793_833_200])
    #expect(try call("date.parse", "2026-11-05T15:04:09.5Z") == ["value": 1_793_891_049.5])
    #expect(try call("date.parse", "05.11.2026", "dd.MM.yyyy") == ["value": 1_793_833_200])
    #expect(
      try call("date.parse", "soon")
        == LuaValue.decodeFailure(#""soon" is not a date such as "2026-11-05T15:04:09Z" or "Thu, 05 Nov 2026 15:04:09 GMT""#))
    #expect(
      try call("date.parse", "2026-02-30") == LuaValue.decodeFailure(#""2026-02-30" doesn't exist"#))
    #expect(try call("date.parse", "x", "yyyy") == LuaValue.decodeFailure(#""x" does not match the pattern "yyyy""#))
    #expect(
      try call("date.parse", .bytes([0xFF])) == LuaValue.decodeFailure(DateReadingError.unreadable("\"\u{FFFD}\"").description))
    #expect(
      problem("date.parse", ["x", "iso8601"]) == #"date.parse: "iso8601" is neither a style (short, medium, long, time, date, "#
        + #"iso, rfc1123, http) nor a pattern: "i" is not a pattern letter; the letters are y M L d E H h a m s S z Z X, and other text goes in 'quotes'"#
    )
  }

  @Test("components are in local time") func components() throws {
    #expect(
      try call("date.components", .number(DateWriterTests.moment + 0.9))
        == [
          "year": 2026, "month": 11, "day": 5, "hour": 16, "minute": 4, "second": 9, "weekday": 4, "yearday": 309, "zone": "CET",
          "offset": 3600,
        ])
    #expect(try call("date.components", -1, "UTC")["year"] == 1969)
    #expect(try call("date.components", 0, "Asia/Tokyo")["hour"] == 9)
    #expect(try call("date.components", 1_709_164_800, "UTC")["yearday"] == 60)
    #expect(
      problem("date.components", [0, "Europe/Berln"])
        == #"date.components: there is no time zone "Europe/Berln"; write a name such as "Europe/Berlin" or "UTC""#)
    #expect(problem("date.components", [1e18]) == "date.components: the time is outside of the years 1 to 9999")
  }

  @Test(
    "adding calendar units",
    arguments: [
      ("2026-01-31T12:00:00+01:00", ["months": 1], "2026-02-28T12:00:00+01:00"),
      ("2024-01-31T12:00:00+01:00", ["months": 1], "2024-02-29T12:00:00+01:00"),
      ("2024-02-29T12:00:00+01:00", ["years": 1], "2025-02-28T12:00:00+01:00"),
      ("2024-02-29T12:00:00+01:00", ["years": 4], "2028-02-29T12:00:00+01:00"),
      ("2026-03-31T12:00:00+02:00", ["months": -1], "2026-02-28T12:00:00+01:00"),
      ("2026-01-15T12:00:00+01:00", ["months": -13], "2024-12-15T12:00:00+01:00"),
      // A day is a day in wall-clock time, an hour is an elapsed hour.
      ("2026-03-28T12:00:00+01:00", ["days": 1], "2026-03-29T12:00:00+02:00"),
      ("2026-03-28T12:00:00+01:00", ["hours": 24], "2026-03-29T13:00:00+02:00"),
      ("2026-10-24T12:00:00+02:00", ["weeks": 1], "2026-10-31T12:00:00+01:00"),
      ("2026-03-28T02:30:00+01:00", ["days": 1], "2026-03-29T03:30:00+02:00"),
      ("2026-01-31T12:00:00+01:00", ["months": 1, "days": -1, "minutes": 90], "2026-02-27T13:30:00+01:00"),
      ("2026-01-01T00:00:00+01:00", [:], "2026-01-01T00:00:00+01:00"),
      ("2026-01-01T00:00:00+01:00", ["seconds": -1], "2025-12-31T23:59:59+01:00"),
    ] as [(String, LuaValue, String)])
  func add(_ text: String, _ amounts: LuaValue, _ expected: String) throws {
    let moment = try call("date.parse", .string(text))["value"]
    #expect(try call("date.format", try call("date.add", moment, amounts), "iso") == .string(expected))
  }

  @Test("fractions of a second are preserved") func fractions() throws {
    #expect(try call("date.add", 0.25, ["days": 1]) == 86_400.25)
    #expect(try call("date.add", 0, ["hours": 0.5]) == 1800)
  }

  @Test(
    "amounts that cannot be added",
    arguments: [
      ([0, ["month": 1]], #"date.add: unknown field "month"; did you mean "months"?"#),
      (
        [0, ["fortnights": 1]],
        #"date.add: unknown field "fortnights"; fields are years, months, weeks, days, hours, minutes, seconds"#
      ),
      ([0, ["days": 1.5]], "date.add: days must be a whole number of at most 10000000, got number 1.5"),
      ([0, ["days": .integer(.max)]], "date.add: days must be a number of at most 1e12, got number 9223372036854775807"),
      ([0, ["hours": .number(.nan)]], "date.add: hours must be a number of at most 1e12, got number nan"),
      ([0, ["years": 9000]], "date.add: the time is outside of the years 1 to 9999"),
      ([0, ["years": -10_000_000]], "date.add: the time is outside of the years 1 to 9999"),
      ([0, ["days": 10_000_000]], "date.add: the time is outside of the years 1 to 9999"),
      ([1e18, ["days": 1]], "date.add: the time is outside of the years 1 to 9999"),
      ([0, 5], "date.add: amounts must be a table, got number 5"),
      (
        [0, ["days": 1], "Nowhere"], #"date.add: there is no time zone "Nowhere"; write a name such as "Europe/Berlin" or "UTC""#
      ),
    ] as [([LuaValue], String)])
  func problems(_ arguments: [LuaValue], _ expected: String) { #expect(problem("date.add", arguments) == expected) }

  @Test("os.date and os.time get the zone's offset, daylight saving time and abbreviation") func zone() throws {
    #expect(try call("date.zone", 1_793_891_049) == [3600, false, "CET"])
    #expect(try call("date.zone", 1_783_000_000) == [7200, true, "CEST"])
    #expect([[3600, false, "CET"], [7200, true, "CEST"]].contains(try call("date.zone", .integer(.max))))
    #expect(try call("date.zone", .integer(.min)) == [3208, false, "LMT"])
  }

  @Test("10 000 random calls return a value or an error") func random() {
    var values = RandomValues(
      generator: SeededGenerator(seed: 6),
      keys: ["digits", "min_digits", "compact", "sign", "style", "units", "months", "days", "hours", "years"])
    let names = (HostModule.format.functions + HostModule.date.functions).map(\.name).filter { $0 != "date.now" }
    for round in 0..<10_000 {
      let name = names[round % names.count]
      let arguments = [
        round.isMultiple(of: 3) ? .integer(Int64(round) * 100_000) : values.value(depth: 2), values.value(depth: 2),
        values.value(depth: 1),
      ]
      if let message = problem(name, arguments) { #expect(message.hasPrefix(name) && !message.hasControlCharacters) }
    }
  }
}
