import CLinux
import WidgetSystem

/// What a painter takes from itself before it reads the first request: a foreign image that breaks a decoder finds little to use.
enum Confinement {
  /// Processor seconds of one request. The client is less patient; this is for when there is no client any more.
  static let processorSeconds: rlim_t = 20
  private static let addressSpace: rlim_t = 1 << 30

  static func begin() {
    // A file that grows is refused with an error, not with a signal; so is a reader that has gone.
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    #if os(Linux)
      Libc.limit(RLIMIT_AS, to: addressSpace)
      _ = lw_prctl(PR_SET_NO_NEW_PRIVS, 1)
      // Nobody of the same user may look into it, and it leaves no core.
      _ = lw_prctl(PR_SET_DUMPABLE, 0)
    #endif
    Libc.limit(RLIMIT_CORE, to: 0)
    Libc.limit(RLIMIT_FSIZE, to: 0)
    Libc.limit(RLIMIT_NOFILE, to: 64)
  }

  /// Gives the next request its processor time, counted from now.
  static func beginRequest() {
    guard let used = Libc.processorSeconds() else { return }
    Libc.limit(RLIMIT_CPU, to: rlim_t(max(0, used)) + processorSeconds + 1, hard: false)
  }
}
