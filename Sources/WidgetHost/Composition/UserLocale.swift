import Synchronization
import WidgetFormats
import WidgetModel
public import WidgetRendering
import WidgetRuntime
import WidgetSystem

/// The user's language and time zone, from the environment and the system.
public struct UserLocale: Sendable, Equatable {
  /// A BCP 47 language tag such as `en-GB`.
  public var identifier: String
  /// A tz database name, such as `Europe/Berlin`; `UTC` in place of one that isn't known.
  public var timeZone: String
  /// A time zone of the environment that isn't known.
  private var unknownTimeZone: String?
  /// Whether the time zone is the system's, which can change.
  public let followsSystem: Bool

  /// - Parameters:
  ///   - environment: `LC_ALL`, `LC_TIME`, `LANG` and `TZ` are read.
  ///   - system: Decides without `TZ`.
  public init(environment: [String: String], system: SystemTimeZone = SystemTimeZone()) {
    let posix = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
    let name = posix.prefix { $0 != "." && $0 != "@" }
    identifier = name == "C" || name == "POSIX" || name.isEmpty ? "en-US" : name.split(separator: "_").joined(separator: "-")
    let variable = environment["TZ"] ?? ""
    followsSystem = variable.isEmpty
    timeZone = variable.isEmpty ? system.name : Self.zone(variable)
    if TimeZoneData.find(timeZone) == nil { (timeZone, unknownTimeZone) = ("UTC", timeZone) }
  }

  /// Unknown parts, as sentences without a full stop: a language without data, and a time zone.
  public var problems: [String] {
    var problems: [String] = []
    if !UserDates.hasData(for: identifier) {
      problems.append("there is no data for the language \"\(identifier)\"; numbers and dates are written as in en-GB")
    }
    if let unknownTimeZone {
      problems.append("there is no time zone \"\(unknownTimeZone)\" on this machine; times are in UTC")
    }
    return problems
  }

  private static func zone(_ variable: String) -> String {
    let name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
    return name.hasPrefix("/") ? SystemTimeZone.name(in: name) ?? "UTC" : name
  }
}

/// A locale whose time zone follows the system's.
final class CurrentLocale: Sendable {
  private let environment: [String: String]
  private let system: SystemTimeZone
  private let state: Mutex<UserLocale>

  init(environment: [String: String], system: SystemTimeZone) {
    self.environment = environment
    self.system = system
    state = Mutex(UserLocale(environment: environment, system: system))
  }

  var value: UserLocale { state.withLock { $0 } }

  /// The files that decide on the time zone. Empty if the environment does.
  var files: Set<String> { value.followsSystem ? system.files : [] }

  /// Reads the time zone again.
  ///
  /// - Returns: Whether it has changed.
  func refresh() -> Bool {
    let new = UserLocale(environment: environment, system: system)
    return state.withLock { locale in
      defer { locale = new }
      return locale != new
    }
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
    self.init(now: now, dates: UserDates(locale: locale, timeZone: timeZone), words: HostWords(locale: locale)) {
      zone.utcOffset(at: $0)
    }
  }
}
