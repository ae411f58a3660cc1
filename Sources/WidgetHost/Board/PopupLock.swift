public import WidgetSystem

/// The right to show the user's one popup: a locked file in the folder of sockets, with the process that has it and its widget.
public final class PopupLock: Sendable {
  /// The effect on the popup that was there.
  public enum Outcome: Sendable {
    /// This process shows the popup now. Another widget's was closed.
    case taken(PopupLock)
    /// It was of the same widget, and has been told to close.
    case closed
  }

  /// Seconds for another popup to close.
  private static let patience = 5.0

  private let file: FileDescriptor

  private init(_ file: FileDescriptor) { self.file = file }

  deinit { file.close() }

  /// Takes the lock, from another popup if there's one.
  ///
  /// - Parameter instance: The widget's instance.
  /// - Throws: ``SystemError``, also for a popup that doesn't close.
  public static func take(for instance: String, in folder: RuntimeFolder) throws(SystemError) -> Outcome {
    try folder.create()
    let lock = PopupLock(try .open("\(folder.path)/popup.lock", O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600))
    let descriptor = lock.file.rawValue
    let deadline = MonotonicTime.now() + patience
    var (seen, asked): (pid_t?, pid_t?) = (nil, nil)
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard errno == EWOULDBLOCK || errno == EINTR else { throw .current }
      // Its process is alive, because the lock ends with it. One that has only just got it may not have written its name yet.
      let holder = lock.holder
      if let (process, shown) = holder, process == seen, process != asked {
        kill(process, SIGTERM)
        asked = process
        if shown == instance { return .closed }
      }
      seen = holder?.process
      guard MonotonicTime.now() < deadline else { throw SystemError(code: EBUSY) }
      usleep(20_000)
    }
    let text = Array("\(getpid()) \(instance)".utf8)
    guard ftruncate(descriptor, 0) == 0, pwrite(descriptor, text, text.count, 0) == text.count else { throw .current }
    return .taken(lock)
  }

  /// The process that has the lock, and its widget's instance.
  private var holder: (process: pid_t, instance: String)? {
    var bytes = [UInt8](repeating: 0, count: 512)
    let count = pread(file.rawValue, &bytes, bytes.count, 0)
    let parts = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: " ", maxSplits: 1)
    guard parts.count == 2, let process = pid_t(parts[0]), process > 1, process != getpid() else { return nil }
    return (process, String(parts[1]))
  }
}
