import WidgetModel

/// Everything the scheduler knows about an instance.
struct ScheduledInstance {
  /// A moment on the clock that decides about it.
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
  /// Requested while an update is running.
  var next: UpdateReason?
  /// When the next update is due while the instance is invisible, and while it's visible.
  var due: Moment?
  var visibleDue: Moment?
  /// Why the next update happens.
  var reason = UpdateReason.launch
  /// A cron schedule's next time after a moment.
  var cron: (@Sendable (Double) -> Double?)?
  /// Whether the latest update failed.
  var isFailed = false
  var usesNetwork = false
  /// When the data becomes stale, on the clock that stops during suspension.
  var freshUntil: Double?
  var isStale = false
  /// When what has arrived is passed on; nil if nothing has. It leaves the next update where it is.
  var eventsDue: Moment?
  /// When it may be passed on next, on the ``ClockReading/elapsed`` clock.
  var nextEvents = 0.0

  var currentDue: Moment? { isVisible ? visibleDue : due }

  /// Lower ranks start first.
  var rank: Int {
    switch reason {
    case .manual, .action, .restart, .reload: 0
    case .launch, .schedule, .wake, .network, .retry, .event: isVisible ? 1 : 2
    }
  }
}
