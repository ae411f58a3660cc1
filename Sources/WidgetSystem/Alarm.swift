import Dispatch

#if os(Linux)
  import CLinux
#endif

/// A single timer that also fires when the system clock is set or the machine wakes up. Waiting costs no thread and no wake-ups.
public final class Alarm: Sendable {
  #if os(Linux)
    private let descriptor: Int32
    private nonisolated(unsafe) let readiness: (any DispatchSourceRead)?
  #endif
  /// Used where the system has no time descriptors.
  private nonisolated(unsafe) let timer: (any DispatchSourceTimer)?

  /// - Parameter action: Called on a separate queue when the time has come, and also whenever the clocks change.
  public init(_ action: @escaping @Sendable () -> Void) {
    let queue = DispatchQueue(label: "luawidget.alarm")
    #if os(Linux)
      let descriptor = lw_alarm_create()
      self.descriptor = descriptor
      if descriptor >= 0 {
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler {
          // The number of expirations. ECANCELED means the clock was set; it's reported once.
          _ = try? FileDescriptor(rawValue: descriptor).readSome(8)
          action()
        }
        source.setCancelHandler { Libc.close(descriptor) }
        source.resume()
        readiness = source
        timer = nil
        return
      }
      readiness = nil
    #endif
    let source = DispatchSource.makeTimerSource(queue: queue)
    source.setEventHandler { action() }
    source.schedule(deadline: .distantFuture)
    source.resume()
    timer = source
  }

  /// Sets the time of the next call, in seconds from now; nil for none.
  public func set(after seconds: Double?) {
    #if os(Linux)
      if descriptor >= 0 {
        // A disarmed timer wouldn't report that the clock was set, so a day is the longest wait.
        _ = lw_alarm_set(descriptor, WallTime.now() + min(max(seconds ?? 86_400, 0.001), 86_400))
        return
      }
    #endif
    timer?.schedule(deadline: seconds.map { .now() + .microseconds(Int(min(max($0, 0), 86_400) * 1e6)) } ?? .distantFuture)
  }

  /// Stops the calls. Don't set the alarm afterwards.
  public func cancel() {
    timer?.cancel()
    #if os(Linux)
      readiness?.cancel()
    #endif
  }
}
