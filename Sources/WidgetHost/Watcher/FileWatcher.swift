import Dispatch

/// Reports changes of the contents of files and folders.
///
/// It understands how editors save: writing in place, truncating first, replacing by a rename, or deleting and creating. Each save is
/// one event, when the final content is there. A path need not exist yet. A file reached through symbolic links changes when a link or
/// its target does. A folder changes when a file below it does, except hidden and temporary files. Operations that leave the content
/// unchanged (`touch`, saving the same text) aren't reported.
public final class FileWatcher: Sendable {
  /// How changes are found.
  public enum Method: Sendable, Equatable { case inotify, polling }

  /// Delays in milliseconds.
  public struct Pace: Sendable, Equatable {
    /// After the last event of a file that is still open. Closed and renamed files are examined at once.
    public var quiet: Int
    /// Before an empty or missing file counts, because it may be about to be written.
    public var empty: Int
    /// The maximum for a file that is written continuously.
    public var longest: Int

    public init(quiet: Int = 60, empty: Int = 300, longest: Int = 1_000) {
      self.quiet = max(quiet, 0)
      self.empty = max(empty, 0)
      self.longest = max(longest, self.quiet)
    }
  }

  /// The changed paths, as they were given to ``watch(_:)``. For one reader; ends after ``stop()``.
  public let changes: AsyncStream<Set<String>>
  private let watch: PathWatch

  /// - Parameter method: nil uses inotify if it's available, else polling. inotify is replaced by polling when its limits are reached
  ///   or a folder is on a network file system.
  public init(pace: Pace = Pace(), method: Method? = nil) {
    let (changes, continuation) = AsyncStream<Set<String>>.makeStream()
    self.changes = changes
    watch = PathWatch(pace: pace, method: method, continuation: continuation)
  }

  deinit { watch.stop() }

  /// Replaces the watched paths. Later contents are compared with the current ones, or with the known ones of a path that was watched
  /// before. A path need not exist.
  ///
  /// - Parameter widgets: Paths to widgets, each a file or a folder with `main.lua`. A widget changes when its main file does, or when a
  ///   file becomes a folder or the reverse; other files in its folder count only if they're in `paths`.
  public func watch(_ paths: Set<String>, widgets: Set<String> = []) { watch.replace(paths, widgets) }

  /// The current method.
  public var method: Method { watch.method }

  /// Ends watching and ``changes``.
  public func stop() { watch.stop() }
}

/// Reports changes of watched names. The receiver compares the contents to find out what changed.
///
/// Used on one serial queue, on which it also calls back.
///
/// The callback receives whether a file was completely written: closed after writing, or renamed into place.
protocol ChangeSource: AnyObject {
  /// Replaces the watched names. Called again after each change, because folders may appear and disappear.
  ///
  /// - Returns: false if this source can't watch all of them. Then another source must be used.
  func watch(_ names: WatchedNames) -> Bool

  func stop()
}
