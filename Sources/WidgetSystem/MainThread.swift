#if os(Linux)
  import CLinux
#endif

/// Whether the running thread is the one that the program began with, which lives as long as the program.
public var isMainThread: Bool {
  #if os(Linux)
    lw_is_main_thread() != 0
  #else
    pthread_main_np() != 0
  #endif
}
