import WidgetModel

/// The scheduler's knowledge of an instance.
struct ScheduledInstance {
  /// A moment, on the clock that decides about it.
  enum Moment: Equatable {
    case elapsed(Double)
    case wall(Double)

    func remaining(_ now: ClockReading) -> Double {
      switch self {
      case .elapsed(let time): time - now.elapsed
      case .wall(let time): time - now.wall
      }
    }

    func isReached(_ now: ClockReading) -> Bool { remaining(now) <= 0 }
  }

  var isVisible = false
  var isRunning = false
  /// Requested while an update runs.
  var next: UpdateReason?
  /// When the next update is due while the instance is invisible, and while it's visible.
  var due: Moment?
  var visibleDue: Moment?
  /// The reason of the next update.
  var reason = UpdateReason.launch
  /// The next time of a cron schedule after a moment.
  var cron: (@Sendable (Double) -> Double?)?
  /// Whether the latest update failed.
  var isFailed = false
  var usesNetwork = false
  /// When the data become stale, on the clock that stops during a suspension.
  var freshUntil: Double?
  var isStale = false

  var currentDue: Moment? { isVisible ? visibleDue : due }

  /// Lower ranks start first.
  var rank: Int {
    switch reason {
    case .manual, .action, .restart, .reload: 0
    case .launch, .schedule, .wake, .network, .retry: isVisible ? 1 : 2
    }
  }
}
