import CLinux
import WidgetSystem

/// The restrictions that a server puts on itself before it reads a request or starts a thread, because a parser may have defects.
package enum ServerSandbox {
  package static func enter() {
    // A write beyond the file size limit, and one to a closed pipe, fail with an error instead of a signal.
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGPIPE, SIG_IGN)
    Libc.limit(RLIMIT_CORE, to: 0)
    Libc.limit(RLIMIT_FSIZE, to: 0)
    Libc.limit(RLIMIT_NOFILE, to: 1024)
    #if os(Linux)
      // Threads reserve much more than they use.
      Libc.limit(RLIMIT_AS, to: 4 << 30)
      lw_enter_server_sandbox()
    #endif
  }
}
