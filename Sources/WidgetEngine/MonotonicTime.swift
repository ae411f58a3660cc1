import WidgetSystem

/// Seconds of a clock that never jumps: what deadlines are measured with.
public enum MonotonicTime {
  public static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
