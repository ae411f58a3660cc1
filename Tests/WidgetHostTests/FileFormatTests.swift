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

  @Test(
    "what is within the limits comes, however many values it has",
    arguments: [
      (#"say(#csv.decode("p,q,r,s\n" .. ("a,b,c,d\n"):rep(24999)))"#, "24999"),
      (#"say(#csv.decode(("a\n"):rep(100000), { header = false }))"#, "100000"),
      (
        #"say(csv.decode(("a\n"):rep(100001), { header = false }))"#, "nil CSV, line 100001: more than 100000 fields"
      ),
      (
        #"""
        local event = "BEGIN:VEVENT\nDTSTART:20270116T120000Z\nCATEGORIES:" .. ("x,"):rep(200) .. "x\nEND:VEVENT\n"
        local c = ical.parse("BEGIN:VCALENDAR\n" .. event:rep(1000) .. "END:VCALENDAR\n") say(#c.events, #c.events[1000].categories)
        """#, "1000 201"
      ),
      (
        #"""
        local event = "BEGIN:VEVENT\nDTSTART:20270116T120000Z\nRRULE:FREQ=DAILY\nDESCRIPTION:" .. ("x"):rep(500000) .. "\nEND:VEVENT\n"
        local c, err = ical.parse("BEGIN:VCALENDAR\n" .. event .. "END:VCALENDAR\n") say(c, err.kind, err)
        """#, "nil decode the calendar's events are too large for one answer; ask for a shorter time"
      ),
      (#"local _, err = csv.decode("a\n\"b") say(err.kind, err.line, err.column)"#, "decode 2 1"),
      (#"local _, err = ical.parse("BEGIN:VCALENDAR\nx") say(err.kind, err.line, err.column)"#, "decode 2 nil"),
    ])
  func large(_ script: String, _ expected: String) async { #expect(await shown(script) == expected) }

  @Test("all values of a suite come at once")
  func allDefaults() async {
    let script = """
      for i = 1, 9 do local t = {} for j = 1, 15000 do t[j] = 1 end defaults.set("t" .. i, t) end
      local n = 0 for _, t in pairs(defaults.all()) do n = n + #t end say(n)
      """
    #expect(await shown(script) == "135000")
  }

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
