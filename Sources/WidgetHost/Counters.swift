import Synchronization

/// How often each costly step of an update was taken. A `no_data` update adds zero to every one of them.
public final class Counters: Sendable {
  public struct Values: Sendable, Equatable {
    /// Times that the script's `content` gave a view.
    public var contentCalls = 0
    public var layouts = 0
    public var draws = 0
    public var snapshotWrites = 0

    public init() {}
  }

  private let state = Mutex(Values())

  public init() {}

  public var values: Values { state.withLock { $0 } }

  public func add(_ counter: any WritableKeyPath<Values, Int> & Sendable) { state.withLock { $0[keyPath: counter] += 1 } }
}
