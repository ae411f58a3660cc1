import WidgetSystem

/// Tells all processes that use a store that something in it has changed: each opens an empty file next to the store for writing, and
/// the others watch for that. Only a commit comes before it, so every process that is told sees the change.
struct ChangeNotice: Sendable {
  private let path: StorePath

  /// - Parameter path: Of the store's file.
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
