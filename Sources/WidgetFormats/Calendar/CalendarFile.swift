import WidgetModel

/// An iCalendar file (`.ics`). Source: RFC 5545; RFC 7986 for the name.
///
/// To-dos, journals, alarms and busy times are ignored.
public struct CalendarFile: Sendable {
  /// NAME or X-WR-CALNAME of the first calendar that has one.
  public let name: String?
  private let calendars: [CalendarComponent]

  /// 4 MiB.
  public static let maximumSize = 4 << 20
  /// Properties of all components: more would take seconds to read.
  public static let maximumLines = 150_000
  /// Dates of all RDATE and EXDATE properties.
  public static let maximumDates = 20_000

  /// - Throws: ``CalendarError`` if the text isn't made of whole components. A malformed event isn't an error.
  public init(_ bytes: [UInt8]) throws(CalendarError) {
    guard bytes.count <= Self.maximumSize else { throw .tooLarge(bytes.count) }
    calendars = try CalendarComponent.calendars(bytes)
    name = calendars.lazy.compactMap { $0["NAME"] ?? $0["X-WR-CALNAME"] }.first
      .map { CalendarText.unescape($0.value.utf8).trimmed }
  }

  /// The events within a range: those overlapping it, and those without a duration starting in it.
  ///
  /// - Parameters:
  ///   - range: Seconds since 1970.
  ///   - zone: The user's zone, for whole days and for times without a zone.
  public func events(in range: Range<Int>, zone: TimeZoneData) -> CalendarEvents {
    let bound = Int(saturating: CalendarDate.moments.lowerBound)...Int(saturating: CalendarDate.moments.upperBound)
    let from = min(max(range.lowerBound, bound.lowerBound), bound.upperBound)
    let to = min(max(range.upperBound, from), bound.upperBound)
    var reader = CalendarExpansion(from..<to, CalendarZones(calendars, user: zone, end: to + 400 * 86_400))
    reader.read(calendars.flatMap { $0.children("VEVENT") })
    return reader.result()
  }
}

/// The events in a range, sorted by start.
public struct CalendarEvents: Sendable, Equatable {
  public var events: [CalendarEvent]
  /// The number of malformed events in the file, whatever their time.
  public var skipped: Int
  /// Whether the limits cut off events in the range.
  public var isTruncated: Bool
  /// The first 20 time zone names neither known nor defined in the file: their times are taken to be in the user's zone.
  public var unknownZones: [String]

  public static let maximumEvents = 1000
  /// Bytes of text in all events together.
  public static let maximumText = 2 << 20
}
