#if os(Linux)
  import CLinux
#endif

/// A thread running one function; it's never joined.
public enum DetachedThread {
  /// Starts it.
  ///
  /// - Throws: If the user can't have more threads.
  public static func start(stackBytes: Int, _ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let box = Unmanaged.passRetained(ThreadBody(body))
    let code = create(stackBytes, box.toOpaque())
    guard code != 0 else { return }
    box.release()
    throw SystemError(code: code)
  }

  /// - Parameter body: A retained ``ThreadBody``.
  private static func create(_ stackBytes: Int, _ body: UnsafeMutableRawPointer) -> Int32 {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, stackBytes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(&thread, &attributes, { runThread($0) }, body)
    #else
      var thread = pthread_t()
      let code = pthread_create(&thread, &attributes, { runThread($0) }, body)
    #endif
    pthread_attr_destroy(&attributes)
    return code
  }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runThread(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let argument { Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run() }
  return nil
}

/// Whether this is the thread the program started with, which lives as long as the program.
public var isMainThread: Bool {
  #if os(Linux)
    lw_is_main_thread() != 0
  #else
    pthread_main_np() != 0
  #endif
}

/// The limit on a user's processes and threads (`ulimit -u`, RLIMIT_NPROC).
public enum ThreadLimit {
  /// Whether this process can start this many more threads.
  ///
  /// Dispatch waits forever for a thread the limit forbids. This finds out by starting threads, but only where the limit is low;
  /// otherwise it costs a single system call.
  public static func allows(_ count: Int) -> Bool {
    var limits = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(__RLIMIT_NPROC.rawValue)
    #else
      let resource = RLIMIT_NPROC
    #endif
    guard getrlimit(resource, &limits) == 0, limits.rlim_cur < 1024 else { return true }
    // The threads wait for the end of the pipe, so all of them exist at once.
    guard let pipe = try? Pipe() else { return false }
    defer { pipe.reader.close() }
    var threads: [pthread_t] = []
    for _ in 0..<count {
      guard let thread = start(waitingFor: pipe.reader) else { break }
      threads.append(thread)
    }
    pipe.writer.close()
    for thread in threads { pthread_join(thread, nil) }
    return threads.count == count
  }

  private static func start(waitingFor reader: FileDescriptor) -> pthread_t? {
    let argument = UnsafeMutableRawPointer(bitPattern: Int(reader.rawValue) + 1)
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(&thread, nil, { awaitEnd($0) }, argument)
      return code == 0 ? thread : nil
    #else
      var thread = pthread_t()
      let code = pthread_create(&thread, nil, { awaitEnd($0) }, argument)
      return code == 0 ? thread : nil
    #endif
  }
}

/// - Parameter argument: The descriptor and 1, since descriptor 0 would be a null pointer.
private func awaitEnd(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  _ = try? FileDescriptor(rawValue: Int32(Int(bitPattern: argument) - 1)).readSome(1)
  return nil
}
