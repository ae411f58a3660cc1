public import WidgetModel

/// Reads the Lua API's durations: a number of seconds, or text such as `500ms` `30s` `5m` `1h` `1d` `1w`.
public enum DurationText {
  /// A hundred years: anything longer is a mistake, and this is far from any overflow.
  public static let maximum = 3_155_760_000.0

  private static let units: [String: Double] = ["ms": 0.001, "s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]

  /// Seconds, 0 or more.
  public static func seconds(_ value: LuaValue) throws(DurationError) -> Double {
    if let text = value.string { return try seconds(text) }
    guard let number = value.double else { throw .wrongType(value.shown) }
    return try check(number, shown: value.shown)
  }

  /// Seconds, 0 or more. The unit is part of the text: `30` alone is an error.
  public static func seconds(_ text: String) throws(DurationError) -> Double {
    let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let unit = units[String(text.dropFirst(digits.count))], digits.first != ".", digits.last != ".",
      let number = Double(digits)
    else { throw .unreadable(text.quoted) }
    return try check(number * unit, shown: text.quoted)
  }

  private static func check(_ seconds: Double, shown: String) throws(DurationError) -> Double {
    guard seconds.isFinite else { throw .unreadable(shown) }
    guard seconds >= 0 else { throw .negative(shown) }
    guard seconds <= maximum else { throw .tooLong(shown) }
    return seconds
  }
}

/// Why a value isn't a duration.
public enum DurationError: Error, Sendable, Equatable, CustomStringConvertible {
  case wrongType(String), unreadable(String), negative(String), tooLong(String)

  public var description: String {
    switch self {
    case .wrongType(let shown): "must be a duration such as \"30s\", \"5m\", \"1h\" or a number of seconds, got \(shown)"
    case .unreadable(let shown):
      "\(shown) is not a duration; write \"30s\", \"5m\", \"1h\", \"1d\", \"1w\" or a number of seconds"
    case .negative(let shown): "must not be negative, got \(shown)"
    case .tooLong(let shown): "\(shown) is longer than a hundred years"
    }
  }
}
