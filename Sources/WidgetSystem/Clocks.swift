#if os(Linux)
  // Some of its headers declare timespec too.
  import CLinux
#endif

/// Seconds of a clock that never jumps: deadlines are measured with it.
public enum MonotonicTime {
  public static func now() -> Double { seconds(CLOCK_MONOTONIC) }
}

/// Seconds of a clock that never jumps and also runs while the machine is suspended. On Linux ``MonotonicTime`` doesn't.
public enum BootTime {
  #if os(Linux)
    public static func now() -> Double { seconds(CLOCK_BOOTTIME) }
  #else
    public static func now() -> Double { seconds(CLOCK_MONOTONIC) }
  #endif
}

/// Seconds since 1970-01-01T00:00:00Z. The time jumps when the system clock is set.
public enum WallTime {
  public static func now() -> Double { seconds(CLOCK_REALTIME) }
}

private func seconds(_ clock: clockid_t) -> Double {
  var time = timespec()
  clock_gettime(clock, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
