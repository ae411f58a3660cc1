import WidgetSystem

/// Nobody reads what we write any more: the pipe's reader has gone, or the terminal was hung up or its descriptor closed.
///
/// A normal end of a program's day (`luawidget ... | head -1`), not something to report to the person.
public struct OutputClosed: Error, Sendable, Equatable {
  /// The `errno` of the failed write: EPIPE, EIO, EBADF, ENOSPC...
  public let code: Int32

  public init(code: Int32) { self.code = code }
}

/// Makes a write to a closed pipe or socket an error of that write instead of the death of the process (POSIX `SIGPIPE`).
///
/// Call it once, early. Programs started later inherit the setting unless they are spawned with `SIGPIPE` set to its default.
public func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }

/// Writes all bytes, whatever it takes: interrupted and short writes are continued, a full non-blocking descriptor is waited for.
///
/// - Throws: ``OutputClosed`` when the descriptor takes no more. Bytes before that have been written.
public func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(OutputClosed) {
  do { try FileDescriptor(rawValue: descriptor).writeAll(bytes) } catch { throw OutputClosed(code: error.code) }
}
