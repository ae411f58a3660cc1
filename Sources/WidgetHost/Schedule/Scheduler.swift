import WidgetModel

/// Decides when to update each instance, in which order, and how many at once.
///
/// A value without a clock, a timer or a task: you tell it the time and what happened, and it says what to start. Intervals are
/// measured on a clock that keeps running while the machine is suspended, so a missed update is due at once; cron schedules
/// follow the system clock. Data ages only while the machine is awake, so waking it makes nothing stale.
struct Scheduler {
  /// An update to start now.
  struct Start: Equatable {
    var instance: String
    var reason: UpdateReason
  }

  /// The most updates at once.
  var limit = 64
  /// Invisible widgets update after this many intervals.
  static let invisibleFactor = 4.0
  /// Suspensions shorter than this many seconds are measuring errors.
  static let shortestSuspension = 2.0

  /// Seconds between two updates for what has arrived, and after one that failed.
  static let eventInterval = 1.0
  static let eventIntervalAfterFailure = 60.0

  private var items: [String: ScheduledInstance] = [:]
  private var last: ClockReading
  private let jitter: (Double) -> Double

  /// - Parameter jitter: A random number from 0 to its argument.
  init(now: ClockReading, jitter: @escaping (Double) -> Double = { $0 > 0 ? .random(in: 0...$0) : 0 }) {
    last = now
    self.jitter = jitter
  }

  var instances: Set<String> { Set(items.keys) }

  func isRunning(_ instance: String) -> Bool { items[instance]?.isRunning == true }

  var runningCount: Int { items.values.count { $0.isRunning } }

  // MARK: Instances

  /// Adds an instance, which isn't due before you plan or request an update.
  mutating func add(_ instance: String) { if items[instance] == nil { items[instance] = ScheduledInstance() } }

  mutating func remove(_ instance: String) { items[instance] = nil }

  /// Sets whether an instance is visible. Visible ones update first; one that becomes visible after its time is due at once.
  mutating func setVisible(_ instance: String, _ isVisible: Bool) { items[instance]?.isVisible = isVisible }

  // MARK: Planning

  /// Requests an update now, or after the running one.
  mutating func request(_ instance: String, _ reason: UpdateReason, now: ClockReading) {
    guard var item = items[instance] else { return }
    if item.isRunning {
      item.next = reason
    } else {
      item.due = .elapsed(now.elapsed)
      item.visibleDue = item.due
      item.reason = reason
    }
    items[instance] = item
  }

  /// Requests an update for what has arrived, at once unless the latest one was less than a second ago.
  mutating func requestEvents(_ instance: String, now: ClockReading) {
    guard let item = items[instance], item.eventsDue == nil else { return }
    items[instance]?.eventsDue = .elapsed(max(now.elapsed, item.nextEvents))
  }

  /// Whether what has arrived is passed on later than usual.
  func eventsWait(_ instance: String, now: ClockReading) -> Bool {
    (items[instance]?.eventsDue?.remaining(now) ?? 0) > Self.eventInterval
  }

  /// Notes that what had arrived was passed on. Unless that failed, the data is as new as after any other update.
  ///
  /// - Parameter interval: Seconds between the widget's own updates, if known.
  mutating func passedOnEvents(_ instance: String, isFailed: Bool, interval: Double?, now: ClockReading) {
    guard var item = items[instance] else { return }
    item.nextEvents = now.elapsed + (isFailed ? Self.eventIntervalAfterFailure : Self.eventInterval)
    if item.eventsDue != nil { item.eventsDue = .elapsed(max(now.elapsed, item.nextEvents)) }
    if !isFailed, let interval, interval.isFinite {
      item.freshUntil = now.awake + 2 * interval
      item.isStale = false
    }
    items[instance] = item
  }

  /// Plans the next update by what the latest one said.
  mutating func plan(_ instance: String, _ plan: UpdatePlan, now: ClockReading) {
    guard var item = items[instance] else { return }
    item.cron = plan.moment == .wallClock ? plan.nextOccurrence : nil
    item.reason = plan.reason
    item.isFailed = plan.isFailed
    item.usesNetwork = plan.usesNetwork
    if !plan.isFailed {
      item.freshUntil = now.awake - plan.age + 2 * plan.interval
      item.isStale = false
    } else if item.freshUntil == nil {
      item.freshUntil = now.awake + 2 * plan.interval
    }
    let delay = plan.delay + jitter(min(plan.delay * 0.05, plan.moment == .wallClock ? 5 : 30))
    guard delay.isFinite else {
      item.due = nil
      item.visibleDue = nil
      items[instance] = item
      return
    }
    switch plan.moment {
    case .wallClock:
      item.visibleDue = .wall(now.wall + delay)
      item.due = item.visibleDue
    case .interval:
      item.visibleDue = .elapsed(now.elapsed + delay)
      item.due = .elapsed(now.elapsed + delay * (plan.isFailed ? 1 : Self.invisibleFactor))
    }
    items[instance] = item
  }

