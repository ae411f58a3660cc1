/// How long a host waits before it updates a widget again.
public enum UpdateDelay {
  /// Seconds that a script cannot go below.
  public static let minimum = 5.0
  public static let minimumOnBattery = 30.0

  /// - Parameters:
  ///   - normal: By the manifest, in seconds; infinite for `never`.
  ///   - afterFailures: The delay of the retry after failures; the normal one otherwise.
  ///   - requested: By the script; nil when it did not ask.
  public static func delay(normal: Double, afterFailures: Double, requested: Double?, isOnBattery: Bool) -> Double {
    guard let requested else { return afterFailures }
    let allowed = max(requested, isOnBattery ? minimumOnBattery : minimum)
    // A script that keeps failing cannot shorten the delay.
    return afterFailures == normal ? allowed : max(afterFailures, allowed)
  }
}
