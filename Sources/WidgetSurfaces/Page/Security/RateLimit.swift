/// At most so many actions per second, with short bursts.
struct RateLimit: Sendable {
  let perSecond: Double
  let burst: Double
  private var available: Double
  private var last: Double?

  init(perSecond: Double = 10, burst: Double = 20) {
    self.perSecond = perSecond
    self.burst = burst
    available = burst
  }

  /// - Parameter now: Of a clock that never goes back, in seconds.
  /// - Returns: Whether the action may happen.
  mutating func take(now: Double) -> Bool {
    if let last { available = min(burst, available + max(0, now - last) * perSecond) }
    last = now
    guard available >= 1 else { return false }
    available -= 1
    return true
  }
}
