import Synchronization
import WidgetModel
import WidgetSystem

/// Notifications due later. They survive the program and restarts of the computer.
public protocol ScheduledNotificationStore: Sendable {
  /// Whether there may be any. Cheap: every host asks when it starts.
  var hasAny: Bool { get }

  /// All readable notifications, sorted by when they're due.
  func all() throws(StoreError) -> [UserNotification]

  /// Stores a notification, replacing one with the same key. It's durable when this returns.
  func save(_ notification: UserNotification) throws(StoreError)

  /// Removes a notification. If several processes want to show it, the one removing it does.
  ///
  /// - Returns: Whether it was there.
  func remove(_ key: String) throws(StoreError) -> Bool
}

public enum ScheduledNotificationLimits {
  /// The most notifications per widget.
  public static let count = 64
  /// The most bytes per notification.
  public static let bytes = 64 << 10
}

/// The in-memory implementation.
public final class MemoryScheduledNotificationStore: ScheduledNotificationStore {
  private let notifications = Mutex<[String: UserNotification]>([:])

  public init() {}

  public var hasAny: Bool { notifications.withLock { !$0.isEmpty } }

  public func all() throws(StoreError) -> [UserNotification] {
    notifications.withLock { $0.values.sorted { ($0.dueAt ?? 0, $0.key) < ($1.dueAt ?? 0, $1.key) } }
  }

  public func save(_ notification: UserNotification) throws(StoreError) {
    notifications.withLock { $0[notification.key] = notification }
  }

  public func remove(_ key: String) throws(StoreError) -> Bool { notifications.withLock { $0.removeValue(forKey: key) != nil } }
}

/// One file per notification, named after its key. The folder exists only while there are any.
public struct FolderScheduledNotificationStore: ScheduledNotificationStore {
  private let root: StorePath

  public init(root: StorePath) { self.root = root }

  public var hasAny: Bool {
    guard let folder = try? root.file() else { return false }
    return access(folder, F_OK) == 0
  }

  public func all() throws(StoreError) -> [UserNotification] {
    let folder = try root.file()
    let names: [String]
    do throws(SystemError) { names = try Directory.names(at: folder) } catch {
      if error.code == ENOENT { return [] }
      throw StoreError(errno: error.code, path: folder)
    }
    // A damaged file, or one from another version, isn't a notification.
    let notifications = names.filter(UserNotification.isKey).compactMap { name -> UserNotification? in
      guard let bytes = try? RegularFile.read("\(folder)/\(name)", limit: ScheduledNotificationLimits.bytes, followsLinks: false),
        let value = try? MessagePack.decode(bytes), let notification = UserNotification(wire: value), notification.key == name
      else { return nil }
      return notification
    }
    return notifications.sorted { ($0.dueAt ?? 0, $0.key) < ($1.dueAt ?? 0, $1.key) }
  }

  public func save(_ notification: UserNotification) throws(StoreError) {
    let folder = try root.file()
    let bytes = MessagePack.encode(notification.wire)
    // Another process can remove the empty folder at any moment.
    for attempt in 0..<10 {
      try StoreFolder(of: folder + "/.").create()
      do throws(SystemError) {
        return try AtomicFile.write(bytes, to: "\(folder)/\(notification.key)", permissions: 0o600)
      } catch {
        if error.code != ENOENT || attempt == 9 { throw StoreError(errno: error.code, path: folder) }
      }
    }
  }

  public func remove(_ key: String) throws(StoreError) -> Bool {
    guard UserNotification.isKey(key) else { return false }
    let folder = try root.file()
    guard unlink("\(folder)/\(key)") == 0 else {
      if errno == ENOENT { return false }
      throw StoreError(errno: errno, path: folder)
    }
    rmdir(folder)
    return true
  }
}
