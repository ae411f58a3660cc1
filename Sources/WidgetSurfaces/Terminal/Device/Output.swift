import WidgetSystem

/// The output is closed: the reader of a pipe has gone, or the terminal was hung up.
///
/// A normal way for a program to end (`luawidget ... | head -1`). Do not report it to the user.
public struct OutputClosed: Error, Sendable, Equatable {
  /// The `errno` of the failed write: EPIPE, EIO, EBADF, ENOSPC...
  public let code: Int32

  public init(code: Int32) { self.code = code }
}

/// Ignores SIGPIPE and SIGXFSZ, so that writing to a closed pipe or socket, or beyond the limit of a file's size, fails instead of
/// ending the process.
///
/// Call it once, early. Child processes inherit the setting unless they are spawned with the default action.
public func ignoreWriteSignals() {
  signal(SIGPIPE, SIG_IGN)
  signal(SIGXFSZ, SIG_IGN)
}

/// Unblocks every signal for this thread. A program inherits the signals that its parent blocked, such as a thread of Dispatch.
public func unblockSignals() {
  var none = sigset_t()
  sigemptyset(&none)
  _ = pthread_sigmask(SIG_SETMASK, &none, nil)
}

/// Writes all bytes. Continues interrupted and short writes, and waits for a full non-blocking descriptor.
///
/// - Throws: ``OutputClosed`` if the descriptor accepts no more. Earlier bytes have been written.
public func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(OutputClosed) {
  do { try FileDescriptor(rawValue: descriptor).writeAll(bytes) } catch { throw OutputClosed(code: error.code) }
}
