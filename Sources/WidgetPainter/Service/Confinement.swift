import CLinux

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
      limit(RLIMIT_AS, addressSpace)
      _ = lw_prctl(PR_SET_NO_NEW_PRIVS, 1)
      // Nobody of the same user may look into it, and it leaves no core.
      _ = lw_prctl(PR_SET_DUMPABLE, 0)
    #endif
    limit(RLIMIT_CORE, 0)
    limit(RLIMIT_FSIZE, 0)
    limit(RLIMIT_NOFILE, 64)
  }

  /// Gives the next request its processor time, counted from now.
  static func beginRequest() {
    var usage = rusage()
    #if canImport(Glibc)
      let own = __rusage_who_t(RUSAGE_SELF.rawValue)
    #else
      let own = RUSAGE_SELF
    #endif
    guard getrusage(own, &usage) == 0 else { return }
    let used = usage.ru_utime.tv_sec + usage.ru_stime.tv_sec
    limit(RLIMIT_CPU, rlim_t(max(0, used)) + processorSeconds + 1, hard: false)
  }

  #if canImport(Glibc)
    private typealias Resource = __rlimit_resource
  #else
    private typealias Resource = Int32
  #endif

  private static func limit(_ resource: Resource, _ value: rlim_t, hard: Bool = true) {
    var limits = rlimit()
    #if canImport(Glibc)
      let resource = __rlimit_resource_t(resource.rawValue)
    #endif
    guard getrlimit(resource, &limits) == 0 else { return }
    limits.rlim_cur = min(value, limits.rlim_max)
    if hard { limits.rlim_max = limits.rlim_cur }
    _ = setrlimit(resource, &limits)
  }
}
