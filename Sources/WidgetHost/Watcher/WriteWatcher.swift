import Dispatch
import WidgetSystem

/// Reports writes to files without opening them.
///
/// For databases: when a process closes a file, it loses all locks that SQLite holds on it in the same process (fcntl(2)), so
/// ``FileWatcher``, which reads what it watches, would damage them.
public final class WriteWatcher: @unchecked Sendable {
  /// One element for any number of writes. For one reader; ends after ``stop()``.
  public let writes: AsyncStream<Void>
  private let post: AsyncStream<Void>.Continuation
  private let paths: Set<String>
  // On the queue only.
  private let queue = DispatchQueue(label: "WriteWatcher")
  private var source: (any ChangeSource)?
  private var stamps: [String: Stamp] = [:]

  private struct Stamp: Equatable {
    var size: Int
    var modifiedAt: Double
    var inode: UInt64
  }

  /// - Parameter paths: They need not exist.
  public init(_ paths: Set<String>) {
    (writes, post) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.paths = paths
    queue.sync {
      stamps = current()
      start()
    }
  }

  deinit {
    source?.stop()
    post.finish()
  }

  public func stop() {
    queue.sync {
      source?.stop()
      source = nil
    }
    post.finish()
  }

  private func start() {
    let onChange: (Bool) -> Void = { [weak self] _ in self?.changed() }
    let names = WatchedNames(of: paths)
    #if os(Linux)
      if let inotify = InotifySource(queue: queue, onChange: onChange), inotify.watch(names) {
        source = inotify
        return
      }
    #endif
    source = PollingSource(queue: queue, onChange: onChange)
  }

  private func changed() {
    // A folder that exists now has other names.
    _ = source?.watch(WatchedNames(of: paths))
    let now = current()
    guard now != stamps else { return }
    stamps = now
    post.yield()
  }

  private func current() -> [String: Stamp] {
    var stamps: [String: Stamp] = [:]
    for path in paths {
      guard let status = try? FileStatus(path: path) else { continue }
      stamps[path] = Stamp(size: status.size, modifiedAt: status.modifiedAt, inode: status.inode)
    }
    return stamps
  }
}
