import WidgetFormats
import WidgetModel

/// The functions in `date`.
extension HostCall {
  /// `{ value = seconds }` or `{ error = err }`, which the prelude turns into two results.
  func parseDate(_ user: any LocalMoment) throws(HostError) -> LuaValue {
    let reader = DateReader(locale: user.language, zone: try zone(2, user))
    let pattern: DatePattern? = self[1].isNull ? nil : try datePattern(text(1))
    do throws(DateReadingError) {
      guard let pattern else { return ["value": Self.time(try reader.moment(text(0)))] }
      return ["value": Self.time(try reader.moment(text(0), pattern: pattern, patternText: text(1)))]
    } catch {
      return LuaValue.decodeFailure(error.description)
    }
  }

  func dateComponents(_ user: any LocalMoment) throws(HostError) -> LuaValue {
    let zone = try zone(1, user)
    let moment = self[0].double ?? 0
    guard let date = zone.date(at: moment) else { throw outsideCalendar(moment) }
    return [
      "year": .integer(Int64(date.year)), "month": .integer(Int64(date.month)), "day": .integer(Int64(date.day)),
      "hour": .integer(Int64(date.hour)), "minute": .integer(Int64(date.minute)), "second": .integer(Int64(date.second)),
      "weekday": .integer(Int64(date.weekday)), "yearday": .integer(Int64(date.dayOfYear)),
      "zone": .string(zone.abbreviation(at: moment)), "offset": .integer(Int64(zone.utcOffset(at: moment))),
    ]
  }

  func addToDate(_ user: any LocalMoment) throws(HostError) -> LuaValue {
    let zone = try zone(2, user)
    let amounts = try DateAmounts(self, 1)
    let moment = self[0].double ?? 0
    guard let result = amounts.added(to: moment, zone: zone) else { throw outsideCalendar(moment) }
    return Self.time(result)
  }

  /// `{ seconds east of UTC, whether it is daylight saving time, abbreviation }`
  func zone(_ user: any LocalMoment) -> LuaValue {
    let moment = self[0].double ?? 0
    return [
      .integer(Int64(user.zone.utcOffset(at: moment))), .boolean(user.zone.isDaylightSavingTime(at: moment)),
      .string(user.zone.abbreviation(at: moment)),
    ]
  }

  /// The zone named by the call; the user's if it names none.
  func zone(_ index: Int, _ user: any LocalMoment) throws(HostError) -> TimeZoneData {
    guard !self[index].isNull else { return user.zone }
    guard let zone = TimeZoneData.find(text(index)) else {
      throw HostError("\(name): there is no time zone \(text(index).quoted); write a name such as \"Europe/Berlin\" or \"UTC\"")
    }
    return zone
  }

  /// Turns whole seconds into an integer, so a script prints them without a decimal point.
  private static func time(_ moment: Double) -> LuaValue { Int64(exactly: moment).map { .integer($0) } ?? .number(moment) }
}
