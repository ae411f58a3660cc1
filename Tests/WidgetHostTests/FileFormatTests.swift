import Testing
import WidgetModel
import WidgetTesting

/// `csv.decode` and `ical.parse` as called by scripts.
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
      """, budgets: .withoutHurry())
    if let failure = await widget.failure() { return failure.message }
    return await widget.text().split(separator: "\n").map { $0.filter { $0 != "│" }.trimmingSpaces }
      .filter { !$0.contains("─") }.joined(separator: " ")
  }

  @Test(
    "the values that a script receives",
    arguments: [
      (#"for _, r in ipairs(csv.decode("a,b\n1,2\n3\n")) do say(r.a, r.b) end"#, "1 2; 3 nil"),
      (#"local t = csv.decode("a;b\n", { header = false, separator = ";" }) say(#t, t[1][1], t[1][2])"#, "1 a b"),
      (#"say(#csv.decode(""))"#, "0"), (#"say(csv.decode("a\n\"b"))"#, "nil CSV, line 2, column 1: this quote is never closed"),
      (
        #"local _, e = csv.decode("a\n1,2") say(e.kind, e.line, e.column, e.message)"#,
        "decode 2 3 CSV, line 2, column 3: 2 fields, but the header names 1"
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

  @Test(
    "a result within the limits arrives, however many values it has",
    arguments: [
      (#"say(#csv.decode("p,q,r,s\n" .. ("a,b,c,d\n"):rep(24999)))"#, "24999"),
      (#"say(#csv.decode(("a\n"):rep(100000), { header = false }))"#, "100000"),
      (
        #"say(csv.decode(("a\n"):rep(100001), { header = false }))"#, "nil CSV, line 100001: more than 100000 fields"
      ),
      (
        #"""
        local event = "BEGIN:VEVENT\nDTSTART:20270116T120000Z\nCATEGORIES:" .. ("x,"):rep(100) .. "x\nEND:VEVENT\n"
        local c = ical.parse("BEGIN:VCALENDAR\n" .. event:rep(1000) .. "END:VCALENDAR\n") say(#c.events, #c.events[1000].categories)
        """#, "1000 101"
      ),
      (
        #"""
        local event = "BEGIN:VEVENT\nDTSTART:20270116T120000Z\nRRULE:FREQ=DAILY\nDESCRIPTION:" .. ("x"):rep(500000) .. "\nEND:VEVENT\n"
        local c = ical.parse("BEGIN:VCALENDAR\n" .. event .. "END:VCALENDAR\n") say(#c.events, c.truncated)
        """#, "4 true"
      ),
      (#"local _, err = csv.decode("a\n\"b") say(err.kind, err.line, err.column)"#, "decode 2 1"),
      (#"local _, err = ical.parse("BEGIN:VCALENDAR\nx") say(err.kind, err.line, err.column)"#, "decode 2 1"),
    ])
  func large(_ script: String, _ expected: String) async { #expect(await shown(script) == expected) }

  @Test(
    "every function accepts a text of up to 4 MiB, and none a longer one",
    arguments: [
      (
        #"say(hash.sha256(("x"):rep(4 << 20)) == hash.sha256(("x"):rep((4 << 20) - 1) .. "x"), #hash.md5(("x"):rep(600000)))"#,
        "true 32"
      ),
      (#"say(hash.sha1(("ab"):rep(1 << 20)) ~= hash.sha1(("ba"):rep(1 << 20)))"#, "true"),
      (#"say(#hash.hmac_sha256("k", ("x"):rep(2 << 20)))"#, "64"),
      (#"say(#base64.decode(base64.encode(("x"):rep(3 << 20))))"#, "3145728"),
      (#"say(#url.decode(url.encode((" "):rep(1 << 20))))"#, "1048576"),
      (#"say(#csv.decode(("x"):rep(2 << 20) .. "\n1\n2\n", { header = false }))"#, "3"),
      (#"say(date.parse(("x"):rep(2 << 20)) == nil)"#, "true"),
      (#"say(csv.decode(("x"):rep((4 << 20) + 1)))"#, "nil csv.decode: the text is larger than 4 MiB"),
      (#"say(select(2, ical.parse(("x"):rep((4 << 20) + 1))).kind)"#, "decode"),
      (#"say(pcall(hash.md5, ("x"):rep((4 << 20) + 1)))"#, "false hash.md5: the text is larger than 4 MiB"),
      (
        #"say(pcall(url.encode, ("é"):rep(2 << 20)))"#,
        "false url.encode: the result is too large: 12582920 bytes; the limit is 8 MiB"
      ),
      // A refused call doesn't affect the text of the next.
      (#"pcall(csv.decode, ("x"):rep(2 << 20), { sep = 1 }) say(#csv.decode("a\n1\n"))"#, "1"),
    ])
  func longTexts(_ script: String, _ expected: String) async { #expect(await shown(script) == expected) }

  @Test("a file of a group may have 4 MiB")
  func longFile() async {
    let script = """
      local files = container("group.x")
      files:write("big", ("x"):rep(4 << 20)) say(#files:read("big"))
      say(pcall(files.write, files, "big", ("x"):rep((4 << 20) + 1)))
      """
    let widget = TestWidget(
      """
      widget { permissions = { groups = { "group.x" } } }
      local lines = {}
      local function say(...)
        for _, word in ipairs { ... } do lines[#lines + 1] = tostring(word) end
      end
      function perform_update()
        \(script)
        return update_result.failed(table.concat(lines, " "))
      end
      function content() return ui.text "" end
      """, budgets: .withoutHurry(memory: 64 << 20), allow: ["group=group.x"])
    #expect(
      await widget.failure()?.message == "4194304 false test.lua:9: container.write: the text is larger than 4 MiB")
  }

  @Test(
    "json.null and empty lists are preserved wherever they are stored",
    arguments: [
      (#"cache.set("k", json.null) say(cache.get("k") == json.null) cache.set("k", nil) say((cache.get("k")))"#, "true; nil"),
      (
        #"defaults.set("k", json.null) say(defaults.get("k", 1) == json.null, defaults.all().k == json.null) defaults.set("k", nil) say(defaults.get("k", 1))"#,
        "true true; 1"
      ),
      (#"local n = 0 for _ = 1, 2 do cache.remember("k", "1h", function() n = n + 1 return json.null end) end say(n)"#, "1"),
      (#"say(json.encode(json.decode('{"a":[],"b":{}}')), json.encode { json.array() })"#, #"{"a":[],"b":{}} [[]]"#),
      (#"defaults.set("k", ("x"):rep(65536)) say(#defaults.get("k"))"#, "65536"),
      (#"say(pcall(defaults.set, "k", ("x"):rep(65537)))"#, "false defaults.set: a value must not exceed 65536 bytes, got 65537"),
    ])
  func kept(_ script: String, _ expected: String) async { #expect(await shown(script) == expected) }

  @Test(
    "an option or an argument that would be ignored is an error",
    arguments: [
      (
        #"say(pcall(base64.encode, "x", { urlsafe = true }))"#,
        #"false base64.encode has no option "urlsafe"; did you mean "url_safe"?"#
      ),
      (
        #"say(pcall(base64.encode, "x", { url_safe = "yes" }))"#,
        #"false base64.encode: url_safe must be true or false, got string "yes""#
      ),
      (
        #"say(pcall(date.format, 0, "iso", "Europe/Berlln"))"#,
        #"false date.format: there is no time zone "Europe/Berlln"; write a name such as "Europe/Berlin" or "UTC""#
      ),
      (
        #"say(date.format(0, "iso", "Europe/Berlin"), date.parse("1970-01-01", nil, "Europe/Berlin"))"#,
        "1970-01-01T01:00:00+01:00 -3600"
      ),
      (#"say(pcall(date.format, 0/0))"#, "false date.format: time must be a time in seconds since 1970, got number nan"),
    ])
  func dropped(_ script: String, _ expected: String) async { #expect(await shown(script) == expected) }

  @Test("all values of a suite are returned at once")
  func allDefaults() async {
    let script = """
      for i = 1, 9 do local t = {} for j = 1, 15000 do t[j] = 1 end defaults.set("t" .. i, t) end
      local n = 0 for _, t in pairs(defaults.all()) do n = n + #t end say(n)
      """
    #expect(await shown(script) == "135000")
  }

  @Test("a calendar: now and 31 days, or a range; events are tables")
  func calendar() async {
    // The clock shows 2027-01-15 08:00 UTC.
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
