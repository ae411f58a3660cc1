/// Makes one of several processes do an update while the others wait for its snapshot.
///
/// A lease is a promise among friends, not a lock: it ends by itself, so a process that died holds up nobody for long.
public protocol UpdateLease: Sendable {
  /// Takes the lease of an instance, or keeps it for longer.
  ///
  /// A lease that was taken in the future (the clock was set back) counts as ended.
  ///
  /// - Parameters:
  ///   - owner: Whoever asks, unique among all processes.
  ///   - until: When the lease ends by itself; seconds since 1970.
  /// - Returns: false while another owner holds it.
  func acquire(_ instance: String, owner: String, until: Double, now: Double) throws(StoreError) -> Bool

  /// Gives the lease back. Somebody else's, or none, is left alone.
  func release(_ instance: String, owner: String) throws(StoreError)
}
