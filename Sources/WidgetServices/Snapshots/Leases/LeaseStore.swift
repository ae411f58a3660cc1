public import WidgetModel

/// Leases, and what processes tell each other about instances.
///
/// Several processes may use one store at once. Times are seconds since 1970.
public protocol LeaseStore: Sendable {
  /// Acquires the lease of an instance, or extends it.
  ///
  /// A lease that was acquired after `until` counts as expired: the clock was set back. One that was acquired after `now` does not: this
  /// process may have waited for the store since it read the clock.
  ///
  /// - Parameters:
  ///   - owner: Unique among all processes.
  ///   - until: When the lease expires.
  func acquire(_ instance: String, owner: String, until: Double, now: Double) throws(StoreError) -> LeaseAttempt

  /// Extends all leases of an owner.
  ///
  /// - Returns: The leases that the owner still holds.
  func renew(owner: String, until: Double, now: Double) throws(StoreError) -> [Lease]

  /// Frees a lease. Another lease of the instance is left alone.
  func release(_ lease: Lease) throws(StoreError)

  /// Records the end of an update, and tells all processes.
  ///
  /// - Parameter releasing: Whether the lease is freed too.
  /// - Returns: false if the lease is no longer valid; nothing was recorded.
  func finish(_ update: FinishedUpdate, under lease: Lease, releasing: Bool) throws(StoreError) -> Bool

  /// Replaces the contexts in which a host shows an instance.
  func register(_ contexts: [SnapshotContext], of instance: String, host: String) throws(StoreError)

  /// Removes all contexts of a host.
  func unregister(host: String) throws(StoreError)

  /// - Returns: The hosts that registered contexts.
  func hosts() throws(StoreError) -> [String]

  func state(of instance: String) throws(StoreError) -> InstanceState

  /// The instances whose updates have ended after a ``InstanceState/change``, in this order.
  func changes(after change: Int) throws(StoreError) -> [(instance: String, state: InstanceState)]

  /// Calls a function, on any thread, soon after an update of another process has ended. It may be called more often than that.
  ///
  /// - Returns: Ends the calls when it is released; nil if changes cannot be observed.
  func observe(_ onChange: @escaping @Sendable () -> Void) -> (any Sendable)?
}
