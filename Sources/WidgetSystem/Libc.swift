// For the linker alone: a function that older versions of glibc lack.
import COldGlibc

#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Darwin
#endif

/// System calls whose Swift names clash with methods of our types (`close`, `read` ...), and the few whose types differ between C
/// libraries. Importing `WidgetSystem` makes the rest of the C library visible under its own names.
public enum Libc {
  #if canImport(Glibc)
    public typealias ResourceLimit = __rlimit_resource
    public static let streamSocket = Int32(SOCK_STREAM.rawValue)
    public static let datagramSocket = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    static let currentProcess = __rusage_who_t(RUSAGE_SELF.rawValue)
  #else
    public typealias ResourceLimit = Int32
    public static let streamSocket = SOCK_STREAM
    public static let datagramSocket = SOCK_DGRAM
    static let currentProcess = RUSAGE_SELF
  #endif

  /// open(2) with a mode for a newly created file.
  public static func open(_ path: String, _ flags: Int32, _ mode: mode_t = 0) -> Int32 {
    #if canImport(Glibc)
      Glibc.open(path, flags, mode)
    #elseif canImport(Musl)
      Musl.open(path, flags, mode)
    #else
      Darwin.open(path, flags, mode)
    #endif
  }

  /// close(2).
  @discardableResult public static func close(_ descriptor: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.close(descriptor)
    #elseif canImport(Musl)
      Musl.close(descriptor)
    #else
      Darwin.close(descriptor)
    #endif
  }

  /// read(2): one call, not retried.
  public static func read(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.read(descriptor, bytes, count)
    #elseif canImport(Musl)
      Musl.read(descriptor, bytes, count)
    #else
      Darwin.read(descriptor, bytes, count)
    #endif
  }

  /// write(2): one call, not retried.
  public static func write(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, bytes, count)
    #elseif canImport(Musl)
      Musl.write(descriptor, bytes, count)
    #else
      Darwin.write(descriptor, bytes, count)
    #endif
  }

  /// send(2): one call, not retried.
  public static func send(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    #if canImport(Glibc)
      Glibc.send(descriptor, bytes, count, flags)
    #elseif canImport(Musl)
      Musl.send(descriptor, bytes, count, flags)
    #else
      Darwin.send(descriptor, bytes, count, flags)
    #endif
  }

  /// kill(2).
  @discardableResult public static func kill(_ process: pid_t, _ signal: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.kill(process, signal)
    #elseif canImport(Musl)
      Musl.kill(process, signal)
    #else
      Darwin.kill(process, signal)
    #endif
  }

  /// Lowers a resource limit of this process (setrlimit(2)), within the hard limit.
  ///
  /// - Parameter hard: Whether to lower the hard limit too, so it can't be raised again.
  public static func limit(_ resource: ResourceLimit, to value: rlim_t, hard: Bool = true) {
    var limits = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(resource.rawValue)
    #endif
    guard getrlimit(resource, &limits) == 0 else { return }
    limits.rlim_cur = min(value, limits.rlim_max)
    if hard { limits.rlim_max = limits.rlim_cur }
    _ = setrlimit(resource, &limits)
  }

  /// Whole seconds of processor time, user and system, used by this process; nil if the system doesn't report it.
  public static func processorSeconds() -> Int? {
    var usage = rusage()
    guard getrusage(currentProcess, &usage) == 0 else { return nil }
    return Int(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
  }
}

/// The `errno` of a failed system call.
public struct SystemError: Error, Sendable, Equatable, CustomStringConvertible {
  public var code: Int32

  public init(code: Int32) { self.code = code }

  /// The error of the system call that just failed on this thread.
  public static var current: SystemError { SystemError(code: errno) }

  /// The C library's message: `No such file or directory`.
  public var description: String { String(cString: strerror(code)) }
}
