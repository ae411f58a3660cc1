import Foundation
import Testing
import WidgetFormats
import WidgetModel
import WidgetTesting

/// Long texts that are hard to parse: parsing each must end, with the right result. Quadratic time would take minutes even at 64
/// KiB; `make fuzz` reads a megabyte of each.
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

  @Test("a calendar with more properties or excluded dates than the limits is an error that names the limit")
  func calendarLimits() throws {
    func text(_ head: String, _ repeated: String, _ count: Int) -> [UInt8] {
      Array((Self.event + head + String(repeating: repeated, count: count) + Self.end).utf8)
    }
    let most = CalendarFile.maximumDates
    #expect(throws: Never.self) { try CalendarFile(text("EXDATE:20260101T100000", ",20260101T100000", most - 1)) }
    for (head, repeated) in [("EXDATE:20260101", ",20260101"), ("RDATE:20260101", ",20260101"), ("", "EXDATE:20260101\n")] {
      #expect { try CalendarFile(text(head, repeated, most + 1)) } throws: {
        "\($0)".hasSuffix("more than 20000 dates in RDATE and EXDATE")
      }
    }
    #expect { try CalendarFile(text("", "X:1\n", CalendarFile.maximumLines)) } throws: {
      "\($0)".hasSuffix("more than 150000 properties")
    }
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
    "long comma-separated values become rows, or an error where they break a rule",
    arguments: [
      (text("\"", "a\n", "\""), 0), (text("\"", "\"\"", "\""), 0), (text("", "\n", ""), 0), (text("a", ",", ""), nil),
      (text("a\n", "b\n", ""), rows(size / 2 - 1)), (text("\"", "\"\"", ""), nil), (text("", "\u{FEFF}", ""), 0),
      (text("", "\r", "a"), 0),
    ] as [([UInt8], Int?)])
  func tables(_ text: [UInt8], _ rows: Int?) {
    if let rows {
      #expect((try? CSVDocument(text).value)?.array?.count == rows)
    } else {
      #expect(throws: CSVError.self) { try CSVDocument(text) }
    }
  }

  /// A number of rows, unless they're too many.
  private static func rows(_ count: Int) -> Int? { count < CSVDocument.maximumFields ? count : nil }

  private static let item = "<rss version=\"2.0\"><channel><item>"
  private static let close = "</item></channel></rss>"

  @Test(
    "a long feed becomes its items, at most a thousand, or an error where it breaks a rule",
    arguments: [
      (text(item + "<description><![CDATA[", "<", "]]></description>" + close), 1),
      (text(item + "<description><![CDATA[", "<a", "]]></description>" + close), 1),
      (text(item + "<description><![CDATA[", "<!-", "]]></description>" + close), 1),
      (text(item + "<description><![CDATA[", "<script>", "]]></description>" + close), 1),
      (text(item + "<description><![CDATA[", "&#", "]]></description>" + close), 1),
      (text(item + "<description>", "\u{301}", "</description>" + close), 1),
      (text(item + "<description>", "\u{1F1E6}", "</description>" + close), 1),
      (text(item + "<description>", " ", "</description>" + close), 1),
      (text(item, "<category>a</category>", close), 1), (text(item, "<link>a</link>", close), 1),
      (text(item, "<enclosure url=''/>", close), 1), (text(item, "<pubDate>x</pubDate>", close), 1),
      (text("<rss version=\"2.0\"><channel>", "<item/>", "</channel></rss>"), 1000),
      (text("<feed xmlns=\"http://www.w3.org/2005/Atom\"><entry>", "<link rel='x' href='y'/>", "</entry></feed>"), 1),
      (
        text(
          "<feed xmlns=\"http://www.w3.org/2005/Atom\"><entry><content type=\"xhtml\"><div>", "<p>a</p>",
          "</div></content></entry></feed>"), 1
      ),
      (text("{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[", "{},", "{}]}"), 1000),
      (text("{\"version\":\"https://jsonfeed.org/version/1.1\",\"x\":", "1", "}"), nil),
      (text("{\"version\":\"https://jsonfeed.org/version/1.1\",\"x\":", "[", "}"), nil),
      (text("{\"version\":\"https://jsonfeed.org/version/1.1\",\"x\":\"", "\\u00e9", "\"}"), 0),
    ] as [([UInt8], Int?)])
  func feeds(_ text: [UInt8], _ items: Int?) throws {
    let isJSON = text.first == UInt8(ascii: "{")
    // A whole megabyte of the shortest elements (or values) is more than a document may have.
    let isTooMuch = text.count { $0 == UInt8(ascii: isJSON ? "{" : "<") } > 100_000
    guard let document = isJSON ? text : try XMLWorker().pack(text) else { return #expect(isTooMuch) }
    if isJSON, isTooMuch {
      #expect(throws: FeedError.self) { try FeedReader.read(document, .json) }
    } else if let items {
      #expect((try? FeedReader.read(document, isJSON ? .json : .xml))?.items.count == items)
    } else {
      #expect(throws: FeedError.self) { try FeedReader.read(document, .json) }
    }
  }
}
