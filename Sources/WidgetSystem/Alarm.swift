import Dispatch

#if os(Linux)
  import CLinux
#endif

/// One timer that also fires when the system clock is set or the machine wakes up. While it waits it costs no thread.
public final class Alarm: Sendable {
  private let queue = DispatchQueue(label: "luawidget.alarm")
  #if os(Linux)
    private let descriptor: Int32
    private nonisolated(unsafe) let readiness: (any DispatchSourceRead)?
  #endif
  private nonisolated(unsafe) let timer: any DispatchSourceTimer

  /// - Parameter action: Called on a queue of its own when the time has come, and at other moments at which the clocks changed.
  public init(_ action: @escaping @Sendable () -> Void) {
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { action() }
    #if os(Linux)
      descriptor = lw_alarm_create()
      guard descriptor >= 0 else {
        readiness = nil
        timer.resume()
        return
      }
      let readiness = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      readiness.setEventHandler { [descriptor] in
        var expirations: UInt64 = 0
        // ECANCELED says that the clock was set; it is reported once.
        _ = Libc.read(descriptor, &expirations, 8)
        action()
      }
      readiness.setCancelHandler { [descriptor] in Libc.close(descriptor) }
      readiness.resume()
      self.readiness = readiness
    #endif
    timer.resume()
  }

  /// Sets the time of the next call, in seconds from now; nil for none.
  public func set(after seconds: Double?) {
    #if os(Linux)
      if descriptor >= 0 {
        // A disarmed timer would not report that the clock was set: a day is the longest sleep.
        _ = lw_alarm_set(descriptor, WallTime.now() + min(max(seconds ?? 86_400, 0.001), 86_400))
        return
      }
    #endif
    timer.schedule(deadline: seconds.map { .now() + .microseconds(Int(min(max($0, 0), 86_400) * 1e6)) } ?? .distantFuture)
  }

  /// Ends the calls. It must not be set afterwards.
  public func cancel() {
    timer.cancel()
    #if os(Linux)
      readiness?.cancel()
    #endif
  }
}
