/// The limit on a user's processes and threads (`ulimit -u`, RLIMIT_NPROC).
public enum ThreadLimit {
  /// Whether this process can start this many more threads.
  ///
  /// Dispatch waits forever for a thread that the limit forbids. Threads are started to find out, but only where the limit is low:
  /// otherwise this costs one system call.
  public static func allows(_ count: Int) -> Bool {
    var limits = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(__RLIMIT_NPROC.rawValue)
    #else
      let resource = RLIMIT_NPROC
    #endif
    guard getrlimit(resource, &limits) == 0, limits.rlim_cur < 1024 else { return true }
    // The threads wait for the end of the pipe, so that all of them exist at once.
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

/// - Parameter argument: The descriptor and 1, because descriptor 0 would be a null pointer.
private func awaitEnd(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  _ = try? FileDescriptor(rawValue: Int32(Int(bitPattern: argument) - 1)).readSome(1)
  return nil
}
