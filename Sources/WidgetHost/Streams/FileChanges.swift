import Dispatch

/// Reports that one of some files has changed, such as those of sysfs.
///
/// `@unchecked Sendable`: `source` is used on `queue` only.
final class FileChanges: OpenStream, @unchecked Sendable {
  private let queue = DispatchQueue(label: "luawidget.changes")
  private var source: (any ChangeSource)?

  init(_ paths: [String], onChange: @escaping @Sendable () -> Void) {
    queue.async { [weak self] in self?.watch(WatchedNames(of: paths)) { _ in onChange() } }
  }

  var hasEnded: Bool { false }

  func close() {
    queue.sync {
      source?.stop()
      source = nil
    }
  }

  private func watch(_ names: WatchedNames, onChange: @escaping (Bool) -> Void) {
    #if os(Linux)
      source = InotifySource(queue: queue, onChange: onChange)
      if source?.watch(names) == true { return }
      source?.stop()
    #endif
    source = PollingSource(queue: queue, onChange: onChange)
    _ = source?.watch(names)
  }
}
