public import WidgetModel
public import WidgetRendering

/// A rendering's current time, and what a painter doesn't know about its dates: their UTC offsets and their texts in the user's
/// language.
public struct PaintClock: Sendable, Equatable, Codable {
  /// Seconds since 1970.
  public var now: Double
  /// Seconds east of UTC now.
  public var utcOffset: Int
  /// The view's dates whose UTC offset differs from the current one, because of daylight saving time.
  public var otherOffsets: [Moment]

  /// A date and its offset.
  public struct Moment: Sendable, Equatable, Codable {
    public var date: Double
    public var utcOffset: Int

    private enum CodingKeys: String, CodingKey {
      case date
      case utcOffset = "utc_offset"
    }
  }

  /// The texts of dates that differ from the painter's. Absent in requests from earlier versions.
  public var texts: [Text]?

  /// A date in the user's language.
  public struct Text: Sendable, Equatable, Codable {
    public var date: Double
    public var style: DateStyle
    public var text: String
  }

  public init(now: Double, utcOffset: Int = 0) {
    self.now = now
    self.utcOffset = utcOffset
    otherOffsets = []
  }

  /// Looks up the offset and text of every date in a view, because a painter has neither time zones nor locales.
  public init(_ clock: CalendarClock, view: ViewNode?) {
    self.init(now: clock.now, utcOffset: clock.utcOffset(clock.now))
    var seen: Set<Double> = []
    var texts: [Text] = []
    view?.visitDates { date, style in
      guard date.isFinite else { return }
      if seen.insert(date).inserted {
        let offset = clock.utcOffset(date)
        if offset != self.utcOffset { otherOffsets.append(Moment(date: date, utcOffset: offset)) }
      }
      guard let text = clock.dates?.text(date, style: style, now: clock.now) else { return }
      let own = Text(date: date, style: style, text: text)
      if !texts.contains(own) { texts.append(own) }
    }
    if !texts.isEmpty { self.texts = texts }
  }

  private enum CodingKeys: String, CodingKey {
    case now
    case utcOffset = "utc_offset"
    case otherOffsets = "other_offsets"
    case texts
  }
}

extension ViewNode {
  fileprivate func visitDates(_ visit: (Double, DateStyle) -> Void) {
    if case .date(let moment, let style) = content { visit(moment, style) }
    for child in children { child.visitDates(visit) }
  }
}
