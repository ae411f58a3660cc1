import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How a connection waits for others that use its file.
///
/// A change holds a file for less than a millisecond. SQLite's own pauses grow to a tenth of a second, which many processes that come
/// at once spend asleep, each beside a file that is free.
final class StorePatience: Sendable {
  private let isUp = Atomic(false)

  /// Waits a moment.
  ///
  /// - Parameter tries: How often that was done before, for the same operation.
  /// - Returns: false when it has been enough: after five seconds.
  func wait(_ tries: Int) -> Bool {
    guard tries < 2510, !isUp.load(ordering: .relaxed) else { return false }
    usleep(tries < 20 ? 500 : 2000)
    return true
  }

  /// Runs something that waits for nobody.
  func suspended(_ body: () throws -> Void) rethrows {
    isUp.store(true, ordering: .relaxed)
    defer { isUp.store(false, ordering: .relaxed) }
    try body()
  }
}
