public import WidgetModel
import WidgetSystem

/// The last good snapshots of each widget instance, one for each context it was shown in.
///
/// An instance's snapshots share their failure, because one update serves all contexts. They have a revision: new data increments
/// it, and a view of the same data for another context doesn't. Several processes can use a store at once. Times are seconds
/// since 1970.
public protocol SnapshotStore: LeaseStore {
  /// The best snapshot to show in a context until an update has ended.
  ///
  /// Snapshots differing only in size come first, then those in the same family, then all others. Among these the newest data
  /// wins, preferably for exactly this context.
  ///
  /// - Returns: nil if there's none, or this version can't read it.
  func nearest(to context: SnapshotContext, of instance: String) throws(StoreError) -> NearestSnapshot?

  /// - Returns: nil if there's none this version can read for exactly this context.
  func load(_ instance: String, for context: SnapshotContext) throws(StoreError) -> Snapshot?

  /// Replaces the stored snapshot with the same instance and context, and the failure of all the instance's snapshots. Evicts the
  /// least recently saved ones beyond ``SnapshotLimits``.
  ///
  /// - Parameters:
  ///   - lease: The lease number of the process that made the snapshot, if any.
  ///   - finishing: The end of the update, if this snapshot ends it and frees the lease.
  /// - Throws: ``StoreError/leaseLost(instance:)`` if another process has taken over the lease.
  func save(_ snapshot: Snapshot, under lease: Lease?, finishing update: FinishedUpdate?) throws(StoreError)

  /// Records why the latest update failed; views stay unchanged. Does nothing without a stored snapshot.
  func markFailure(_ failure: Failure, at time: Double, instance: String, under lease: Lease?) throws(StoreError)

  /// Removes a recorded failure, if any.
  func clearFailure(instance: String, under lease: Lease?) throws(StoreError)

  /// All stored snapshots, including any this version can't read, sorted by instance, with the newest data first.
  func list() throws(StoreError) -> [SnapshotSummary]

  /// Removes an instance's snapshots for all contexts, and everything known about its updates.
  func clear(instance: String) throws(StoreError)

  func clearAll() throws(StoreError)
}

extension SnapshotStore {
  public func save(_ snapshot: Snapshot) throws(StoreError) { try save(snapshot, under: nil, finishing: nil) }

  public func markFailure(_ failure: Failure, at time: Double, instance: String) throws(StoreError) {
    try markFailure(failure, at: time, instance: instance, under: nil)
  }

  public func clearFailure(instance: String) throws(StoreError) { try clearFailure(instance: instance, under: nil) }

  /// An instance's snapshot with the newest data, for any context.
  public func newest(of instance: String) throws(StoreError) -> Snapshot? {
    guard let newest = try list().first(where: { $0.widget.instance == instance }) else { return nil }
    return try load(instance, for: newest.context)
  }
}

/// A snapshot to show in a context it may not have been made for.
public struct NearestSnapshot: Sendable, Equatable {
  public var snapshot: Snapshot
  /// Whether it was made for exactly this context from the newest data. Otherwise an update needs a view even if there's no new
  /// data.
  public var isCurrent: Bool

  public init(_ snapshot: Snapshot, isCurrent: Bool) {
    self.snapshot = snapshot
    self.isCurrent = isCurrent
  }
}

/// How many snapshots to store.
public enum SnapshotLimits {
  /// Snapshots per instance.
  public static let contexts = 16
  /// Snapshots per instance whose contexts differ only in size: a terminal window has many widths.
  public static let sizes = 4
}

/// A list entry for a stored snapshot.
public struct SnapshotSummary: Sendable, Equatable {
  /// The widget, with the script's path.
  public var widget: WidgetIdentity
  public var context: SnapshotContext
  /// When the view last changed.
  public var updatedAt: Double
  public var failure: Failure?
  public var failedAt: Double?
  /// Bytes.
  public var size: Int

  public init(
    widget: WidgetIdentity, context: SnapshotContext, updatedAt: Double, failure: Failure? = nil, failedAt: Double? = nil,
    size: Int
  ) {
    self.widget = widget
    self.context = context
    self.updatedAt = updatedAt
    self.failure = failure
    self.failedAt = failedAt
    self.size = size
  }
}

/// Tells all processes using a store that something in it has changed: each opens an empty file next to the store for writing,
/// and the others watch for that. Only a commit precedes it, so every process told about the change sees it.
struct ChangeNotice: Sendable {
  private let path: StorePath

  /// - Parameter path: The location of the store's file.
  init(_ path: StorePath) { self.path = path }

  private var file: String? { (try? path.file()).map { $0 + ".changed" } }

  func send() {
    // A full disk delays others until they look by themselves.
    guard let file, let descriptor = try? FileDescriptor.open(file, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode: 0o600)
    else {
      return
    }
    descriptor.close()
  }

  func observe(_ onChange: @escaping @Sendable () -> Void) -> (any Sendable)? {
    guard let file else { return nil }
    try? StoreFolder(of: file).create()
    return FileNotice(path: file, onChange)
  }
}
