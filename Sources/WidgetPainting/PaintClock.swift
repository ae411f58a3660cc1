public import WidgetModel

/// The current time of a rendering, and the UTC offsets of the dates in it.
public struct PaintClock: Sendable, Equatable, Codable {
  /// Seconds since 1970.
  public var now: Double
  /// Seconds east of UTC now.
  public var utcOffset: Int
  /// The dates of the view whose UTC offset differs from the current one, because of daylight saving time.
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

  public init(now: Double, utcOffset: Int = 0) {
    self.now = now
    self.utcOffset = utcOffset
    otherOffsets = []
  }

  /// Looks up the offset of every date in a view, because a painter has no time zone database.
  public init(now: Double, view: ViewNode?, utcOffset: (Double) -> Int) {
    self.init(now: now, utcOffset: utcOffset(now))
    var seen: Set<Double> = []
    view?.visitDates { date in
      guard date.isFinite, seen.insert(date).inserted else { return }
      let offset = utcOffset(date)
      if offset != self.utcOffset { otherOffsets.append(Moment(date: date, utcOffset: offset)) }
    }
  }

  private enum CodingKeys: String, CodingKey {
    case now
    case utcOffset = "utc_offset"
    case otherOffsets = "other_offsets"
  }
}

extension ViewNode {
  fileprivate func visitDates(_ visit: (Double) -> Void) {
    if case .date(let moment, _) = content { visit(moment) }
    for child in children { child.visitDates(visit) }
  }
}
