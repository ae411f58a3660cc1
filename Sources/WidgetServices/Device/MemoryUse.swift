/// The use of main memory, in bytes.
public struct MemoryUse: Sendable, Equatable {
  public var total: UInt64
  /// `total` minus `free`.
  public var used: UInt64
  /// Available to programs, including caches that the system would give up for them.
  public var free: UInt64

  public init(total: UInt64, free: UInt64) {
    self.total = total
    self.free = min(free, total)
    used = total - self.free
  }
}
