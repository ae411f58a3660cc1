import WidgetSystem

/// Tells a session when something on the screen changes by itself. Between changes it costs no wake-up.
struct TickTimer {
  private let alarm: Alarm
  /// In seconds since 1970; nil for never.
  private var due: Double?

  /// - Parameter onTick: Also called when the clock is set, and when the machine wakes up.
  init(_ onTick: @escaping @Sendable () -> Void) { alarm = Alarm(onTick) }

  mutating func set(_ new: Double?, now: Double) {
    // A spinner keeps its pace while other events arrive.
    if let due, let new, due <= new, due > now - 1 { return }
    if due == nil, new == nil { return }
    due = new
    alarm.set(after: new.map { max(0.02, $0 - now) })
  }

  mutating func ended() { due = nil }

  func cancel() { alarm.cancel() }
}
