import Synchronization

/// Counts the expensive steps of an update. A `no_data` update performs none of them.
public final class Counters: Sendable {
  /// The counts so far.
  public struct Values: Sendable, Equatable {
    /// Successful calls of the script's `content`.
    public var contentCalls = 0
    public var layouts = 0
    public var draws = 0
    public var snapshotWrites = 0

    public init() {}
  }

  private let state = Mutex(Values())

  public init() {}

  public var values: Values { state.withLock { $0 } }

  /// Adds one to a counter.
  public func add(_ counter: any WritableKeyPath<Values, Int> & Sendable) { state.withLock { $0[keyPath: counter] += 1 } }
}
