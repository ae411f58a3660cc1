/// A thread that runs one function and is never joined.
public enum DetachedThread {
  /// Starts it.
  ///
  /// - Throws: When the user may not have more threads.
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
