import Testing
import WidgetModel
import WidgetServices
import WidgetTesting

/// `xml.decode`, `response:xml()` and `feed.parse` through a real worker.
@Suite struct DocumentDecoderTests {
  /// The value of a script's expression, or its error.
  private func value(of script: String, _ body: [UInt8] = [], contentType: String? = nil) async -> String {
    let headers = contentType.map { [HeaderField("Content-Type", $0)] } ?? []
    let url = "https://api.example.com/feeds/news"
    let fetcher = FakeFetcher([url: .success(FetchResponse(status: 200, url: url, headers: headers, body: body))])
    let source = TestWidget.requesting(
      ["net=api.example.com"],
      """
      local function show(value)
        if type(value) ~= "table" then return tostring(value) end
        if value.name then
          local keys = {}
          for key in pairs(value) do keys[#keys + 1] = key end
          table.sort(keys)
          local attributes = {}
          for key, text in pairs(value.attributes) do attributes[#attributes + 1] = key .. "=" .. text end
          table.sort(attributes)
          local parts = { value.name, "[" .. table.concat(attributes, " ") .. "]", "'" .. value.text .. "'" }
          for _, child in ipairs(value.content or value.children) do parts[#parts + 1] = "{" .. show(child) .. "}" end
          return table.concat(parts)
        end
        return tostring(value)
      end
      function perform_update()
        local response = fetch("\(url)")
        local function run() \(script) end
        local result = table.pack(run())
        for i = 1, result.n do result[i] = show(result[i]) end
        return update_result.failed("<" .. table.concat(result, " | ") .. ">")
      end
      function content() return ui.text { "-" } end
      """)
    let widget = TestWidget(source, budgets: .withoutHurry(), allow: ["net=api.example.com"], fetcher: fetcher)
    return await widget.failure()?.message ?? "no failure"
  }

  @Test(
    "response:text() is UTF-8 for a response in any charset",
    arguments: [
      ("text/plain", Array("zażółć".utf8), "<zażółć>"), ("text/plain; charset=UTF8", [0xEF, 0xBB, 0xBF, 0x61], "<a>"),
      ("text/html; charset=windows-1251", [0xCF, 0xF0, 0xE8], "<При>"), ("text/html", [0xFF, 0xFE, 0x61, 0], "<a>"),
      ("text/html; charset=utf-8", [0x61, 0xFF], "<a\u{FFFD}>"), (nil, [], "<>"),
      ("text/plain;a=b; Charset = \"koi8-r\" ;c", [0xF0], "<П>"), ("text/plain; charset=", [0x61], "<a>"),
      ("text/plain; charset=iso-2022-jp", Array("\u{1B}$BF|K\\\u{1B}(B".utf8), "<日本>"),
    ] as [(String?, [UInt8], String)])
  func text(_ contentType: String?, _ body: [UInt8], _ expected: String) async {
    #expect(await value(of: "return response:text()", body, contentType: contentType) == expected)
  }