  /// Plans another attempt with the same reason, because another process has the lease.
  mutating func retry(_ instance: String, _ reason: UpdateReason, after delay: Double, now: ClockReading) {
    guard var item = items[instance] else { return }
    if reason == .event {
      items[instance]?.eventsDue = .elapsed(now.elapsed + delay)
      return
    }
    item.reason = reason
    item.due = .elapsed(now.elapsed + delay)
    item.visibleDue = item.due
    items[instance] = item
  }

  /// Notes that an update has ended.
  ///
  /// - Returns: Whether to plan the next one, because none was requested meanwhile.
  @discardableResult
  mutating func finished(_ instance: String, now: ClockReading) -> Bool {
    guard var item = items[instance] else { return false }
    defer { items[instance] = item }
    item.isRunning = false
    if let next = item.next {
      item.next = nil
      item.due = .elapsed(now.elapsed)
      item.visibleDue = item.due
      item.reason = next
      return false
    }
    return true
  }

  func isDue(_ instance: String, now: ClockReading) -> Bool { items[instance]?.currentDue?.isReached(now) ?? false }

  // MARK: Time

  /// Notes that time has passed, finding out whether the machine was suspended or the clock set.
  ///
  /// Updates that became due during a suspension have the reason `wake`, once each, and are spread over a few seconds.
  mutating func advance(to now: ClockReading) {
    let isClockSet = abs(now.origin - last.origin) > 1
    let wasSuspended = now.suspension(since: last) >= Self.shortestSuspension
    for (instance, original) in items {
      var item = original
      // A time that the clock was set past is due, and not missed.
      if isClockSet, let next = item.cron, item.currentDue?.isReached(now) != true {
        item.visibleDue = next(now.wall).map { .wall($0) }
        item.due = item.visibleDue
      }
      if wasSuspended, !item.isRunning, let due = item.currentDue, due.isReached(now), !due.isReached(last) {
        item.reason = .wake
        item.due = .elapsed(now.elapsed + jitter(item.isVisible ? 1 : 5))
        item.visibleDue = item.due
      }
      items[instance] = item
    }
    last = now
  }

  /// Notes that the network is back: instances that use it and whose update failed are due at once.
  mutating func networkReturned(now: ClockReading) {
    for (instance, original) in items where original.isFailed && original.usesNetwork && !original.isRunning {
      var item = original
      item.reason = .network
      item.due = .elapsed(now.elapsed + jitter(item.isVisible ? 0.5 : 5))
      item.visibleDue = item.due
      items[instance] = item
    }
  }

  /// The updates to start now: those requested by the user, then visible instances, then the others; the longest overdue ones
  /// first.
  ///
  /// - Parameter alive: Workers kept without updating.
  mutating func start(now: ClockReading, alive: Int = 0) -> [Start] {
    advance(to: now)
    let free = limit - alive - runningCount
    guard free > 0 else { return [] }
    let due = items.compactMap { instance, item -> (String, ScheduledInstance, Double)? in
      guard !item.isRunning, let due = [item.currentDue, item.eventsDue].compactMap(\.self).first(where: { $0.isReached(now) })
      else { return nil }
      return (instance, item, due.remaining(now))
    }.sorted { left, right in
      (left.1.rank, left.2, left.0) < (right.1.rank, right.2, right.0)
    }
    return due.prefix(free).map { instance, item, _ in
      items[instance]?.isRunning = true
      guard item.currentDue?.isReached(now) == true else {
        items[instance]?.eventsDue = nil
        items[instance]?.nextEvents = now.elapsed + Self.eventInterval
        return Start(instance: instance, reason: .event)
      }
      items[instance]?.due = nil
      items[instance]?.visibleDue = nil
      return Start(instance: instance, reason: item.reason)
    }
  }

  /// Seconds until ``start(now:alive:)`` or ``newlyStale(now:)`` has something to do; nil if nothing is planned.
  func delay(now: ClockReading) -> Double? {
    let isFull = runningCount >= limit
    return items.values.lazy.flatMap { item -> [Double] in
      let stale = item.isStale ? nil : item.freshUntil.map { $0 - now.awake }
      let due = item.isRunning || isFull ? [] : [item.currentDue?.remaining(now), item.eventsDue?.remaining(now)]
      return (due + [stale]).compactMap { $0 }
    }.filter(\.isFinite).min().map { max(0, $0) }
  }

  // MARK: Staleness

  func isStale(_ instance: String) -> Bool { items[instance]?.isStale == true }

  /// The instances whose data has become older than twice their interval since the last call.
  mutating func newlyStale(now: ClockReading) -> [String] {
    let found = items.filter { _, item in !item.isStale && item.freshUntil.map { $0 <= now.awake } == true }.keys.sorted()
    for instance in found { items[instance]?.isStale = true }
    return found
  }
}
