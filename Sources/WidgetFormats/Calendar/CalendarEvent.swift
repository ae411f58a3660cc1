public import WidgetModel

/// One occurrence of an event.
public struct CalendarEvent: Sendable, Equatable {
  /// Details shared by all unchanged occurrences.
  public struct Details: Sendable, Equatable {
    public var uid: String?
    /// SUMMARY.
    public var title: String?
    public var description: String?
    public var location: String?
    public var url: String?
    /// `confirmed`, `tentative`, `cancelled`, or another value from the file, in lowercase.
    public var status: String?
    /// The organizer's name, or the address without a name.
    public var organizer: String?
    public var categories: [String] = []
    /// Whether the event blocks its time (TRANSP).
    public var isBusy = true
  }

  public var details: Details
  /// Seconds since 1970. All-day events start and end at midnight in the user's zone.
  public var starts: Int
  /// Not before ``starts``.
  public var ends: Int
  public var isAllDay: Bool
  /// Whether the event recurs, even if this occurrence was changed.
  public var isRecurring: Bool

  /// The value for scripts; missing fields are absent.
  public var value: LuaValue {
    var fields: [String: LuaValue] = [
      "starts": .integer(Int64(starts)), "ends": .integer(Int64(ends)), "all_day": .boolean(isAllDay),
      "recurring": .boolean(isRecurring), "busy": .boolean(details.isBusy),
      "categories": .array(details.categories.map { .string($0) }),
    ]
    let texts = [
      ("uid", details.uid), ("title", details.title), ("description", details.description), ("location", details.location),
      ("url", details.url), ("status", details.status), ("organizer", details.organizer),
    ]
    for (name, text) in texts { if let text { fields[name] = .string(text) } }
    return .table(fields)
  }
}

extension CalendarEvent.Details {
  init(_ event: CalendarComponent) {
    func text(_ name: String) -> String? {
      guard let line = event[name] else { return nil }
      let text = CalendarText.unescape(line.value.utf8).trimmed
      return text.isEmpty ? nil : text
    }
    uid = text("UID")
    title = text("SUMMARY")
    description = text("DESCRIPTION")
    location = text("LOCATION")
    url = event["URL"].map(\.value.trimmed).flatMap { $0.isEmpty ? nil : $0 }
    status = text("STATUS")?.lowercased()
    organizer = event["ORGANIZER"].flatMap { line in
      if let name = line["CN"]?.trimmed, !name.isEmpty { return name }
      let address = line.value.trimmed
      return address.isEmpty ? nil : address.lowercased().hasPrefix("mailto:") ? String(address.dropFirst(7)) : address
    }
    categories = event.all("CATEGORIES").flatMap { CalendarText.list($0.value) }
    isBusy = text("TRANSP")?.uppercased() != "TRANSPARENT"
  }

  /// Bytes of text.
  var size: Int {
    let texts = [uid, title, description, location, url, status, organizer] + categories
    return texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) + 16 }
  }
}
