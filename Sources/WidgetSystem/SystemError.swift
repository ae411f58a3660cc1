/// The `errno` of a system call that failed.
public struct SystemError: Error, Sendable, Equatable, CustomStringConvertible {
  public var code: Int32

  public init(code: Int32) { self.code = code }

  /// The error of the system call that has just failed on this thread.
  public static var current: SystemError { SystemError(code: errno) }

  /// The C library's message: `No such file or directory`.
  public var description: String { String(cString: strerror(code)) }
}
