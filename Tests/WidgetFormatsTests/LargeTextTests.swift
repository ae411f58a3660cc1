import Foundation
import Testing
import WidgetFormats

/// Long texts that are hard to parse: parsing each must end. Quadratic time would take minutes even at 64 KiB;
/// `make fuzz` reads a megabyte of each.
@Suite(.timeLimit(.minutes(5))) struct LargeTextTests {
  private static let size = ProcessInfo.processInfo.environment["LARGE_TEXT"].flatMap { Int($0) } ?? 64 << 10

  /// `head`, as many repetitions of `repeated` as fit, `tail`.
  private static func text(_ head: String, _ repeated: String, _ tail: String, size: Int = size) -> [UInt8] {
    let available = size - head.utf8.count - tail.utf8.count
    return Array((head + String(repeating: repeated, count: available / repeated.utf8.count) + tail).utf8)
  }

  private static let event = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260101T100000\n"
  private static let end = "\nEND:VEVENT\nEND:VCALENDAR\n"
  private static let half = String(repeating: "x", count: size / 2)

  @Test(
    "a long calendar is parsed completely",
    arguments: [
      ("dates of a long parameter", text(event + "RDATE;VALUE=\(half):", "20260101T100000,", "20260101T100000" + end)),
      ("dates of a long zone", text(event + "EXDATE;TZID=\(half):", "20260101T100000,", "20260101T100000" + end)),
      ("parameters", text(event + "X", ";A=b", ":c" + end)),
      ("folds", text(event + "SUMMARY:a", "\n b", end)),
      ("quotes that stay open", text(event + "X", ";A=\"", ":" + end)),
      ("categories", text(event + "CATEGORIES:a", ",b", end)),
      ("dates", text(event + "RDATE:", "20260301T100000,", "20260301T100000" + end)),
      ("events", text("BEGIN:VCALENDAR\n", "BEGIN:VEVENT\nDTSTART:20260101\nEND:VEVENT\n", "END:VCALENDAR\n")),
      ("zones", text("BEGIN:VCALENDAR\n", "BEGIN:VTIMEZONE\nTZID:a\nEND:VTIMEZONE\n", "END:VCALENDAR\n")),
    ])
  func calendars(_ name: String, _ text: [UInt8]) {
    let range = moment(2026, 1, 1)..<moment(2027, 1, 1)
    let events = try? CalendarFile(text).events(in: range, zone: .utc)
    #expect(events.map { $0.events.count <= CalendarEvents.maximumEvents } ?? true)
  }

  @Test(
    "rules that examine many dates and find nothing stop at the limit of work",
    arguments: [
      "FREQ=MONTHLY;BYDAY="
        + (6...53).flatMap { number in ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].map { "\(number)\($0)" } }
        .joined(separator: ","),
      "FREQ=SECONDLY;BYSETPOS=" + (2...366).map { "\($0),-\($0)" }.joined(separator: ","),
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=DAILY;BYYEARDAY=366;BYMONTH=1",
    ])
  func rules(_ rule: String) throws {
    let text = Self.text(
      "BEGIN:VCALENDAR\n", "BEGIN:VEVENT\nDTSTART:00010101T000000\nRRULE:\(rule)\nEND:VEVENT\n", "END:VCALENDAR\n",
      size: 256 << 10)
    let found = try CalendarFile(text).events(in: moment(9000, 1, 1)..<moment(9999, 1, 1), zone: .utc)
    #expect(found.events.isEmpty && found.isTruncated)
  }

  @Test(
    "long comma-separated values are parsed completely",
    arguments: [
      text("\"", "a\n", "\""), text("\"", "\"\"", "\""), text("", "\n", ""), text("a", ",", ""), text("a\n", "b\n", ""),
      text("\"", "\"\"", ""), text("", "\u{FEFF}", ""), text("", "\r", "a"),
    ])
  func tables(_ text: [UInt8]) { _ = try? CSVDocument(text).value }

  @Test(
    "a long document is parsed completely",
    arguments: [
      text("<a>", "<b/>", "</a>"), text("<a>", "x ", "</a>"), text("<a>", "&amp;", "</a>"), text("<a>", "<", "</a>"),
      text("<a ", "b='' ", "/>"), text("<a b='", "&lt;", "'/>"), text("<!DOCTYPE a [", "<!ATTLIST a b CDATA 'c'>", "]><a/>"),
      text("<a>", "<!--x-->", "</a>"), text("<a>", "<![CDATA[]]>", "</a>"), text("<a>", "]", "</a>"),
    ])
  func documents(_ text: [UInt8]) { _ = try? XMLReader.read(text).packed(limit: 7 << 20) }

  private static let item = "<rss version=\"2.0\"><channel><item>"
  private static let close = "</item></channel></rss>"

  @Test(
    "a long feed is parsed completely",
    arguments: [
      text(item + "<description><![CDATA[", "<", "]]></description>" + close),
      text(item + "<description><![CDATA[", "<a", "]]></description>" + close),
      text(item + "<description><![CDATA[", "<!-", "]]></description>" + close),
      text(item + "<description><![CDATA[", "<script>", "]]></description>" + close),
      text(item + "<description><![CDATA[", "&#", "]]></description>" + close),
      text(item + "<description>", "\u{301}", "</description>" + close),
      text(item + "<description>", "\u{1F1E6}", "</description>" + close),
      text(item + "<description>", " ", "</description>" + close),
      text(item, "<category>a</category>", close), text(item, "<link>a</link>", close),
      text(item, "<enclosure url=''/>", close), text(item, "<pubDate>x</pubDate>", close),
      text("<rss version=\"2.0\"><channel>", "<item/>", "</channel></rss>"),
      text("<feed xmlns=\"http://www.w3.org/2005/Atom\"><entry>", "<link rel='x' href='y'/>", "</entry></feed>"),
      text(
        "<feed xmlns=\"http://www.w3.org/2005/Atom\"><entry><content type=\"xhtml\"><div>", "<p>a</p>",
        "</div></content></entry></feed>"),
      text("{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[", "{},", "{}]}"),
      text("{\"version\":\"https://jsonfeed.org/version/1.1\",\"x\":", "1", "}"),
      text("{\"version\":\"https://jsonfeed.org/version/1.1\",\"x\":", "[", "}"),
      text("{\"version\":\"https://jsonfeed.org/version/1.1\",\"x\":\"", "\\u00e9", "\"}"),
    ])
  func feeds(_ text: [UInt8]) { _ = try? FeedReader.read(text) }
}
