import Dispatch

#if os(Linux)
  import CLinux
#endif

/// Tells you when a child process has ended, without a waiting thread.
public final class ProcessEnd: Sendable {
  private nonisolated(unsafe) let source: any DispatchSourceProtocol

  /// - Parameter onEnd: Called once, on a separate queue, unless you release the value first.
  /// - Returns: nil if the system can't tell.
  public init?(of process: Int32, _ onEnd: @escaping @Sendable () -> Void) {
    let queue = DispatchQueue(label: "luawidget.process")
    #if os(Linux)
      let descriptor = lw_process_end(process)
      guard descriptor >= 0 else { return nil }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setCancelHandler { Libc.close(descriptor) }
    #else
      let source = DispatchSource.makeProcessSource(identifier: process, eventMask: .exit, queue: queue)
    #endif
    self.source = source
    source.setEventHandler { [weak self] in
      // It would be reported again and again.
      self?.source.cancel()
      onEnd()
    }
    source.resume()
  }

  deinit { source.cancel() }
}
