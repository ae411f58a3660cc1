public import WidgetModel

/// The exclusive right to run the worker of an instance.
///
/// It expires by itself, so a process that was stopped delays others only briefly.
public struct Lease: Sendable, Equatable {
  public var instance: String
  /// The process that holds it, unique among all processes.
  public var owner: String
  /// Greater than the number of every earlier lease of the instance, so that late writes of an earlier owner can be rejected.
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

/// What processes tell each other about an instance, besides its snapshots.
public struct InstanceState: Sendable, Equatable {
  /// Increases whenever an update of any instance ends; 0 before the first.
  public var change: Int
  /// When the latest update ended, seconds since 1970; nil before the first.
  public var updatedAt: Double?
  /// When the next one is due; nil if the process that ran it did not know.
  public var nextUpdate: Double?
  /// The contexts in which hosts show the instance.
  public var contexts: [SnapshotContext]

  public init(change: Int = 0, updatedAt: Double? = nil, nextUpdate: Double? = nil, contexts: [SnapshotContext] = []) {
    self.change = change
    self.updatedAt = updatedAt
    self.nextUpdate = nextUpdate
    self.contexts = contexts
  }
}

/// An update that has ended.
public struct FinishedUpdate: Sendable, Equatable {
  /// Seconds since 1970.
  public var time: Double
  /// When the next update is due, if known.
  public var next: Double?

  public init(at time: Double, next: Double? = nil) {
    self.time = time
    self.next = next
  }
}
