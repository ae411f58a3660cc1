import CLinux
import WidgetSystem

/// The restrictions that the notifier puts on itself before it reads the first message of the bus: what it has open is all that it can
/// use. The attendant, which is not restricted, reads nothing from the bus.
enum NotifierSandbox {
  static func enter() {
    Libc.limit(RLIMIT_CORE, to: 0)
    Libc.limit(RLIMIT_FSIZE, to: 0)
    Libc.limit(RLIMIT_NOFILE, to: 128)
    #if os(Linux)
      lw_enter_notifier_sandbox()
    #endif
  }
}
