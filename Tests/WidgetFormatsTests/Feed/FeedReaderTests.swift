import Foundation
import Testing
import WidgetTesting

@testable import WidgetFormats

@Suite struct FeedReaderTests {
  /// A feed as lines: each field present, items indented.
  static func lines(_ feed: Feed) -> String {
    var lines: [String] = []
    func add(_ name: String, _ value: Any?, _ indent: String = "") {
      guard let value else { return }
      lines.append("\(indent)\(name): \(value)")
    }
    add("title", feed.title)
    add("url", feed.url)
    add("description", feed.description)
    add("updated", feed.updated)
    add("image", feed.image)
    for item in feed.items {
      lines.append("-")
      add("title", item.title, "  ")
      add("url", item.url, "  ")
      add("id", item.id, "  ")
      add("author", item.author, "  ")
      add("summary", item.summary, "  ")
      add("content", item.content, "  ")
      add("published", item.published, "  ")
      add("updated", item.updated, "  ")
      add("image", item.image, "  ")
      if !item.categories.isEmpty { add("categories", item.categories.joined(separator: " | "), "  ") }
      for file in item.enclosures {
        add("enclosure", [file.url, file.type, file.length.map(String.init)].compactMap(\.self).joined(separator: " "), "  ")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Reads a feed as a worker sends it.
  static func feed(_ bytes: [UInt8], url: String? = nil) throws -> Feed {
    if bytes.first == UInt8(ascii: "{") { return try FeedReader.read(bytes, .json, url: url) }
    return try FeedReader.read(try #require(try XMLWorker().pack(bytes)), .xml, url: url)
  }

  static func read(_ bytes: [UInt8], url: String? = nil) -> String {
    do { return lines(try feed(bytes, url: url)) } catch { return "\(error)" }
  }

  static func fixture(_ name: String) throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    return [UInt8](try Data(contentsOf: folder.appending(path: name)))
  }

  @Test("each kind of feed has the same shape", arguments: FeedExpectations.all)
  func fixtures(_ name: String, _ expected: String) throws {
    #expect(Self.read(try Self.fixture(name), url: "https://notes.example/feeds/all") == expected)
  }

  @Test("without a base relative URLs stay as they are")
  func noBase() {
    let feed = "<rss><channel><item><link>a/b</link></item></channel></rss>"
    #expect(Self.read(Array(feed.utf8)) == "-\n  url: a/b")
    #expect(Self.read(Array(feed.utf8), url: "news.xml") == "-\n  url: a/b")
  }

  @Test(
    "documents that are not feeds, and nearly empty feeds",
    arguments: [
      ("<html><body/></html>", "this is not a feed: the root element is <html>"),
      ("<entry xmlns='http://www.w3.org/2005/Atom'/>", "this is not a feed: the root element is <entry>"),
      ("{}", "this is not a feed: JSON without the version of a JSON Feed"),
      ("{\"version\": 1}", "this is not a feed: JSON without the version of a JSON Feed"),
      ("{\"version\": ", "JSON, line 1, column 13: the text ends too early"),
      ("{\n\"é\": tru}", "JSON, line 2, column 6: something else is expected here"),
      ("{\"a\": 01}", "JSON, line 1, column 7: a malformed number"),
      ("{\"a\": \"\\x\"}", "JSON, line 1, column 9: a text with a forbidden character or escape"),
      (
        "{\"a\":" + String(repeating: "[", count: 100_000),
        "JSON, line 1, column 133: more than 128 levels of nested lists and objects"
      ),
      ("{\"a\":[" + String(repeating: "1,", count: 300_000), "JSON, line 1, column 400003: more than 200000 values"),
      ("<rss/>", ""),
      ("<rss><channel/></rss>", ""),
      ("<feed/>", ""),
      ("<feed><title>No namespace</title><entry><id>1</id></entry></feed>", "title: No namespace\n-\n  id: 1"),
      ("<rss><channel><dc:date>2026</dc:date><title> </title></channel></rss>", "updated: 1767225600.0"),
      ("<rss xmlnsdc='urn:other' xmlns:dc='urn:other'><channel><dc:date>2026</dc:date></channel></rss>", ""),
      (
        "<rss><channel><item "
          + "xmlns:q='http://purl.org/dc/elements/1.1/'><q:creator>A</q:creator></item><item><q:creator>B</q:creator></item>"
          + "</channel></rss>", "-\n  author: A\n-"
      ),
      ("<rss><channel><title>a\(String(repeating: "\u{301}", count: 1000))b</title></channel></rss>", "title: b"),
      ("<rss><item><title>Outside</title></item></rss>", "-\n  title: Outside"),
      ("{\"version\": \"https://jsonfeed.org/version/1\", \"items\": {\"a\": 1}, \"title\": null}", ""),
    ])
  func poor(_ text: String, _ expected: String) { #expect(Self.read(Array(text.utf8)) == expected) }

  @Test("at most 1000 items, 20 categories and 5 enclosures")
  func limits() throws {
    let item =
      "<item>" + (0..<50).map { "<category>\($0)</category><enclosure url='http://e.example/\($0)'/>" }.joined() + "</item>"
    let feed = try Self.feed(
      Array("<rss><channel>\(String(repeating: item, count: 1))\(String(repeating: "<item/>", count: 1200))</channel></rss>".utf8)
    )
    #expect(feed.items.count == 1000)
    #expect(feed.items[0].categories.count == 20 && feed.items[0].enclosures.count == 5)
  }

  @Test(
    "URLs against a base",
    arguments: [
      // RFC 3986, section 5.4.
      ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
      ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"),
      ("g#s", "http://a/b/c/g#s"), (";x", "http://a/b/c/;x"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"),
      ("..", "http://a/b/"), ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../g", "http://a/g"),
      ("../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."),
      ("..g", "http://a/b/c/..g"),
      ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
      (" g ", "http://a/b/c/g"), ("a b", nil), ("", nil), ("g\u{1}", nil), (String(repeating: "g", count: 2049), nil),
    ] as [(String, String?)])
  func resolution(_ reference: String, _ expected: String?) {
    #expect(FeedURL.resolve(reference, FeedURL("http://a/b/c/d;p?q")) == expected)
  }

  @Test(
    "HTML as plain text",
    arguments: [
      ("a <b>b</b>c", "a bc"), ("<p>a</p><p>b</p>", "a b"), ("a<br>b", "a b"), ("a &amp; b &lt; c", "a & b < c"),
      ("&eacute;&#233;&#xE9;", "ééé"), ("AT&T &foo; &", "AT&T &foo; &"), ("1 < 2 > 0", "1 < 2 > 0"), ("a<!-- > -->b", "ab"),
      ("<style>p > q { }</style>x", "x"), ("<SCRIPT>a</script >x", "x"), ("<a title='>'>x</a>", "x"), ("<a title=\"'>\">x", "x"),
      ("x <unfinished", "x"), ("  \n\t ", nil), ("<p></p>", nil), ("<!DOCTYPE html>x", "x"), ("&#0;&#xD800;", "\u{FFFD}\u{FFFD}"),
      ("a\u{A0}b", "a b"),
    ] as [(String, String?)])
  func plain(_ html: String, _ expected: String?) { #expect(FeedText.plain(html: html, limit: 1000) == expected) }

  @Test("a long text ends in an ellipsis")
  func ellipsis() { #expect(FeedText.plain(html: "one two three", limit: 7) == "one two…") }
}
