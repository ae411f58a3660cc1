/// The stored decisions about one widget, with one manifest.
public struct StoredDecisions: Sendable, Equatable {
  public var records: [GrantRecord]
  public var revocations: Revocations

  public init(records: [GrantRecord] = [], revocations: Revocations = Revocations()) {
    self.records = records
    self.revocations = revocations
  }
}

/// Everything the user has ever revoked of a widget. It's how a revocation reaches decisions that only a running program knows.
public struct Revocations: Sendable, Hashable {
  /// The number of the latest revocation of everything this widget has; 0 if there was none. Later ones have higher numbers.
  public var all: Int
  /// The number of the latest revocation of single permissions.
  public var single: [Permission: Int]

  public init(all: Int = 0, single: [Permission: Int] = [:]) {
    self.all = all
    self.single = single
  }

  /// The latest revocation of a permission. A decision made before it is void, so one made now is valid while this is unchanged.
  public func latest(_ permission: Permission) -> Int { max(all, single[permission] ?? 0) }
}
