import WidgetModel

/// Freshness lifetime and age of a stored response (RFC 9111 section 4.2), in seconds.
public struct Freshness: Sendable, Equatable {
  /// The source of the lifetime.
  public enum Basis: Sendable, Equatable {
    /// `max-age` or `Expires`.
    case explicit
    /// A tenth of the time since the last change (section 4.2.2).
    case heuristic
    /// The script's `fresh_for`.
    case script
    /// No freshness information, so never fresh.
    case none
  }

  public var lifetime: Double
  public var basis: Basis
  public var age: Double

  /// The longest heuristic lifetime: a day.
  public static let maximumHeuristic = 86400.0
  /// How far the clock may have been set back before a response counts as being from the future, with an unknown age.
  static let clockTolerance = 5.0

  /// - Parameter freshFor: Overrides the server's freshness information; counted from the time of the response.
  public init(of stored: StoredResponse, freshFor: Double? = nil, now: Double) {
    if let freshFor {
      (lifetime, basis) = (freshFor, .script)
      age = max(0, now - stored.responseTime)
    } else {
      (lifetime, basis) = Self.lifetime(of: stored)
      age = Self.age(of: stored, now: now)
    }
    if stored.responseTime > now + Self.clockTolerance { lifetime = 0 }
  }

  public var isFresh: Bool { lifetime > age }

  /// Seconds since it became stale.
  public var staleness: Double { max(0, age - lifetime) }

  /// The current age (section 4.2.3).
  public static func age(of stored: StoredResponse, now: Double) -> Double {
    // `Date` has a resolution of one second, so differences within it mean nothing.
    let apparent = max(0, stored.responseTime.rounded(.down) - stored.date)
    let delay = max(0, stored.responseTime - stored.requestTime)
    let initial = max(apparent, ageFieldValue(stored.headers) + delay)
    return initial + max(0, now - stored.responseTime)
  }

  /// The `Age` field (section 5.1); 0 if it's absent or invalid.
  static func ageFieldValue(_ headers: [HeaderField]) -> Double {
    guard let first = headers.values(of: "Age").first.flatMap({ FieldList.members($0).first }) else { return 0 }
    return CacheControl.Delta(first).seconds ?? 0
  }

  /// The freshness lifetime (sections 4.2.1 and 4.2.2).
  static func lifetime(of stored: StoredResponse) -> (Double, Basis) {
    let control = stored.cacheControl
    if let delta = control.delta("max-age") { return (delta.seconds ?? 0, .explicit) }
    if let expires = stored.headers.values(of: "Expires").first {
      // An invalid date, especially "0", means the response has already expired (section 5.3).
      guard let moment = HTTPDate.seconds(expires, now: stored.responseTime) else { return (0, .explicit) }
      return (max(0, moment - stored.date), .explicit)
    }
    guard Storability.isHeuristicallyCacheable(stored.status) || control.has("public"),
      let modified = stored.headers.values(of: "Last-Modified").first,
      let moment = HTTPDate.seconds(modified, now: stored.responseTime), moment < stored.date
    else { return (0, .none) }
    return (min((stored.date - moment) / 10, maximumHeuristic), .heuristic)
  }
}
