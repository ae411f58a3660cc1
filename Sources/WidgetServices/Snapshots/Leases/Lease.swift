public import WidgetModel

/// The exclusive right to run an instance's worker.
///
/// It expires by itself, so a stopped process delays others only briefly.
public struct Lease: Sendable, Equatable {
  public var instance: String
  /// The process holding it, unique among all processes.
  public var owner: String
  /// Greater than the number of every earlier lease of the instance, so late writes by an earlier owner can be rejected.
  public var number: Int
  /// Seconds since 1970.
  public var expires: Double

  public init(instance: String, owner: String, number: Int, expires: Double) {
    self.instance = instance
    self.owner = owner
    self.number = number
    self.expires = expires
  }
}

/// The result of a request for a lease.
public enum LeaseAttempt: Sendable, Equatable {
  case acquired(Lease, InstanceState)
  /// Another process has it.
  case held(Lease)
}

/// Everything processes tell each other about an instance, besides its snapshots.
public struct InstanceState: Sendable, Equatable {
  /// Increases whenever an update of any instance ends; 0 before the first.
  public var change: Int
  /// When the latest update ended, seconds since 1970; nil before the first.
  public var updatedAt: Double?
  /// When the latest update that didn't fail ended.
  public var succeededAt: Double?
  /// When the next one is due, infinite for never; nil if the process that ran it didn't know.
  public var nextUpdate: Double?
  /// The widget's own interval in seconds, infinite for never; nil if unknown.
  public var interval: Double?
  /// The contexts hosts show the instance in.
  public var contexts: [SnapshotContext]

  public init(
    change: Int = 0, updatedAt: Double? = nil, succeededAt: Double? = nil, nextUpdate: Double? = nil, interval: Double? = nil,
    contexts: [SnapshotContext] = []
  ) {
    self.change = change
    self.updatedAt = updatedAt
    self.succeededAt = succeededAt
    self.nextUpdate = nextUpdate
    self.interval = interval
    self.contexts = contexts
  }

  /// Whether the latest update is recent enough that none is due. If the clock was set back, one is due.
  public func isUpToDate(at now: Double) -> Bool {
    guard let updatedAt, let nextUpdate else { return false }
    return updatedAt <= now && now < nextUpdate
  }

  /// Whether the data is older than twice the interval.
  public func isStale(at now: Double) -> Bool {
    guard let succeededAt, let interval, interval.isFinite else { return false }
    return now - succeededAt > 2 * interval
  }
}

/// An update that has ended.
public struct FinishedUpdate: Sendable, Equatable {
  /// Seconds since 1970.
  public var time: Double
  public var isFailed: Bool
  /// When the next update is due, infinite for never; nil if unknown.
  public var next: Double?
  /// The widget's own interval in seconds, infinite for never; nil if unknown.
  public var interval: Double?

  public init(at time: Double, isFailed: Bool = false, next: Double? = nil, interval: Double? = nil) {
    self.time = time
    self.isFailed = isFailed
    self.next = next
    self.interval = interval
  }
}

/// Leases, and what processes tell each other about instances.
///
/// Several processes can use a store at once. Times are seconds since 1970.
public protocol LeaseStore: Sendable {
  /// Acquires or extends an instance's lease.
  ///
  /// A lease acquired after `until` counts as expired: the clock was set back. One acquired after `now` doesn't: this process may
  /// have waited for the store since it read the clock.
  ///
  /// - Parameters:
  ///   - owner: Unique among all processes.
  ///   - until: When the lease expires.
  func acquire(_ instance: String, owner: String, until: Double, now: Double) throws(StoreError) -> LeaseAttempt

  /// Extends all leases of an owner.
  ///
  /// - Returns: The leases the owner still holds.
  func renew(owner: String, until: Double, now: Double) throws(StoreError) -> [Lease]

  /// Frees a lease, leaving any other lease of the instance alone.
  func release(_ lease: Lease) throws(StoreError)

  /// Records the end of an update, and tells all processes.
  ///
  /// - Parameter releasing: Whether to free the lease too.
  /// - Returns: false if the lease isn't valid any more; nothing was recorded.
  func finish(_ update: FinishedUpdate, under lease: Lease, releasing: Bool) throws(StoreError) -> Bool

  /// Replaces the contexts a host shows an instance in.
  func register(_ contexts: [SnapshotContext], of instance: String, host: String) throws(StoreError)

  /// Removes all contexts of a host.
  func unregister(host: String) throws(StoreError)

  /// - Returns: The hosts with registered contexts.
  func hosts() throws(StoreError) -> [String]

  func state(of instance: String) throws(StoreError) -> InstanceState

  /// The instances whose updates have ended since a ``InstanceState/change``, in that order.
  func changes(after change: Int) throws(StoreError) -> [(instance: String, state: InstanceState)]

  /// Calls a function, on any thread, soon after an update in another process has ended. It can be called more often than that.
  ///
  /// - Returns: Stops the calls when released; nil if changes can't be observed.
  func observe(_ onChange: @escaping @Sendable () -> Void) -> (any Sendable)?
}
