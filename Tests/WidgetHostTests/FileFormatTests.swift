import Testing
import WidgetModel
import WidgetTesting

/// `csv.decode` and `ical.parse` as scripts call them.
@Suite struct FileFormatTests {
  private func shown(_ script: String) async -> String {
    let widget = TestWidget(
      """
      local lines = {}
      local function say(...)
        local words = table.pack(...)
        for i = 1, words.n do words[i] = tostring(words[i]):gsub("^test:%d+: ", ""):gsub("^test%.lua:%d+: ", "") end
        lines[#lines + 1] = table.concat(words, " ")
      end
      function perform_update()
        \(script)
        return update_result.new_data
      end
      function content() return ui.vstack { ui.text { table.concat(lines, "; ") } } end
      """)
    if let failure = await widget.failure() { return failure.message }
    return await widget.text().split(separator: "\n").map { $0.filter { $0 != "│" }.trimmingSpaces }
      .filter { !$0.contains("─") }.joined(separator: " ")
  }

  @Test(
    "what a script sees",
    arguments: [
      (#"for _, r in ipairs(csv.decode("a,b\n1,2\n3\n")) do say(r.a, r.b) end"#, "1 2; 3 nil"),
      (#"local t = csv.decode("a;b\n", { header = false, separator = ";" }) say(#t, t[1][1], t[1][2])"#, "1 a b"),
      (#"say(#csv.decode(""))"#, "0"), (#"say(csv.decode("a\n\"b"))"#, "nil CSV, line 2, column 1: this quote is never closed"),
      (
        #"local _, e = csv.decode("a\n1,2") say(e.kind, e.line, e.column, e.message)"#,
        "decode 2 3 CSV, line 2, column 3: 2 fields, and the header names 1"
      ),
      (#"local _, e = ical.parse("BEGIN:VCALENDAR\nx") say(e.kind, e.line, e.column)"#, "decode 2 1"),
      (#"local _, e = url.parse("http://a b") say(e.kind, e.line, e.column)"#, "decode 1 9"),
      (#"local _, e = url.decode("a%z") say(e.kind, e.line, e.column)"#, "decode 1 2"),
      (
        #"local _, e = base64.decode("QUJD\nAB==") say(e.kind, e.line, e.column, e)"#,
        "decode 2 2 base64.decode: character 7 is wrong"
      ),
      (#"local _, e = base64.decode("A") say(e)"#, "base64.decode: the text ends too early"),
      (#"local _, e = date.parse("soon") say(e.kind, e.line, type(e.message))"#, "decode nil string"),
      (
        #"say(date.format(784111777, "http"), date.format(784111777, "rfc1123", "Europe/Berlin"))"#,
        "Sun, 06 Nov 1994 08:49:37 GMT Sun, 06 Nov 1994 09:49:37 +0100"
      ),
      (#"say(date.format(0, "HH:mm", "Asia/Tokyo"), date.parse("1970-01-01 09:00", nil, "Asia/Tokyo"))"#, "09:00 0"),
      (
        #"say(pcall(date.format, 0, "iso", "Europe/Berln"))"#,
        #"false date.format: there is no time zone "Europe/Berln"; write a name such as "Europe/Berlin" or "UTC""#
      ),
      (
        #"say(math.type(feed.parse("<rss><channel><pubDate>Sun, 06 Nov 1994 08:49:37 GMT</pubDate></channel></rss>").updated))"#,
        "integer"
      ),
      (#"say(csv.decode("a\0,b\n\xff,2\n")[1]["a\0"] == "\xff")"#, "true"),
      (#"say(pcall(csv.decode))"#, "false csv.decode: text must be a string, got nil"),
      (
        #"say(pcall(csv.decode, "", { separator = "::" }))"#,
        #"false csv.decode: separator must be one character, neither a quote nor a line end, got string "::""#
      ),
      (
        #"say(pcall(csv.decode, "", { seperator = ";" }))"#,
        #"false csv.decode has no option "seperator"; did you mean "separator"?"#
      ),
      (#"say(ical.parse("hello"))"#, "nil calendar, line 1: a calendar begins with BEGIN:VCALENDAR"),
      (#"say(pcall(ical.parse, "", { from = 2, to = 1 }))"#, "false ical.parse: from is after to"),
      (
        #"say(pcall(ical.parse, "", { from = "now" }))"#,
        #"false ical.parse: from must be a time in seconds since 1970, got string "now""#
      ),
    ])
  func scripts(_ script: String, _ expected: String) async { #expect(await shown(script) == expected) }

  @Test("a calendar: now and 31 days, or a range; events are tables")
  func calendar() async {
    // The clock stands at 2027-01-15 08:00 UTC.
    let text =
      "BEGIN:VCALENDAR\\nBEGIN:VEVENT\\nDTSTART:20260101T120000Z\\nRRULE:FREQ=DAILY\\nSUMMARY:Noon\\nEND:VEVENT\\n"
      + "BEGIN:VEVENT\\nEND:VEVENT\\nEND:VCALENDAR"
    #expect(
      await shown(
        """
        local c = ical.parse("\(text)")
        local first = c.events[1]
        say(c.name, #c.events, c.skipped, c.truncated, first.title, first.starts, first.ends, first.all_day, first.recurring)
        say(first.uid, #first.categories, math.type(first.starts))
        say(#ical.parse("\(text)", { from = date.now(), to = date.now() + 86400.5 }).events)
        say(ical.parse("\(text)", { from = 0 }).events[1])
        """)
        == "nil 31 1 false Noon 1800014400 1800014400 false true; nil 0 integer; 1; nil")
  }
}

extension String {
  fileprivate var trimmingSpaces: String {
    String(drop(while: { $0 == " " }).reversed().drop(while: { $0 == " " }).reversed())
  }
}
