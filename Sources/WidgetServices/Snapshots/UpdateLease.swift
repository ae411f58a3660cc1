/// Lets one of several processes run an update while the others wait for its snapshot.
///
/// A lease is advisory and expires by itself, so a process that died delays others only briefly.
public protocol UpdateLease: Sendable {
  /// Acquires or extends the lease of an instance.
  ///
  /// A lease acquired in the future (the clock was set back) counts as expired.
  ///
  /// - Parameters:
  ///   - owner: The owner, unique among all processes.
  ///   - until: When the lease expires; seconds since 1970.
  /// - Returns: false while another owner holds it.
  func acquire(_ instance: String, owner: String, until: Double, now: Double) throws(StoreError) -> Bool

  /// Releases the lease. A lease of another owner is left alone.
  func release(_ instance: String, owner: String) throws(StoreError)
}
