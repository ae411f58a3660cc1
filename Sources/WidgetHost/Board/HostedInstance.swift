import WidgetModel
import WidgetRuntime
import WidgetServices

/// A widget with its settings that a board keeps current, for one or more entries.
struct HostedInstance {
  let leased: LeasedWidget
  var session: WidgetSession { leased.session }
  let permissions: PermissionDecisions
  let streams: StreamSet
  /// The ids of the entries.
  var entries: [String]
  /// The file's path as in the entry; it may lead to another file later.
  let path: String
  var script: WidgetScript
  /// The permissions that the board allowed when it was opened.
  let allow: [Permission]
  /// Replaces the manifest's interval.
  var refresh: Refresh?
  /// The files watched for reloading.
  var files: Set<String>
  /// When the latest operation that may have read files began, in seconds since 1970.
  var readingBegan = 0.0
  /// The newest views, by context.
  var views: [SnapshotContext: Snapshot] = [:]
  /// The contexts of the latest update, for updates while the widget is invisible.
  var contexts: [WidgetContext] = []
  /// Whether the latest update here subscribed to a stream; nil before the first one.
  var hasStreams: Bool?
  /// When the streams of events that wait were last checked, on the clock that runs during suspension.
  var streamsCheckedAt = -Double.infinity
  /// Whether an update has been requested since the board started.
  var hasStarted = false
  /// Whether it was opened again because the time zone has changed, and not updated since.
  var isInNewZone = false
  /// Updates that have begun, without their end recorded in the store yet.
  var unfinishedUpdates = 0
  /// The result of the latest update, in this process or another one.
  var latest: UpdateResult?
  /// Why the latest update failed, in this process or another one.
  var failure: Failure?
  /// When this process finished its latest update, according to the store.
  var finishedAt: Double?
  /// This process's last change to the store. It has already shown that view, even if it couldn't be stored.
  var ownChange: Int?
  /// Whether another process was asked a second time for a view because its update had none for this process.
  var hasAskedAgain = false
  /// The contexts registered in the store.
  var registered: [SnapshotContext] = []
  /// Contexts other processes asked to have updated.
  var asked: Set<SnapshotContext> = []
  /// Callers waiting for the end of the running update.
  var waiters: [CheckedContinuation<Void, Never>] = []
  /// When the worker was last used, while it's kept because its variables matter. On the ``ClockReading/elapsed`` clock.
  var lastTap: Double?
  /// The latest of the operations running one after the other.
  var tail: Task<Void, Never>?
  var waiting = 0
}