  @Test("a text of 4 MiB in another charset is converted; one that becomes larger than a message is an error")
  func longText() async {
    let cyrillic = [UInt8](repeating: 0xCF, count: 3 << 20)
    #expect(await value(of: "return #response:text()", cyrillic, contentType: "x; charset=windows-1251") == "<\(6 << 20)>")
    let tooLong = [UInt8](repeating: 0xCF, count: 4 << 20)
    #expect(
      await value(
        of: "local text, err = response:text() return text, err.kind, err.message", tooLong,
        contentType: "x; charset=windows-1251")
        == "<nil | decode | the text is too large as UTF-8>")
  }

  @Test(
    "xml.decode",
    arguments: [
      ("return xml.decode('<a/>')", "<a[]''>"),
      ("return xml.decode('<a b=\"1\" c=\"2\"> x <d/> </a>')", "<a[b=1 c=2]'x'{ x }{d[]''}{ }>"),
      ("return xml.decode('<a> x </a>')", "<a[]'x'>"),
      ("return xml.decode('<a> <b>1</b> <m:c>2</m:c> </a>')", "<a[]''{b[]'1'}{m:c[]'2'}>"),
      ("return xml.decode('<a>1<b/>2</a>').text", "<12>"),
      ("return xml.decode('<a>1<b/>2</a>').content[3]", "<2>"),
      ("return #xml.decode('<a>1<b/>2</a>').children", "<1>"),
      ("return xml.decode('<a><b/></a>').content", "<nil>"),
      ("return xml.decode('<a>caf&eacute;</a>').text", "<café>"),
      (
        "local e = xml.decode('<a><b><c>1</c></b><b><c>2</c></b></a>') return e:value('b/c'), #e:all('b/c'), e:all('*/*')[2].text",
        "<1 | 2 | 2>"
      ),
      (
        "local e = xml.decode('<a><b/><b><c>2</c></b></a>') return e:first('b/c').text, e:first('x'), e:value('b'), e:value('x'), #e:all('')",
        "<2 | nil |  | nil | 0>"
      ),
      ("local n = 0 for k in pairs(xml.decode('<a/>')) do n = n + 1 end return n", "<4>"),
      ("return xml.decode('<a>\\n<b></a>')", "<nil | XML, line 2, column 6: the element <b> is closed by </a>>"),
      ("local _, e = xml.decode('<a>\\n<b></a>') return e.kind, e.line, e.column", "<decode | 2 | 6>"),
      ("return xml.decode('')", "<nil | XML, line 1, column 1: there is no element>"),
      ("return xml.decode('\\0')", "<nil | XML, line 1, column 1: the character U+0000 is not allowed>"),
      (
        "local e = xml.decode(('<a>'):rep(200) .. ('</a>'):rep(200)) local n = 0 while e do n, e = n + 1, e.children[1] end return n",
        "<200>"
      ),
      ("return #xml.decode('<a>' .. ('x'):rep(3000000) .. '</a>').text", "<3000000>"),
      (
        "return select(2, xml.decode('<a>' .. ('x'):rep(5000000) .. '</a>'))",
        "<xml.decode: the text is larger than 4 MiB>"
      ),
      ("return #xml.decode('<a>' .. ('<b/>'):rep(20000) .. '</a>').children", "<20000>"),
      (
        "return select('#', pcall(xml.decode, 1)), (select(2, pcall(xml.decode, 1)):gsub('^.-: ', ''))",
        "<2 | xml.decode: text must be a string, got number>"
      ),
      (
        "return (select(2, pcall(xml.decode('<a/>').first)):gsub('^test.lua:%d+: ', ''))",
        "<write element:first(path), with a colon>"
      ),
    ])
  func decode(_ script: String, _ expected: String) async { #expect(await value(of: script) == expected) }

  @Test(
    "response:xml() knows the response's charset",
    arguments: [
      ([0x3C, 0x61, 0x3E, 0x80, 0x3C, 0x2F, 0x61, 0x3E], "text/xml; charset=windows-1252", "<a[]'€'>"),
      ([0x3C, 0x61, 0x3E, 0xE9, 0x3C, 0x2F, 0x61, 0x3E], "application/xml;charset=\"ISO-8859-1\"", "<a[]'é'>"),
      (
        [0x3C, 0x61, 0x3E, 0xE9, 0x3C, 0x2F, 0x61, 0x3E], nil,
        "<nil | XML, line 1, column 4: the bytes are not text in the document's encoding>"
      ),
      (Array("<a>é</a>".utf8), "application/xml", "<a[]'é'>"),
    ] as [([UInt8], String?, String)])
  func response(_ body: [UInt8], _ contentType: String?, _ expected: String) async {
    #expect(await value(of: "return response:xml()", body, contentType: contentType) == expected)
  }

  private static let rss = """
    <rss><channel><title>News</title><item><title>One &amp;amp; two</title><link>/1</link><pubDate>21 Nov 2026 12:00 GMT</pubDate>
    <category>a</category><enclosure url='/1.mp3' length='5'/></item></channel></rss>
    """

  @Test(
    "feed.parse",
    arguments: [
      (
        "local f = feed.parse(response) return f.title, #f.items, f.items[1].title, f.items[1].url",
        "<News | 1 | One & two | https://api.example.com/1>"
      ),
      (
        "local i = feed.parse(response.body).items[1] return i.url, i.published, i.summary, i.categories[1], i.enclosures[1].length",
        "</1 | 1795262400 | nil | a | 5>"
      ),
      ("return feed.parse('<rss/>').title, #feed.parse('<rss/>').items", "<nil | 0>"),
      ("return feed.parse('<html/>')", "<nil | this is not a feed: the root element is <html>>"),
      (
        "local _, e = feed.parse('<rss>') return e, e.kind, e.line, e.column",
        "<XML, line 1, column 6: the text ends before the element <rss> is closed | decode | 1 | 6>"
      ),
      ("return feed.parse('')", "<nil | XML, line 1, column 1: there is no element>"),
      (
        "return feed.parse('<!DOCTYPE html><html><br></html>')",
        "<nil | XML, line 1, column 28: the element <br> is closed by </html>>"
      ),
      ("return feed.parse('\\n\\n  <?xml version=\"1.0\"?><rss><channel><title>Late</title></channel></rss>').title", "<Late>"),
      (
        "return feed.parse('\\xEF\\xBB\\xBF\\n<?xml version=\"1.0\"?><rss><channel><title>Later</title></channel></rss>').title",
        "<Later>"
      ),
      (
        "return feed.parse('\\xEF\\xBB\\xBF {\"version\": \"https://jsonfeed.org/version/1\", \"title\": \"J\"}').title",
        "<J>"
      ),
      ("return select(2, feed.parse(('x'):rep(5000000)))", "<feed.parse: the text is larger than 4 MiB>"),
      ("local _, e = feed.parse('{') return e, e.line", "<JSON, line 1, column 2: the text ends too early | 1>"),
      (
        "return (select(2, pcall(feed.parse, 1)):gsub('^test.lua:%d+: ', ''))",
        "<feed.parse: source must be a text or a response, got number>"
      ),
      (
        "return (select(2, pcall(feed.parse, {})):gsub('^test.lua:%d+: ', ''))",
        "<feed.parse: source must be a text or a response, got table>"
      ),
    ])
  func feed(_ script: String, _ expected: String) async { #expect(await value(of: script, Array(Self.rss.utf8)) == expected) }

  @Test("a feed with every field is decoded; one that is too large is an error")
  func fullFeed() async {
    let item =
      "<item><title>t</title><link>http://a.example/</link><guid>1</guid><author>a</author><description>d</description>"
      + "<pubDate>21 Nov 2026</pubDate><a:updated>2026</a:updated>"
      + (0..<25).map { "<category>\($0)</category>" }.joined()
      + (0..<9).map { "<enclosure url='http://a.example/\($0).png' type='image/png' length='1'/>" }.joined() + "</item>"
    let full = "<rss xmlns:a='http://www.w3.org/2005/Atom'><channel>" + String(repeating: item, count: 1000) + "</channel></rss>"
    let script = "local f, e = feed.parse(response) if e then return e end return #f.items, f.items[1000].enclosures[5].url"
    #expect(await value(of: script, Array(full.utf8)) == "<1000 | http://a.example/4.png>")

    let euros =
      Array("<rss><channel><item><description>".utf8) + [UInt8](repeating: 0x80, count: 4_000_000)
      + Array("</description></item></channel></rss>".utf8)
    let tooLarge = "<XML: the document is too large for one result>"
    #expect(await value(of: script, euros, contentType: "text/xml; charset=windows-1252") == tooLarge)
    let xml = "local x, e = response:xml() return x and #x.text or e"
    let root = Array("<a>".utf8) + [UInt8](repeating: 0x80, count: 4_000_000) + Array("</a>".utf8)
    #expect(await value(of: xml, root, contentType: "text/xml; charset=windows-1252") == tooLarge)
  }
}
