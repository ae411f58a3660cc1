import CLinux
import WidgetSystem

/// The restrictions that a painter puts on itself before it reads the first request, because a decoder may have defects.
enum PainterSandbox {
  /// CPU seconds for one request. The client stops waiting earlier; this limit works without a client.
  static let processorSeconds: rlim_t = 20
  private static let addressSpace: rlim_t = 1 << 30

  /// - Parameter fontFolders: Those of the user. The system's are below folders that are always readable.
  static func enter(fontFolders: [String]) {
    // A write beyond the file size limit, and one to a closed pipe, fail with an error instead of a signal.
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    #if os(Linux)
      Libc.limit(RLIMIT_AS, to: addressSpace)
      _ = lw_prctl(PR_SET_NO_NEW_PRIVS, 1)
      // Other processes of the same user cannot attach to it.
      _ = lw_prctl(PR_SET_DUMPABLE, 0)
    #endif
    Libc.limit(RLIMIT_CORE, to: 0)
    Libc.limit(RLIMIT_FSIZE, to: 0)
    Libc.limit(RLIMIT_NOFILE, to: 64)
    #if os(Linux)
      allowReading(systemPaths + fontFolders)
      _ = lw_seccomp_painter()
    #endif
  }

  /// Starts the CPU time of the next request.
  static func beginRequest() {
    guard let used = Libc.processorSeconds() else { return }
    Libc.limit(RLIMIT_CPU, to: rlim_t(max(0, used)) + processorSeconds + 1, hard: false)
  }

  #if os(Linux)
    /// Libraries, the decoders that gdk-pixbuf loads, fonts and Fontconfig's cache.
    private static let systemPaths = [
      "/usr", "/lib", "/lib64", "/opt", "/var/cache/fontconfig", "/etc/fonts", "/etc/ld.so.cache", "/etc/localtime",
    ]

    private static func allowReading(_ allowed: [String]) {
      let paths = allowed.map { strdup($0) }
      defer { paths.forEach { free($0) } }
      let pointers = paths.map { UnsafePointer<CChar>($0) }
      _ = pointers.withUnsafeBufferPointer { lw_landlock_read_only($0.baseAddress, Int32($0.count), 0) }
    }
  #endif
}
