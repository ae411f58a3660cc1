import Dispatch

/// Tells when the contents of files and folders have changed.
///
/// Made for the way editors save: a file may be written in place, truncated first, replaced by a rename, or deleted and made anew,
/// and each save is one event, when the final content is there. A path need not exist yet. A file reached through symbolic links
/// counts as changed when a link or its target does; a folder, when a file below it does (hidden files and editors' backups
/// aside). What leaves the content as it was (`touch`, the same text saved again) is no event, and neither are other files beside it.
public final class FileWatcher: Sendable {
  public enum Method: Sendable, Equatable { case inotify, polling }

  /// How long to wait, in milliseconds.
  public struct Pace: Sendable, Equatable {
    /// Quiet time after the last event of a save.
    public var quiet: Int
    /// A file that is empty or gone may be about to be written: so much longer before that counts.
    public var empty: Int
    /// A file that is written to all the time is looked at no later than this.
    public var longest: Int

    public init(quiet: Int = 60, empty: Int = 300, longest: Int = 1_000) {
      self.quiet = max(quiet, 0)
      self.empty = max(empty, 0)
      self.longest = max(longest, self.quiet)
    }
  }

  /// The paths whose content changed, spelled as they were given to ``watch(_:)``. For one consumer; ends after ``stop()``.
  public let changes: AsyncStream<Set<String>>
  private let watch: PathWatch

  /// - Parameter method: nil takes inotify where there is one, else polling. inotify gives way to polling by itself when its limits
  ///   are reached or a folder lies on a network file system.
  public init(pace: Pace = Pace(), method: Method? = nil) {
    let (changes, continuation) = AsyncStream<Set<String>>.makeStream()
    self.changes = changes
    watch = PathWatch(pace: pace, method: method, continuation: continuation)
  }

  deinit { watch.stop() }

  /// Replaces the set of watched paths. What a path holds now is what later contents are compared with; a path that was watched
  /// before keeps what was known of it. A path that does not exist is not an error.
  public func watch(_ paths: Set<String>) { watch.replace(paths) }

  /// How changes are noticed now.
  public var method: Method { watch.method }

  /// Ends watching and ``changes``, for good.
  public func stop() { watch.stop() }
}
