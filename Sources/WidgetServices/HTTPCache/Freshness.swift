/// How long a stored answer may be given without asking, and how old it is (RFC 9111 section 4.2). All in seconds.
public struct Freshness: Sendable, Equatable {
  /// Where the lifetime comes from.
  public enum Basis: Sendable, Equatable {
    /// `max-age` or `Expires`.
    case explicit
    /// A tenth of the time since the last change (section 4.2.2).
    case heuristic
    /// The script's `fresh_for`.
    case author
    /// Nothing says anything: never fresh.
    case none
  }

  public var lifetime: Double
  public var basis: Basis
  public var age: Double

  /// At most a day is guessed.
  public static let maximumHeuristic = 86400.0
  /// How far the clock may have been set back before an answer counts as one of the future, of which nobody knows the age.
  static let clockTolerance = 5.0

  /// - Parameter freshFor: What the script says instead of the server, counted from when the answer came.
  public init(of stored: StoredResponse, freshFor: Double? = nil, now: Double) {
    if let freshFor {
      (lifetime, basis) = (freshFor, .author)
      age = max(0, now - stored.responseTime)
    } else {
      (lifetime, basis) = Self.lifetime(of: stored)
      age = Self.age(of: stored, now: now)
    }
    if stored.responseTime > now + Self.clockTolerance { lifetime = 0 }
  }

  public var isFresh: Bool { lifetime > age }

  /// How long it has not been fresh.
  public var staleness: Double { max(0, age - lifetime) }

  /// The current age (section 4.2.3).
  public static func age(of stored: StoredResponse, now: Double) -> Double {
    // A date has whole seconds: within its second it says nothing of an age.
    let apparent = max(0, stored.responseTime.rounded(.down) - stored.date)
    let delay = max(0, stored.responseTime - stored.requestTime)
    let initial = max(apparent, statedAge(stored.headers) + delay)
    return initial + max(0, now - stored.responseTime)
  }

  /// The `Age` field (section 5.1); 0 when it is absent or invalid.
  static func statedAge(_ headers: [HeaderField]) -> Double {
    guard let first = headers.values(of: "Age").first.flatMap({ FieldList.members($0).first }) else { return 0 }
    return CacheControl.Delta(first).seconds ?? 0
  }

  /// The freshness lifetime (sections 4.2.1 and 4.2.2).
  static func lifetime(of stored: StoredResponse) -> (Double, Basis) {
    let control = stored.cacheControl
    if let delta = control.delta("max-age") { return (delta.seconds ?? 0, .explicit) }
    if let expires = stored.headers.values(of: "Expires").first {
      // Invalid text, "0" above all, means that it has expired already (section 5.3).
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
