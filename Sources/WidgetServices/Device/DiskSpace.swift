/// The space of a volume, in bytes, as `df` counts it: `used + free == total`.
public struct DiskSpace: Sendable, Equatable {
  public var used: UInt64
  /// Available to an ordinary user. Blocks that the system reserves are left out, also of ``total``.
  public var free: UInt64

  /// What an ordinary user can use at most.
  public var total: UInt64 {
    let (sum, overflow) = used.addingReportingOverflow(free)
    return overflow ? .max : sum
  }

  public init(used: UInt64, free: UInt64) {
    self.used = used
    self.free = free
  }
}
