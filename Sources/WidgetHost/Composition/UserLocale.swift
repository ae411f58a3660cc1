import WidgetFormats
public import WidgetRendering
import WidgetRuntime
import WidgetSystem

/// The user's language and time zone, from the environment and the system.
public struct UserLocale: Sendable, Equatable {
  /// A BCP 47 language tag such as `en-GB`.
  public var identifier: String
  /// A tz database name, such as `Europe/Berlin`.
  public var timeZone: String

  /// - Parameter environment: `LC_ALL`, `LC_TIME`, `LANG` and `TZ` are read. Without `TZ`, the target of /etc/localtime decides.
  public init(environment: [String: String]) {
    let posix = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    let name = posix.prefix { $0 != "." && $0 != "@" }
    identifier = name == "C" || name == "POSIX" || name.isEmpty ? "en-US" : name.split(separator: "_").joined(separator: "-")
    timeZone = Self.zone(environment["TZ"])
  }

  /// Unknown parts, as sentences without a full stop: a language without data, and a time zone.
  public var problems: [String] {
    var problems: [String] = []
    if !UserDates.hasData(for: identifier) {
      problems.append("there is no data for the language \"\(identifier)\"; numbers and dates are written as in en-GB")
    }
    if TimeZoneData.find(timeZone) == nil {
      problems.append("there is no time zone \"\(timeZone)\" on this machine; times are in UTC")
    }
    return problems
  }

  private static func zone(_ variable: String?) -> String {
    if let variable, !variable.isEmpty {
      let name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
      return name.hasPrefix("/") ? Self.name(below: "zoneinfo/", in: name) ?? "UTC" : name
    }
    guard let path = realpath("/etc/localtime", nil) else { return "UTC" }
    defer { free(path) }
    return name(below: "/zoneinfo/", in: String(cString: path)) ?? "UTC"
  }

  /// The part of a path after the first occurrence of a folder; nil if it's not in there.
  private static func name(below folder: String, in path: String) -> String? {
    var rest = path.utf8[...]
    while !rest.isEmpty, !rest.starts(with: folder.utf8) { rest = rest.dropFirst() }
    return String(rest.dropFirst(folder.utf8.count)).flatMap { $0.isEmpty ? nil : $0 }
  }
}

extension CalendarClock {
  /// A user's clock.
  ///
  /// - Parameters:
  ///   - now: Seconds since 1970.
  ///   - locale: BCP 47.
  ///   - timeZone: A tz database name.
  public init(now: Double, locale: String, timeZone: String) {
    let zone = TimeZoneData.named(timeZone)
    self.init(now: now, dates: UserDates(locale: locale, timeZone: timeZone)) { zone.utcOffset(at: $0) }
  }
}
