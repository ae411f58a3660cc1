/// Reports changes of the contents of files and folders.
///
/// It understands how editors save: writing in place, truncating first, replacing by a rename, or deleting and creating. Each
/// save is one event, once the final content is there. A path needn't exist yet. A file reached through symbolic links changes
/// when a link or its target does. A folder changes when a file below it does, except hidden and temporary files. Operations that
/// leave the content unchanged (`touch`, saving the same text) aren't reported.
public final class FileWatcher: Sendable {
  /// How to find changes.
  public enum Method: Sendable, Equatable { case inotify, polling }

  /// Delays in milliseconds.
  public struct Pace: Sendable, Equatable {
    /// The delay after the last event of a file that's still open. Closed and renamed files are examined at once.
    public var quiet: Int
    /// The delay before an empty or missing file counts, because it may be about to be written.
    public var empty: Int
    /// The longest delay, for a file being written continuously.
    public var longest: Int

    public init(quiet: Int = 60, empty: Int = 300, longest: Int = 1_000) {
      self.quiet = max(quiet, 0)
      self.empty = max(empty, 0)
      self.longest = max(longest, self.quiet)
    }
  }

  /// The changed paths, as given to ``watch(_:)``. For one reader; ends after ``stop()``.
  public let changes: AsyncStream<Set<String>>
  private let watch: PathWatch

  /// - Parameter method: nil uses inotify if available, or else polling. Polling replaces inotify when its limits are reached or
  ///   a folder is on a network file system.
  public init(pace: Pace = Pace(), method: Method? = nil) {
    let (changes, continuation) = AsyncStream<Set<String>>.makeStream()
    self.changes = changes
    watch = PathWatch(pace: pace, method: method, continuation: continuation)
  }

  deinit { watch.stop() }

  /// Replaces the watched paths. Later contents are compared with the current ones, or with those already known for a path
  /// watched before. A path needn't exist.
  ///
  /// - Parameter widgets: Paths to widgets, each a file or a folder with `main.lua`. A widget changes when its main file does, or
  ///   when a file becomes a folder or the reverse; other files in its folder count only if they're in `paths`.
  public func watch(_ paths: Set<String>, widgets: Set<String> = []) { watch.replace(paths, widgets) }

  /// The current method.
  public var method: Method { watch.method }

  /// Ends watching and ``changes``.
  public func stop() { watch.stop() }
}

/// Reports changes to watched names. The receiver compares the contents to find out what changed.
///
/// Runs on one serial queue, and calls back on it too.
///
/// The callback learns whether a file was completely written: closed after writing, or renamed into place.
protocol ChangeSource: AnyObject {
  /// Replaces the watched names. Called again after each change, because folders can appear and disappear.
  ///
  /// - Returns: false if this source can't watch all of them; use another one then.
  func watch(_ names: WatchedNames) -> Bool

  func stop()
}
