#if os(Linux)
  // Some of its headers declare timespec too.
  import CLinux
#endif

/// Seconds on a clock that never jumps, for measuring deadlines.
public enum MonotonicTime {
  public static func now() -> Double { seconds(CLOCK_MONOTONIC) }
}

/// Seconds on a clock that never jumps and keeps running while the machine is suspended. On Linux ``MonotonicTime`` stops then.
public enum BootTime {
  #if os(Linux)
    public static func now() -> Double { seconds(CLOCK_BOOTTIME) }
  #else
    public static func now() -> Double { seconds(CLOCK_MONOTONIC) }
  #endif
}

/// Seconds since 1970-01-01T00:00:00Z. Jumps when the system clock is set.
public enum WallTime {
  public static func now() -> Double { seconds(CLOCK_REALTIME) }
}

/// Seconds of processor time of the calling thread.
public enum ThreadTime {
  public static func now() -> Double { seconds(CLOCK_THREAD_CPUTIME_ID) }
}

private func seconds(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
