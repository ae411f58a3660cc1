public import WidgetModel
public import WidgetRendering

/// The current time of a rendering, and what a painter does not know about the dates in it: their UTC offsets and their texts in the
/// user's language.
public struct PaintClock: Sendable, Equatable {
  /// Seconds since 1970.
  public var now: Double
  /// Seconds east of UTC now.
  public var utcOffset: Int
  /// The view's dates whose UTC offset differs from the current one, because of daylight saving time.
  public var otherOffsets: [Moment]

  /// A date and its offset.
  public struct Moment: Sendable, Equatable {
    public var date: Double
    public var utcOffset: Int
  }

  /// The texts of dates that differ from those of the painter.
  public var texts: [Text] = []

  /// A date in the user's language.
  public struct Text: Sendable, Equatable {
    public var date: Double
    public var style: DateStyle
    public var text: String
  }

  /// The language of luawidget's words, BCP 47.
  public var locale = "en-US"

  public init(now: Double, utcOffset: Int = 0) {
    self.now = now
    self.utcOffset = utcOffset
    otherOffsets = []
  }

  /// Looks up the offset and text of every date in a view, because a painter has neither time zones nor locales.
  public init(_ clock: CalendarClock, view: ViewNode?) {
    self.init(now: clock.now, utcOffset: clock.utcOffset(clock.now))
    locale = clock.words.locale
    var seen: Set<Double> = []
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
  }

}

extension PaintClock: FieldCoded {
  public init() { self.init(now: 0) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("now", &now)
    coder.code("utc_offset", &utcOffset)
    coder.code("other_offsets", &otherOffsets)
    coder.code("texts", &texts)
    coder.code("locale", &locale)
  }
}

extension PaintClock.Moment: FieldCoded {
  public init() { self.init(date: 0, utcOffset: 0) }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("date", &date)
    coder.code("utc_offset", &utcOffset)
  }
}

extension PaintClock.Text: FieldCoded {
  public init() { self.init(date: 0, style: .date, text: "") }

  public mutating func code(_ coder: inout some FieldCoder) {
    coder.code("date", &date)
    coder.code("style", &style)
    coder.code("text", &text)
  }
}

extension ViewNode {
  fileprivate func visitDates(_ visit: (Double, DateStyle) -> Void) {
    if case .date(let moment, let style) = content { visit(moment, style) }
    for child in children { child.visitDates(visit) }
  }
}
