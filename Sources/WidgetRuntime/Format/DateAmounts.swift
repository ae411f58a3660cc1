import WidgetFormats
import WidgetModel

/// The amounts to add to a moment: `{ months = 1, days = -2 }`.
struct DateAmounts {
  /// The units in the order they're added.
  static let units: [HostField] = ["years", "months", "weeks", "days", "hours", "minutes", "seconds"].map {
    .optional($0, .number)
  }

  private let months: Int
  private let days: Int
  private let seconds: Double

  /// - Throws: If there are fractions of a day or a longer unit, or amounts beyond the calendar.
  init(_ call: HostCall, _ index: Int) throws(HostError) {
    let fields = call[index].table ?? [:]
    func amount(_ name: String) throws(HostError) -> Double {
      guard let value = fields[name], !value.isNull else { return 0 }
      guard let number = value.double, abs(number) <= 1e12 else {
        throw HostError("\(call.name): \(name) must be a number of at most 1e12, got \(value.shown)")
      }
      return number
    }
    func whole(_ name: String) throws(HostError) -> Int {
      let number = try amount(name)
      guard let whole = Int(exactly: number), abs(whole) <= 10_000_000 else {
        throw HostError("\(call.name): \(name) must be a whole number of at most 10000000, got \((fields[name] ?? .null).shown)")
      }
      return whole
    }
    months = try whole("years") * 12 + (try whole("months"))
    days = try whole("weeks") * 7 + (try whole("days"))
    seconds = try amount("hours") * 3600 + (try amount("minutes")) * 60 + (try amount("seconds"))
  }

  /// nil if the moment or the result is outside the years 1 to 9999.
  func added(to moment: Double, zone: TimeZoneData) -> Double? {
    guard let date = zone.date(at: moment) else { return nil }
    var result = moment
    if months != 0 || days != 0 {
      let shifted = date.adding(months: months)
      guard (0...10_000).contains(shifted.year) else { return nil }
      let local = shifted.localSeconds + days * 86_400
      guard abs(local) < 1_000_000_000_000 else { return nil }
      result = Double(zone.moment(localSeconds: local)) + (moment - moment.rounded(.down))
    }
    result += seconds
    return zone.date(at: result) == nil ? nil : result
  }
}
