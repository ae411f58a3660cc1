import Synchronization

/// A flag that any thread may set and read; it is never cleared.
final class AtomicFlag: Sendable {
  private let value = Atomic<Bool>(false)

  var isSet: Bool { value.load(ordering: .acquiring) }
  func set() { value.store(true, ordering: .releasing) }
}
