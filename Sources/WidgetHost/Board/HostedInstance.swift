import WidgetModel
import WidgetRuntime

/// A widget with its settings that a board keeps current, for one or several entries.
struct HostedInstance {
  let leased: LeasedWidget
  var session: WidgetSession { leased.session }
  let permissions: PermissionDecisions
  /// The ids of the entries.
  var entries: [String]
  /// The file's path as the entry has it; it may lead to another file later.
  let path: String
  var script: WidgetScript
  /// Replaces the manifest's.
  var refresh: Refresh?
  /// The files that are watched for a reload.
  var files: Set<String>
  /// When the latest operation that may have read files began, in seconds since 1970.
  var readingBegan = 0.0
  /// The newest views, by context.
  var views: [SnapshotContext: Snapshot] = [:]
  /// The contexts of the latest update, for updates while the widget is invisible.
  var contexts: [WidgetContext] = []
  /// Whether an update was requested since the board started.
  var hasStarted = false
  /// Updates that have begun, and whose end isn't recorded in the store yet.
  var unfinishedUpdates = 0
  /// The result of the latest update, in this process or another one.
  var latest: UpdateResult?
  /// Why the latest update failed, in this process or another one.
  var failure: Failure?
  /// When this process finished its latest update, as the store has it.
  var finishedAt: Double?
  /// The change of the store that this process made last. It has shown that view already, even if the view couldn't be stored.
  var ownChange: Int?
  /// Whether another process was asked a second time for a view, because its update had none for this process.
  var hasAskedAgain = false
  /// The contexts that are registered in the store.
  var registered: [SnapshotContext] = []
  /// Contexts in which other processes asked for an update.
  var asked: Set<SnapshotContext> = []
  /// Those who wait for the end of the running update.
  var waiters: [CheckedContinuation<Void, Never>] = []
  /// When the worker was last used, while it stays because its variables matter. On the clock of ``ClockReading/elapsed``.
  var lastTap: Double?
  /// The latest of the operations that run one after the other.
  var tail: Task<Void, Never>?
  var waiting = 0
}
