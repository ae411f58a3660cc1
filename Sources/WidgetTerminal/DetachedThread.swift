import WidgetSystem

/// Starts a thread that may block in system calls, which threads of the concurrency pool must not.
func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
  let box = Unmanaged.passRetained(Box(body))
  #if canImport(Darwin)
    var thread: pthread_t?
    let code = pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body()
        return nil
      }, box.toOpaque())
    if code == 0, let thread { pthread_detach(thread) }
  #else
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, box.toOpaque())
    if code == 0 { pthread_detach(thread) }
  #endif
  if code != 0 { box.release() }
  return code == 0
}
