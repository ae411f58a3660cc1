import WidgetModel
import WidgetRuntime

/// A widget with its settings that a board keeps current, for one or several entries.
struct HostedInstance {
  let session: WidgetSession
  let permissions: PermissionAnswers
  /// The ids of the entries.
  var entries: [String]
  /// As the entry names the file; it may lead to another file later.
  let path: String
  var script: WidgetScript
  /// Replaces the manifest's.
  var refresh: Refresh?
  /// The files that are watched for a reload.
  var files: Set<String>
  /// The newest views, by context.
  var views: [SnapshotContext: Snapshot] = [:]
  /// The contexts of the latest update, for updates while the widget is invisible.
  var contexts: [WidgetContext] = []
  /// Whether an update was requested since the board started.
  var hasStarted = false
  /// When a handler last ran, while the worker stays for it. On the clock of ``ClockReading/elapsed``.
  var lastTap: Double?
  /// The latest of the operations that run one after the other.
  var tail: Task<Void, Never>?
  var waiting = 0
}
