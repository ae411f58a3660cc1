import WidgetModel
import WidgetSystem

/// How many signals arrive from one source. A source that sends too many isn't listened to for a while.
struct SignalRate {
  /// The most signals a second, and the seconds of silence after more.
  private static let maximum = 100
  private static let silence = 5.0

  private var signals = 0
  private var since = MonotonicTime.now()
  /// When it's listened to again; nil while it is.
  private var silentUntil: Double?

  var isListening: Bool { silentUntil == nil }

  /// Whether its time of silence is over.
  var hasBeenSilent: Bool { silentUntil.map { $0 <= MonotonicTime.now() } ?? false }

  /// Counts a signal.
  ///
  /// - Returns: false if it's one too many.
  mutating func count() -> Bool {
    let now = MonotonicTime.now()
    if now - since >= 1 { (since, signals) = (now, 0) }
    signals += 1
    if signals > Self.maximum { silentUntil = now + Self.silence }
    return silentUntil == nil
  }

  /// Milliseconds until the first of them is listened to again; -1 if all are.
  static func milliseconds(until rates: [SignalRate]) -> Int32 {
    guard let next = rates.compactMap(\.silentUntil).min() else { return -1 }
    return Int32(saturating: min(max((next - MonotonicTime.now()) * 1000, 0), 60_000).rounded(.up))
  }
}
